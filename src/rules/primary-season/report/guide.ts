import type { DiceRow, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import type { ReportContext } from './context.ts';
import { earnsInWords } from './personal.ts';

/** PS-9.11: the rules in short, the options and the players' order, on the first printout. */
export function guideSection({ now, before }: ReportContext): ReportSection | null {
  if (before !== null) return null;
  const { pace, order, maxTurns } = now.options;
  const items = [
    { label: 'Sheets', value: pace === 'one-sheet' ? 'one a round' : 'two a round: re-rolls, then spending' },
    { label: 'Who acts first', value: order === 'rotating' ? 'changes every round' : 'the same every round' },
    { label: 'Last round at the latest', value: String(maxTurns) },
    { label: 'Players’ order', value: now.players.map(({ id }) => id).join(', ') },
  ];
  const paragraphs = RULES.map((text) => ({ kind: 'paragraph', text }) as const);
  return sharedSection('guide', 'The rules in short', [FACES, ...paragraphs, { kind: 'facts', items }]);
}

/** PS-2.2: what each face earns. */
const FACES: DiceRow = {
  kind: 'dice',
  caption: 'What each face of a die earns',
  dice: [1, 2, 3, 4, 5, 6].map((face) => ({ face, earns: earnsInWords(face, { items: [] }) })),
  totals: [],
};

const RULES = [
  'Your dice are rolled before your sheet is due. You may re-roll any of them once. Then they earn votes and money.',
  'Money buys campaign items, each of them once, and at most two issues. Votes cross off circles: on the staff track, ' +
    'where they bring more dice, or in the states.',
  'The first player to cross off all circles of a state takes its first prize in delegates. Later prizes go to those ' +
    'who finish it next. When all prizes of a state are taken, it is closed.',
  'When the first prize of every state is taken, there is one more round. Then the player with the most delegates wins ' +
    'the nomination.',
] as const;
