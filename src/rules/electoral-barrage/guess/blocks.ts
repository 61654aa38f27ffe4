import { byState, type StateCode } from '../../country.ts';
import { figuresTable, type GuessedFigure, percentOf } from '../../guess-figures.ts';
import { counted } from '../../numbers.ts';
import type { Block, Cell, MapComparison, MapMark, Table } from '../../report.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { type AreaCode, areaName, BOARD_STATES, boardState } from '../data.ts';
import { colorOf } from '../report/map.ts';
import { findPlayer, type Player, type State } from '../state.ts';
import { PLAYS, sortedFigures } from './plays.ts';

/**
 * What changes for the seat, what its staffers do, the states that move, and the map before and after.
 * @param known the state of the game: unlike `before`, it has no characters that are only supposed
 */
export function guessBlocks(
  { known, before }: { known: State; before: State },
  seat: SeatIdentifier,
  after: readonly State[],
): Block[] {
  const isRound = before.phase === 'round';
  return [
    figuresTable(guessedFigures(before, seat, after)),
    ...(isRound ? [staffersTable(seat, after)] : []),
    ...statesTable(before, seat, after),
    maps(known, before, after),
  ];
}

const FIGURES: readonly [label: string, figure: (player: Player) => number][] = [
  ['Electoral votes', ({ votes }) => votes],
  ['States', ({ states }) => states],
  ['Staffers', ({ staffers }) => staffers],
  ['Town hall tokens', ({ town }) => town],
  ['Attack-ads tokens', ({ ads }) => ads],
  ['Absentee ballots', ({ ballots }) => ballots],
];

function guessedFigures(before: State, seat: SeatIdentifier, after: readonly State[]): GuessedFigure[] {
  return FIGURES.map(([label, figure]) => {
    const of = (state: State) => figure(findPlayer(state, seat) as Player);
    return { label, now: of(before), after: sortedFigures(after, of), write: String };
  });
}

/** Where the seat's staffers are placed, which does not depend on dice, and how often their rolls succeed. */
function staffersTable(seat: SeatIdentifier, after: readonly State[]): Table {
  const placements = after[0]?.last?.placements ?? [];
  const own = placements.filter(({ player }) => player === seat);
  const areas = [...new Set(own.map(({ area }) => area))];
  return {
    kind: 'table',
    caption: 'Where your staffers go',
    showCaption: true,
    columns: [
      { label: 'Area', align: 'left' },
      { label: 'Row of the plan', align: 'left' },
      { label: 'Rolls', align: 'right' },
      { label: 'Succeed', align: 'right' },
    ],
    rows: areas.map((area): Cell[] => {
      const rows = own.filter((placed) => placed.area === area).map(({ row }) => row);
      const words = rows.map((row) => (row === null ? 'stand-by' : String(row + 1)));
      return [areaName(area), words.join(', '), ...successCells(seat, after, area)];
    }),
    note: `Of ${PLAYS} plays. Attack ads and defenders can send a staffer home before the roll.`,
  };
}

/** In how many plays the seat rolls in an area, and how many of all its rolls there succeed. */
function successCells(seat: SeatIdentifier, after: readonly State[], area: AreaCode): Cell[] {
  const tries = after.map(({ last }) =>
    (last?.resolutions ?? []).filter((one) => one.player === seat && one.area === area && !one.followUp),
  );
  const all = tries.flat();
  const rolled = percentOf(tries.filter((list) => list.length > 0).length, PLAYS);
  if (all.length === 0) return ['0%', '–'];
  return [`${rolled}%`, `${percentOf(all.filter(({ won }) => won).length, all.length)}%`];
}

/** The states whose leader may change; none if there are none. */
function statesTable(before: State, seat: SeatIdentifier, after: readonly State[]): Table[] {
  const rows = BOARD_STATES.flatMap(({ code, name, votes }): Cell[][] => {
    const now = before.leader[code];
    if (after.every(({ leader }) => leader[code] === now)) return [];
    const led = after.filter(({ leader }) => leader[code] === seat).length;
    const strong = 2 * led >= PLAYS !== (now === seat);
    const likeliest = likeliestLeader(after, code).leader;
    const own = { text: `${percentOf(led, PLAYS)}%`, strong };
    return [[`${code} ${name}`, String(votes), now ?? '–', likeliest ?? '–', own]];
  });
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      caption: 'The states that may change hands',
      showCaption: true,
      columns: [
        { label: 'State', align: 'left' },
        { label: 'Votes', align: 'right' },
        { label: 'Leader now', align: 'left' },
        { label: 'Likeliest leader', align: 'left' },
        { label: 'You lead it in', align: 'right' },
      ],
      rows,
      note: `Percentages of ${PLAYS} plays.`,
    },
  ];
}

/** Who leads a state in most plays, and in how many; null stands for no one. Of equals, the one who did so first. */
function likeliestLeader(
  after: readonly State[],
  code: StateCode,
): { leader: SeatIdentifier | null; plays: number } {
  const counts = new Map<SeatIdentifier | null, number>();
  for (const { leader } of after) counts.set(leader[code], (counts.get(leader[code]) ?? 0) + 1);
  const [[leader, plays] = [null, 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  return { leader, plays };
}

function maps(known: State, before: State, after: readonly State[]): MapComparison {
  const legend = known.players.flatMap(({ id }) => {
    const tone = colorOf(known, id);
    return tone === null ? [] : [{ tone, strength: 3 as const, text: id }];
  });
  return {
    kind: 'maps',
    caption: 'Who leads each state now, and who leads it after the turn in most plays',
    items: [
      { heading: 'Now', states: byState(({ code }) => leadMark(known, code, before.leader[code], 'leads')) },
      {
        heading: 'After the turn, by this guess',
        states: byState(({ code }) => guessedMark(known, after, code)),
      },
    ],
    legend: [...legend, { tone: null, strength: 1, text: 'no leader' }],
  };
}

function guessedMark(known: State, after: readonly State[], code: StateCode): MapMark {
  const { leader, plays } = likeliestLeader(after, code);
  return leadMark(known, code, leader, `leads in ${percentOf(plays, PLAYS)}% of the plays`);
}

/** A state with its leader only, on both maps: what differs between them is what may change hands. */
function leadMark(known: State, code: StateCode, leader: SeatIdentifier | null, leads: string): MapMark {
  const figures = [counted(boardState(code).votes, 'electoral vote')];
  if (leader === null) return { tone: null, strength: 1, words: 'no leader', figures };
  return { tone: colorOf(known, leader), strength: 3, label: leader, words: `${leader} ${leads}`, figures };
}
