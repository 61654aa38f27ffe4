import { ordinal } from '../../numbers.ts';
import type { ElectoralMap, LineChart, MapMark, ReportSection, ShareBars, Strength } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { PRIMARIES, type Primary, primary } from '../data.ts';
import { findPlayer, isClosed, nextPrize, type Player, type State } from '../state.ts';
import { colorOf, type ReportContext } from './context.ts';

/**
 * PS-9.7: the map. A state has the color of the player who took its first place, until then a light tint of the player
 * with the most marks there.
 */
export function mapSection({ now }: Pick<ReportContext, 'now'>): ReportSection {
  const map: ElectoralMap = {
    kind: 'map',
    caption: 'Each state with the next prize, if there is one',
    others: 'gray',
    states: Object.fromEntries(PRIMARIES.map((one) => [one.code, markOf(now, one)])),
    legend: legendOf(now),
  };
  return sharedSection('map', 'The map', [map]);
}

type Entry = ElectoralMap['legend'][number];

/** Only what is on the map, the players in players' order. */
function legendOf(now: State): ElectoralMap['legend'] {
  const marks = PRIMARIES.map((one) => markOf(now, one));
  const isThere = (tone: MapMark['tone'], strength: MapMark['strength']) =>
    marks.some((mark) => mark.tone === tone && mark.strength === strength);
  const players = now.players.flatMap(({ id }): ElectoralMap['legend'] => {
    const tone = colorOf(now, id);
    const first: Entry = { tone, strength: FIRST, text: `${id}: first place` };
    const most: Entry = { tone, strength: LEAD, text: `${id}: most marks` };
    return [first, most].filter(({ strength }) => isThere(tone, strength));
  });
  return isThere('white', FIRST)
    ? [...players, { tone: 'white', strength: FIRST, text: 'no marks, or a tie for most' }]
    : players;
}

/** The depth of a player's color on the map. */
const FIRST: Strength = 3;
const LEAD: Strength = 1;

function markOf(now: State, { code }: Primary): MapMark {
  const [first] = now.places[code];
  const prize = isClosed(now.places, code) ? 'closed' : String(nextPrize(now.places, code));
  const next = prize === 'closed' ? 'closed' : `next prize ${prize}`;
  const figures = figuresOf(now, code);
  if (first !== undefined) {
    const words = `${first} took first place, ${next}`;
    return { tone: colorOf(now, first), strength: FIRST, label: `${first} ${prize}`, words, figures };
  }
  const leader = leaderIn(now, code);
  if (leader === null) {
    const anyone = now.players.some(({ marks }) => marks[code] > 0);
    const words = `${anyone ? 'a tie for the most marks' : 'no marks yet'}, ${next}`;
    return { tone: 'white', strength: FIRST, label: prize, words, figures };
  }
  const words = `${leader.id} has the most marks, ${next}`;
  return { tone: colorOf(now, leader.id), strength: LEAD, label: `${leader.id} ${prize}`, words, figures };
}

/** Prizes and marks in a state, for a web page on which people tap it. */
function figuresOf({ players, places }: State, code: Primary['code']): string[] {
  const { circles, prizes } = primary(code);
  const taken = prizes.map((prize, i) => `${ordinal(i + 1)} place: ${prize} (${places[code][i] ?? 'open'})`);
  const marks = players.map(({ id, marks: made }) => `${id} ${made[code]}`);
  return [...taken, `Marks of ${circles}: ${marks.join(', ')}`];
}

/** The only player with the most marks in a state; null if there are none or several. */
function leaderIn({ players }: State, code: Primary['code']): Player | null {
  const most = Math.max(...players.map(({ marks }) => marks[code]));
  const leaders = players.filter(({ marks }) => marks[code] === most);
  return most === 0 || leaders.length > 1 ? null : (leaders[0] as Player);
}

function isAnyMarked({ players }: State): boolean {
  return players.some(({ popular }) => popular > 0);
}

/** PS-9.8: delegates by round, and the share of circles marked in each open state. */
export function chartSection({ now, states }: ReportContext): ReportSection | null {
  const ends = states.filter((state, i) => i === 0 || state.turn > (states[i - 1] as State).turn);
  const chart: LineChart = {
    kind: 'chart',
    caption: 'Delegates of each candidate by round',
    steps: true,
    labels: ends.map(({ turn }, i) => (i === 0 ? 'Start' : String(turn))),
    series: now.players.map(({ id }) => ({
      label: id,
      tone: colorOf(now, id),
      values: ends.map((state) => findPlayer(state, id)?.delegates ?? null),
    })),
    mark: null,
  };
  const open = PRIMARIES.filter(({ code }) => !isClosed(now.places, code));
  const shares: ShareBars = {
    kind: 'shares',
    caption: 'Circles marked in the states that are open',
    groups: open.map(({ code, name, circles }) => ({
      heading: `${name} (${code})`,
      bars: now.players.map(({ id, marks }) => ({
        ...{ label: id, tone: colorOf(now, id), value: marks[code], of: circles },
      })),
    })),
  };
  const blocks = [
    ...(ends.length >= 2 ? [chart] : []),
    ...(open.length === 0 || !isAnyMarked(now) ? [] : [shares]),
  ];
  return blocks.length === 0 ? null : sharedSection('charts', 'Delegates and circles', blocks);
}
