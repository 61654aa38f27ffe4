import { dollars, grouped } from '../../numbers.ts';
import type { Block, Cell, ReportSection, Table } from '../../report.ts';
import { nameAndIdentifier, sharedSection } from '../../report-builder.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { outcome } from '../outcome.ts';
import { findPlayer, type State } from '../state.ts';
import { captionedTable, plainTable, type ReportContext } from './context.ts';
import { comparedMaps } from './map.ts';
import { recordOf } from './record.ts';
import { whyWon } from './why-won.ts';

/** How many maps tell the story of a game at most. */
const MAX_MAPS = 6;

/** PTG-7.1: the standings, on the last printout. */
export function resultSection(context: ReportContext): ReportSection | null {
  const result = outcome(context.now);
  if (result === null) return null;
  const rows = result.standings.map(({ id, place, electoral, popular, cash }): Cell[] => [
    String(place),
    { text: id, strong: true },
    context.name(id),
    grouped(Number(electoral)),
    grouped(Number(popular)),
    dollars(Number(cash)),
  ]);
  const winner = result.winner ?? '';
  const blocks: Block[] = [
    {
      kind: 'paragraph',
      text: `${nameAndIdentifier(context, winner)} is president ${BY[String(result.by)]}.`,
      strong: true,
    },
    plainTable(
      'The standings',
      ['Place>', 'ID', 'Name', 'Electoral votes>', 'Popular votes>', 'Cash>'],
      rows,
      'After the last transfer. Popular votes and cash in millions.',
    ),
  ];
  return sharedSection('result', 'The president', blocks);
}

/** PTG-7.2, in words. */
const BY: Readonly<Record<string, string>> = {
  majority: 'by a majority of the electors, with no one ahead in popular votes',
  runoff: 'after a runoff',
  speed: 'after Speed Play',
};

/** After the end: why the winner won, the campaigns in figures, and the story of the game in maps. Null before. */
export function endingSection(context: ReportContext): ReportSection | null {
  const { now, states } = context;
  const winner = findPlayer(now, outcome(now)?.winner ?? '');
  if (winner === undefined) return null;
  const paragraphs = whyWon(context, winner.id);
  const blocks: Block[] = [
    ...paragraphs.map((text) => ({ kind: 'paragraph', text }) as const),
    questionsTable(context),
    sourcesTable(context),
    ...(states.length > 2 ? [storyMaps(context)] : []),
  ];
  return sharedSection('ending', `Why ${context.name(winner.id)} won`, blocks);
}

function idsOf({ now }: ReportContext): SeatIdentifier[] {
  return outcome(now)?.standings.map(({ id }) => id) ?? [];
}

/** What each candidate asked, answered, traded and performed. */
function questionsTable(context: ReportContext): Table {
  const rows = idsOf(context).map((id): Cell[] => {
    const { asked, right, bought, sold, poisoned, cards, shows, passed, rests } = recordOf(
      context.states,
      id,
    );
    const figures = [asked, right, bought, sold, poisoned, cards, shows, passed, rests];
    return [{ text: id, strong: true }, ...figures.map(String)];
  });
  return captionedTable(
    'The campaigns in figures',
    [
      ...[
        'ID',
        'Questions>',
        'Right>',
        'Help bought>',
        'Help sold>',
        'Sold wrong>',
        'Cards>',
        'Shows>',
        'Passed>',
      ],
      'Rests>',
    ],
    rows,
    'Sold wrong: help that was sold and was wrong. Cards: Gerrymander cards played. Rests: stops spent in DC.',
  );
}

/** Where electoral and popular votes came from, before the last transfers of runoff and Speed Play. */
function sourcesTable(context: ReportContext): Table {
  const rows = idsOf(context).map((id): Cell[] => {
    const { chips, popular } = recordOf(context.states, id);
    const figures = [
      chips.answers,
      chips.deals,
      chips.cards,
      chips.lost,
      chips.taken,
      popular.answers,
      popular.other,
    ];
    return [{ text: id, strong: true }, ...figures.map(grouped)];
  });
  return captionedTable(
    'Where the votes came from',
    [
      'ID',
      'Answers>',
      'Deals>',
      'Cards>',
      'Lost>',
      'Taken at the end>',
      'Popular, answers>',
      'Popular, other>',
    ],
    rows,
    'Electoral votes by how their chips came or went; popular votes in millions.',
  );
}

/** The game in maps: moments evenly between its beginning and its end. */
function storyMaps(context: ReportContext) {
  const { name } = context;
  const first = context.states.findIndex(({ chips }) =>
    Object.values(chips).some((holder) => holder !== null),
  );
  // The map is white until someone holds a chip.
  const states = context.states.slice(Math.max(0, first - 1));
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

function headingOf({ phase, turn }: State): string {
  return phase === 'over' ? 'At the end' : `After turn ${turn}`;
}
