import { ALL_VOTES, byState, MAJORITY, type StateCode, stateOf } from '../../country.ts';
import { counted, grouped } from '../../numbers.ts';
import { otherParty, PARTIES, PARTY_NAMES } from '../../parties.ts';
import type {
  ElectoralMap,
  LineChart,
  MapComparison,
  MapMark,
  ReportSection,
  VoteBar,
} from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { CONVENTION_TURN } from '../data.ts';
import { findPlayer, leadingParty, popularityIn, type State } from '../state.ts';
import type { ReportContext } from './context.ts';

/** The three strengths of a lead by its margin in popularity (EY-9.8). */
const STRENGTHS = [
  { strength: 5, word: 'solid', from: 100, legend: 'solid: by 100 or more' },
  { strength: 3, word: 'narrow', from: 1, legend: 'narrow: by less than 100' },
  { strength: 1, word: 'marginal', from: 0, legend: 'marginal: tied' },
] as const;

/** What the colors of the map mean. */
const LEGEND: ElectoralMap['legend'] = PARTIES.flatMap((party) =>
  STRENGTHS.map(({ strength, legend }) => ({
    tone: party,
    strength,
    text: `${PARTY_NAMES[party]}, ${legend}`,
  })),
);

/** EY-9.8: the map, and the electoral votes of each party as a bar against 270. */
export function mapSection({ now }: ReportContext): ReportSection {
  return electoralMapOf(now);
}

/** The section of the map for a state of the game: the rulebook shows one, too. */
export function electoralMapOf(now: State): ReportSection {
  const map: ElectoralMap = {
    kind: 'map',
    caption: 'The states by leading party and overall leader',
    states: byState(({ code }) => ({ ...markOf(now, code), figures: figuresOf(now, code) })),
    legend: LEGEND,
  };
  const { D, R } = now.partyVotes;
  const bar: VoteBar = {
    kind: 'bar',
    caption: `Electoral votes: Democrats ${D}, Republicans ${R}`,
    parts: PARTIES.map((party) => ({
      label: PARTY_NAMES[party],
      value: now.partyVotes[party],
      tone: party,
      strength: 5,
    })),
    total: ALL_VOTES,
    mark: { value: MAJORITY, label: `${MAJORITY} to win` },
  };
  return sharedSection('map', 'The country', [map, bar]);
}

function markOf({ leaders, popularity }: State, code: StateCode): MapMark {
  const { D, R, overall } = leaders[code];
  const party = leadingParty(leaders[code]);
  const margin = Math.abs(popularityIn(popularity, code, D) - popularityIn(popularity, code, R));
  const { strength, word } = STRENGTHS.find(({ from }) => margin >= from) ?? STRENGTHS[2];
  return {
    tone: party,
    strength,
    label: overall,
    words: `${PARTY_NAMES[party]}, ${word} (${overall} leads)`,
  };
}

/** The figures of a state, a line each: what it is worth, everyone's popularity, and who leads by how much. */
function figuresOf({ leaders, popularity, players }: State, code: StateCode): string[] {
  const { electoralVotes, donation } = stateOf(code);
  const leads = leaders[code];
  const party = leadingParty(leads);
  const standings = players
    .map(({ id }) => ({ id, popularity: popularityIn(popularity, code, id) }))
    .filter((standing) => standing.popularity > 0)
    .sort((a, b) => b.popularity - a.popularity)
    .map((standing) => `${standing.id} ${grouped(standing.popularity)}`);
  const margin =
    popularityIn(popularity, code, leads.overall) - popularityIn(popularity, code, leads[otherParty(party)]);
  return [
    `${counted(electoralVotes, 'electoral vote')}, donation number ${donation}`,
    standings.length === 0 ? 'No one has any popularity here.' : standings.join(', '),
    PARTIES.map((each) => `${PARTY_NAMES[each]}: ${leads[each]} leads`).join(', '),
    margin === 0
      ? `Tied; the ${PARTY_NAMES[party]} lead the state`
      : `The ${PARTY_NAMES[party]} lead the state by ${grouped(margin)}`,
  ];
}

/** Maps of the game at several times, to compare with each other. */
export function compareMaps(
  caption: string,
  items: readonly { heading: string; state: State }[],
): MapComparison {
  return {
    kind: 'maps',
    caption,
    items: items.map(({ heading, state }) => ({
      heading,
      states: byState(({ code }) => markOf(state, code)),
    })),
    legend: LEGEND,
  };
}

/** On the last printout: the game in six maps. */
export function storySection({ states, now }: ReportContext): ReportSection | null {
  if (now.phase !== 'over') return null;
  const played = states.filter(({ turn }) => turn > 0);
  const items = played.map((state) => {
    const { D, R } = state.partyVotes;
    return { heading: `After turn ${state.turn}: Dem. ${D}, Rep. ${R}`, state };
  });
  const caption = 'The states by leading party and overall leader after each turn, with electoral votes';
  return sharedSection('story', 'The story of the game', [compareMaps(caption, items)]);
}

/** EY-9.9: from turn 2 on, electoral votes by turn: each player's before turn 4, each party's after. */
export function chartSection({ states, now }: ReportContext): ReportSection | null {
  if (now.turn === 0) return null;
  const byParty = now.turn >= CONVENTION_TURN;
  const chart: LineChart = {
    kind: 'chart',
    caption: byParty ? 'Electoral votes of each party by turn' : 'Electoral votes of each candidate by turn',
    labels: states.map(({ turn }) => (turn === 0 ? 'Start' : `Turn ${turn}`)),
    series: byParty
      ? PARTIES.map((party) => ({
          label: PARTY_NAMES[party],
          tone: party,
          values: states.map(({ partyVotes }) => partyVotes[party]),
        }))
      : now.players.map(({ id, party }) => ({
          label: id,
          tone: party,
          values: states.map((state) => findPlayer(state, id)?.votes ?? null),
        })),
    mark: { value: MAJORITY, label: byParty ? `${MAJORITY} to win` : `${MAJORITY} to be nominated` },
  };
  return sharedSection('chart', 'Electoral votes by turn', [chart]);
}
