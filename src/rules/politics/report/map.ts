import { byState, STATE_CODES, type StateCode, stateOf } from '../../country.ts';
import { counted } from '../../numbers.ts';
import type {
  Cell,
  ElectoralMap,
  LineChart,
  MapArrow,
  MapComparison,
  MapMark,
  ReportSection,
  Table,
} from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { MAJORITY } from '../data/amounts.ts';
import { neighbors } from '../data/map.ts';
import type { Player, State } from '../state.ts';
import { findPlayer } from '../state.ts';
import { colorOf, type ReportContext, tokensOf } from './context.ts';

/** PTG-9.9: the map: states in the colors of the holders of their chips, tokens, and arrows for the last stops. */
export function mapSection({ now, name }: ReportContext): ReportSection {
  const arrows = arrowsOf(now);
  const map: ElectoralMap = {
    kind: 'map',
    caption:
      'Who holds the chip of each state, with its electoral votes. Unclaimed states are white.' +
      (arrows.length === 0 ? '' : ' Arrows show the last stops, dashed if by plane or sent to DC.'),
    states: marksOf(now),
    legend: legendOf(now, name),
    tokens: tokensOf(now),
    arrows,
  };
  return sharedSection('map', 'The map', [map]);
}

/** The moves of the last processing. */
function arrowsOf(now: State): MapArrow[] {
  return now.log.flatMap((entry): MapArrow[] => {
    if (entry.type !== 'move' || entry.from === entry.to) return [];
    const { from, to, by, how } = entry;
    return [{ from, to, by, tone: colorOf(now, by), ...(how === 'roll' ? {} : { dashed: true }) }];
  });
}

/** Maps of several moments of a game, side by side. */
export function comparedMaps(
  caption: string,
  moments: readonly { heading: string; state: State }[],
  name: (seat: string) => string,
): MapComparison {
  const last = moments.at(-1) as { state: State };
  return {
    kind: 'maps',
    caption,
    items: moments.map(({ heading, state }) => ({ heading, states: marksOf(state) })),
    legend: legendOf(last.state, name),
  };
}

function marksOf(now: State): ElectoralMap['states'] {
  return byState(({ code }) => markOf(now, code));
}

function markOf(now: State, code: StateCode): MapMark {
  const holder = now.chips[code];
  const { electoralVotes } = stateOf(code);
  const figures = [
    counted(electoralVotes, 'electoral vote'),
    `Adjoins: ${neighbors(code).join(', ') || 'none'}`,
  ];
  const label = String(electoralVotes);
  if (holder === null) return { tone: 'white', strength: 3, label, words: 'unclaimed', figures };
  return {
    ...{ tone: colorOf(now, holder), strength: 3, label: `${holder} ${label}` },
    ...{ words: `${holder} holds the chip`, figures },
  };
}

function legendOf(now: State, name: (seat: string) => string): ElectoralMap['legend'] {
  const players = now.players.map(({ id }) => ({
    ...{ tone: colorOf(now, id), strength: 3 as const },
    text: name(id) === id ? id : `${id} ${name(id)}`,
  }));
  return [...players, { tone: 'white', strength: 3, text: 'unclaimed' }];
}

/** The charts begin when this many printouts have come out. */
const CHARTS_FROM = 3;

/** PTG-9.9: from turn 3 on, the electoral and the popular votes by turn. */
export function chartSection({ states, now }: ReportContext): ReportSection | null {
  if (states.length < CHARTS_FROM) return null;
  const chart = (caption: string, value: (player: Player) => number, mark: LineChart['mark']): LineChart => ({
    ...{ kind: 'chart', caption, mark, steps: true },
    labels: states.map(({ turn }) => (turn === 0 ? 'Start' : String(turn))),
    series: now.players.map(({ id }) => ({
      ...{ label: id, tone: colorOf(now, id) },
      values: states.map((state) => {
        const player = findPlayer(state, id);
        return player === undefined ? null : value(player);
      }),
    })),
  });
  return sharedSection('charts', 'Votes by turn', [
    chart('Electoral votes by turn', ({ electoral }) => electoral, {
      value: MAJORITY,
      label: `${MAJORITY} to win`,
    }),
    chart('Popular votes by turn, in millions', ({ popular }) => popular, null),
  ]);
}

/** PTG-9.10: the states with their votes, holders and neighbors, and how often they were asked about. */
export function statesSection({ now, states }: ReportContext): ReportSection | null {
  if (now.phase === 'over') return null;
  const asked = timesAsked(states);
  const text =
    'Asked: how many stops in the state have brought a question so far, those open now included. From Alaska the first ' +
    'point of a roll leads to Washington, from Hawaii to California.';
  return sharedSection('states', 'The states', [{ kind: 'paragraph', text }, statesTable(now, asked)]);
}

function statesTable({ chips }: State, asked: ReadonlyMap<StateCode, number>): Table {
  const rows = STATE_CODES.map((code): Cell[] => [
    { text: code, strong: true },
    String(stateOf(code).electoralVotes),
    chips[code] ?? '',
    String(asked.get(code) ?? 0),
    neighbors(code).join(' '),
  ]);
  return {
    ...{ kind: 'table', caption: 'The states', showCaption: false, rows },
    columns: [
      { label: 'State', align: 'left' },
      { label: 'Votes', align: 'right' },
      { label: 'Holder', align: 'left' },
      { label: 'Asked', align: 'right' },
      { label: 'Adjoins', align: 'left' },
    ],
  };
}

/** How many stops have brought a question in each state: those answered, from the logs of all turns, and those pending. */
export function timesAsked(states: readonly State[]): Map<StateCode, number> {
  const counts = new Map<StateCode, number>();
  const count = (code: StateCode) => counts.set(code, (counts.get(code) ?? 0) + 1);
  for (const { log } of states) for (const entry of log) if (entry.type === 'answer') count(entry.state);
  for (const { pending } of states.at(-1)?.players ?? []) for (const { state } of pending) count(state);
  return counts;
}
