import type { ElectoralMap, LineChart, MapMark, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { PRIMARIES, type Primary } from '../data.ts';
import { findPlayer, isClosed, nextPrize, type Player, type State } from '../state.ts';
import { colorOf, plainTable, type ReportContext } from './context.ts';

/** PS-9.7: the map. A state has the color of the player who took its first place. */
export function mapSection({ now }: Pick<ReportContext, 'now'>): ReportSection {
  const winners = now.players.filter(({ firsts }) => firsts > 0);
  const map: ElectoralMap = {
    kind: 'map',
    caption: 'Who took first place in each state',
    states: Object.fromEntries(PRIMARIES.map((one) => [one.code, markOf(now, one)])),
    legend: winners.map(({ id }) => ({ tone: colorOf(now, id), strength: 3, text: id })),
  };
  return sharedSection('map', 'The map', [map]);
}

function markOf(now: State, { code }: Primary): MapMark {
  const [first] = now.places[code];
  const label = isClosed(now.places, code) ? 'closed' : String(nextPrize(now.places, code));
  const next = label === 'closed' ? 'closed' : `next prize ${label}`;
  if (first !== undefined) {
    const words = `${first} took first place, ${next}`;
    return { tone: colorOf(now, first), strength: 3, label, words };
  }
  const leader = leaderIn(now, code);
  const most = leader === null ? 'nobody has the most marks' : `${leader.id} has the most marks`;
  return { tone: null, strength: 1, label, words: `${most}, ${next}` };
}

/** The only player with the most marks in a state; null if there are none or several. */
function leaderIn({ players }: State, code: Primary['code']): Player | null {
  const most = Math.max(...players.map(({ marks }) => marks[code]));
  const leaders = players.filter(({ marks }) => marks[code] === most);
  return most === 0 || leaders.length > 1 ? null : (leaders[0] as Player);
}

/** PS-9.8: delegates by turn, and the share of circles marked in each open state. */
export function chartSection({ now, states }: ReportContext): ReportSection {
  const ends = states.filter((state, i) => i === 0 || state.turn > (states[i - 1] as State).turn);
  const chart: LineChart = {
    kind: 'chart',
    caption: 'Delegates of each candidate by round',
    labels: ends.map(({ turn }, i) => (i === 0 ? 'Start' : `Round ${turn}`)),
    series: now.players.map(({ id }) => ({
      label: id,
      tone: colorOf(now, id),
      values: ends.map((state) => findPlayer(state, id)?.delegates ?? null),
    })),
    mark: null,
  };
  const open = PRIMARIES.filter(({ code }) => !isClosed(now.places, code));
  const rows = open.map(({ code, name, circles }) => [
    `${name} (${code})`,
    ...now.players.map(({ marks }) => `${Math.floor((100 * marks[code]) / circles)}%`),
  ]);
  const labels = ['State', ...now.players.map(({ id }) => `${id}>`)];
  const note = 'Percent of the circles marked, in the states that are open.';
  const shares = open.length === 0 ? [] : [plainTable('Circles marked', labels, rows, note)];
  return sharedSection('charts', 'Delegates and circles', ends.length >= 2 ? [chart, ...shares] : shares);
}
