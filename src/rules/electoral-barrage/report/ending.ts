import type { Block, Cell, MapComparison, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { outcome } from '../outcome.ts';
import { findPlayer, type State } from '../state.ts';
import type { ReportContext } from './context.ts';
import { comparedMaps } from './map.ts';
import { recordOf, sixthsInWords } from './record.ts';
import { whyWon } from './why-won.ts';

/** How many maps tell the story of a game at most. */
const MAX_MAPS = 6;

/** After the end: why the winner won, what each campaign did, and the story of the game in maps. Null before. */
export function endingSection(context: ReportContext): ReportSection | null {
  const { now, states } = context;
  const winner = findPlayer(now, outcome(now)?.winner ?? '');
  if (winner === undefined) return null;
  const paragraphs = whyWon(context, winner).map((sentences) => sentences.join(' '));
  const blocks: Block[] = [
    ...paragraphs.map((text) => ({ kind: 'paragraph', text }) as const),
    recordsTable(context),
    ...(states.length > 1 ? [storyMaps(context)] : []),
  ];
  return sharedSection('ending', `Why ${context.name(winner.id)} won`, blocks);
}

/** What each campaign did, over the whole game. */
function recordsTable({ now, states }: ReportContext): Table {
  const columns = ['ID', 'Rolls', 'Successes', 'Expected', 'Free stars', 'Taken', 'Lost', 'Recruits'];
  const rows = now.players.map(({ id }): Cell[] => {
    const record = recordOf(states, id);
    const { rolls, successes, expectedSixths, freeStars, taken, lost, recruits, sentHome, losses } = record;
    return [
      { text: id, strong: true },
      ...[rolls, successes].map(String),
      sixthsInWords(expectedSixths),
      ...[freeStars, taken, lost, recruits, record.collected, record.spent, sentHome, losses].map(String),
    ];
  });
  return {
    kind: 'table',
    caption: 'The campaigns in figures',
    showCaption: true,
    columns: [...columns, 'Tokens', 'Spent', 'Sent home', 'Staffers lost'].map((label, i) => ({
      label,
      align: i === 0 ? 'left' : 'right',
    })),
    rows,
    note:
      'Expected: how many rolls would succeed on average without bonuses. Taken, Lost: stars from and to rivals. Tokens: ' +
      'from town halls, attack ads and absentee ballots. Spent: town hall tokens. Sent home: staffers of rivals.',
  };
}

/** The game in maps: its beginning, its end, and moments evenly between them. */
function storyMaps({ states, name }: ReportContext): MapComparison {
  const count = Math.min(MAX_MAPS, states.length - 1);
  const moments = Array.from({ length: count }, (_, i) => {
    const at = count === 1 ? states.length - 1 : 1 + Math.floor((i * (states.length - 2)) / (count - 1));
    return states[at] as State;
  });
  return comparedMaps(
    'The story of the game',
    moments.map((state) => ({ heading: headingOf(state), state })),
    name,
  );
}

function headingOf({ phase, round }: State): string {
  return phase === 'over' ? 'After the count' : `After round ${round}`;
}
