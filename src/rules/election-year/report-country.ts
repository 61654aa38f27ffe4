import { ALL_VOTES, byState, MAJORITY, STATES, type StateCode } from '../country.ts';
import type { Block, Cell, ElectoralMap, LineChart, MapMark, ReportSection } from '../report.ts';
import { sharedSection } from '../report-page.ts';
import { CONVENTION_TURN, PARTIES, PARTY_NAMES, type Party } from './data.ts';
import { figure, type Page } from './report-words.ts';
import { findPlayer, leadingParty, popularityIn, type State } from './state.ts';

/** EY-9.7: every state with each player's popularity and who leads it, on a page of its own. */
export function statesSection({ now }: Page): ReportSection {
  const columns = [
    { label: 'State', align: 'left' as const },
    { label: 'Code', align: 'left' as const },
    { label: 'EV', align: 'right' as const },
    { label: 'Don.', align: 'right' as const },
    ...now.players.map(({ id, party }) => ({ label: id, align: 'right' as const, tone: party })),
    { label: 'Dem.', align: 'left' as const, tone: 'D' as const },
    { label: 'Rep.', align: 'left' as const, tone: 'R' as const },
  ];
  const rows = STATES.map(({ code, name, electoralVotes, donation }): Cell[] => [
    name,
    code,
    String(electoralVotes),
    String(donation),
    ...now.players.map(({ id }) => figure(popularityIn(now.popularity, code, id))),
    ...PARTIES.map((party) => leaderCell(now, code, party)),
  ]);
  const block: Block = {
    kind: 'table',
    caption: 'Popularity and leads in the states',
    showCaption: false,
    columns,
    rows,
    note: 'EV: electoral votes. Don.: donation number in dollars. Dem., Rep.: the party’s leader; * before the one whose party leads the state.',
  };
  return { ...sharedSection('states', 'The states', [block]), newPage: true };
}

function leaderCell({ leaders }: State, code: StateCode, party: Party): Cell {
  const leads = leaders[code];
  const ahead = leadingParty(leads) === party;
  return { text: `${ahead ? '*' : ''}${leads[party]}`, tone: party, strong: ahead };
}

/** The three strengths of a lead by its margin in popularity (EY-9.8). */
const STRENGTHS = [
  { strength: 5, word: 'solid', from: 100, legend: 'solid: by 100 or more' },
  { strength: 3, word: 'narrow', from: 1, legend: 'narrow: by less than 100' },
  { strength: 1, word: 'marginal', from: 0, legend: 'marginal: tied' },
] as const;

/** EY-9.8: the map, and the electoral count of each party as a bar against 270. */
export function mapSection({ now }: Page): ReportSection {
  const map: ElectoralMap = {
    kind: 'map',
    caption: 'The states by leading party and overall leader',
    states: byState(({ code }) => markOf(now, code)),
    legend: PARTIES.flatMap((party) =>
      STRENGTHS.map(({ strength, legend }) => ({
        tone: party,
        strength,
        text: `${PARTY_NAMES[party]}, ${legend}`,
      })),
    ),
  };
  const { D, R } = now.partyVotes;
  const bar: Block = {
    kind: 'bar',
    caption: `Electoral votes: Democrats ${D}, Republicans ${R}`,
    parts: PARTIES.map((party) => ({
      label: PARTY_NAMES[party],
      value: now.partyVotes[party],
      tone: party,
      strength: 5,
    })),
    total: ALL_VOTES,
    mark: { value: MAJORITY, label: `${MAJORITY} elect` },
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

/** EY-9.9: from turn 2 on, electoral votes by turn: each player's before turn 4, each party's after. */
export function chartSection({ states, now }: Page): ReportSection | null {
  if (now.turn === 0) return null;
  const byParty = now.turn >= CONVENTION_TURN;
  const caption = byParty
    ? 'Electoral votes of each party by turn'
    : 'Electoral votes of each candidate by turn';
  const chart: LineChart = {
    kind: 'chart',
    caption,
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
    mark: { value: MAJORITY, label: byParty ? `${MAJORITY} elect` : `${MAJORITY} nominate` },
  };
  return sharedSection('chart', 'Votes by turn', [chart]);
}
