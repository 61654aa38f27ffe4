import type { Block, Cell, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { captionedTable, type ReportContext } from './context.ts';

/** PTG-9.12: on the first printout, the rolls of PTG-3.3, who picks when, the players' order, and the game in short. */
export function startSection({ now, before, name }: ReportContext): ReportSection | null {
  if (before !== null || now.phase !== 'home') return null;
  const { picking, rolled = [], turnLimit, stops, bank, questions } = now.settings;
  const rows = picking.map((id, i): Cell[] => [
    String(i + 1),
    { text: id, strong: true },
    name(id),
    rolled.find((one) => one.id === id)?.sums.join(', then ') ?? '–',
    String(now.players.findIndex((player) => player.id === id) + 1),
  ]);
  const own = questions.length === 0 ? '' : `${questions.length} of the host`;
  const sources = [bank === null ? '' : `the bank ${bank}`, own].filter((source) => source !== '');
  const blocks: Block[] = [
    captionedTable(
      'Who picks a home state when',
      ['Pick>', 'ID', 'Name', 'Rolled>', 'Order>'],
      rows,
      'The highest roll picks first; the lowest begins the first turn. From turn to turn the order moves on by one.',
    ),
    {
      kind: 'facts',
      items: [
        { label: 'Campaign turns', value: `${turnLimit} at most` },
        { label: 'Stops in a turn', value: String(stops) },
        { label: 'Questions', value: sources.join(' and ') },
        { label: 'Wildcards', value: String(now.wildcards.deck.length + now.wildcards.played.length) },
      ],
    },
    ...RULES.map((text) => ({ kind: 'paragraph', text }) as const),
  ];
  return sharedSection('start', 'Before the first turn', blocks);
}

const RULES = [
  'You travel by the dice that each printout shows, and choose a question at every stop. A general question wins money, a ' +
    'state question popular votes, and a government question, for a fee of $2 million, the chip of the state.',
  'Your sheet answers the questions of the last printout, and says where to go next. Chips, popular votes and money can be ' +
    'traded: for help with a question, and for chips that others hold.',
  'The first with 270 electoral votes and the most popular votes is president. If someone else has more popular votes, the ' +
    'two meet in a runoff. After the last campaign turn, Speed Play decides.',
] as const;
