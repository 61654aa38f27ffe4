import type { StateCode } from '../country.ts';
import type { Cell, ElectoralMap, LineChart, MapMark, ReportSection, Table, VoteBar } from '../report.ts';
import { sharedSection } from '../report-page.ts';
import {
  ALL_VOTES,
  BASE_STATES,
  BASE_VOTES,
  BOARD,
  type BoardState,
  MAJORITY_VOTES,
  PARTIES,
  PARTY_NAMES,
  type Party,
  REGION_IDS,
  REGION_NAMES,
  type RegionId,
  STATES_OF,
  TRACK_END,
} from './data.ts';
import { countVotes, isSafe, isSafeFor, winnerOf } from './polls.ts';
import { type Page, pollWords, signed } from './report-words.ts';
import type { State } from './state.ts';

type Strength = MapMark['strength'];

/** MOE-9.1.3: the battlegrounds in eleven steps by poll, the base states in their side's dark tone. */
export function mapSection({ now }: Page): ReportSection {
  const states: Partial<Record<StateCode, MapMark>> = {};
  for (const party of PARTIES) {
    for (const code of BASE_STATES[party]) {
      states[code] = { tone: party, strength: 5, words: `${PARTY_NAMES[party]}, base` };
    }
  }
  for (const entry of BOARD) states[entry.code] = markOf(now, entry);
  const map: ElectoralMap = {
    kind: 'map',
    caption: 'The polls: battleground states with their electoral votes, and the base states of both sides',
    states,
    legend: legend(),
  };
  return sharedSection('map', 'The map', [map]);
}

function markOf({ polls, start }: State, { code, votes }: BoardState): MapMark {
  const poll = polls[code];
  const winner = winnerOf(poll, start[code]);
  if (poll === 0) {
    const words = `even, held by the ${PARTY_NAMES[winner]}`;
    return { tone: null, strength: 1, dot: winner, label: `${votes} ${winner}`, words };
  }
  const safe = isSafe(poll) ? ', safe' : '';
  const words = `${PARTY_NAMES[winner]} ${pollWords(poll)}${safe}`;
  return { tone: winner, strength: Math.abs(poll) as Strength, label: String(votes), words };
}

/** Eleven steps from dark blue over white to dark red (MOE-2.4). */
function legend(): ElectoralMap['legend'] {
  const strengths: Strength[] = [5, 4, 3, 2, 1];
  const side = (party: Party) =>
    strengths.map((strength) => {
      const safe = strength >= 4 ? ' safe' : '';
      return { tone: party, strength, text: `${party}+${strength}${safe}` };
    });
  return [
    ...side('D'),
    { tone: null, strength: 1, text: 'even, held by the side shown' },
    ...side('R').reverse(),
  ];
}

/** MOE-9.1.4: the polling tracks, region by region. */
export function pollsSection(page: Page): ReportSection {
  const tables = REGION_IDS.map((region) => tracks(page, region));
  const last = tables.at(-1) as Table;
  last.note =
    'X the poll; o the start, where the poll has left it. Left of 0 the Democrats lead, right of it the ' +
    'Republicans; on 0 the side where the state started; 4 and 5 are safe. EV: electoral votes. Die: the ' +
    'results of the state die that name the state. Token: who has the small-state token (a state with “–” gives none).';
  return sharedSection('polls', 'The polls', tables);
}

const SQUARES = Array.from({ length: 2 * TRACK_END + 1 }, (_, i) => i - TRACK_END);

function tracks(page: Page, region: RegionId): Table {
  const die = REGION_IDS.indexOf(region) + 1;
  const votes = STATES_OF[region].reduce((sum, state) => sum + state.votes, 0);
  return {
    kind: 'table',
    caption: `${REGION_NAMES[region]} (region die ${die}, ${votes} votes)`,
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'EV', align: 'right' },
      { label: 'Die', align: 'left' },
      ...SQUARES.map((square) => ({ label: String(Math.abs(square)), align: 'right' as const })),
      { label: '±', align: 'right' },
      { label: 'Leads', align: 'left' },
      { label: 'Token', align: 'left' },
    ],
    rows: STATES_OF[region].map((state) => track(page, state)),
  };
}

function track({ now, before }: Page, { code, name, votes, die }: BoardState): Cell[] {
  const poll = now.polls[code];
  const winner = winnerOf(poll, now.start[code]);
  const change = before === null ? 0 : poll - before.polls[code];
  const holders = now.players.filter((player) => player.tokens.includes(code)).map((player) => player.id);
  const leads = `${winner}${isSafe(poll) ? ' safe' : ''}`;
  return [
    name,
    String(votes),
    die[0] === die[1] ? String(die[0]) : `${die[0]}–${die[1]}`,
    ...SQUARES.map((square): Cell => {
      if (square === poll) return { text: 'X', strong: true };
      return square === now.start[code] ? 'o' : '·';
    }),
    change === 0 ? '' : signed(change),
    { text: leads, tone: winner, strong: isSafe(poll) },
    votes <= 9 ? holders.join(' ') : '–',
  ];
}

/** Parts of the bar from left to right: how firmly these votes stand with whom. */
function barParts({ polls, start }: State): VoteBar['parts'] {
  const sum = (party: Party, safe: boolean) =>
    BOARD.filter(
      ({ code }) => winnerOf(polls[code], start[code]) === party && isSafeFor(polls[code], party) === safe,
    ).reduce((total, { votes }) => total + votes, 0);
  return [
    { label: 'base D', value: BASE_VOTES.D, tone: 'D', strength: 5 },
    { label: 'safe D', value: sum('D', true), tone: 'D', strength: 4 },
    { label: 'leaning D', value: sum('D', false), tone: 'D', strength: 2 },
    { label: 'leaning R', value: sum('R', false), tone: 'R', strength: 2 },
    { label: 'safe R', value: sum('R', true), tone: 'R', strength: 4 },
    { label: 'base R', value: BASE_VOTES.R, tone: 'R', strength: 5 },
  ];
}

/** MOE-9.1.5: the electoral votes as a bar against 270, and both totals week by week. */
export function votesSection({ now, states }: Page): ReportSection {
  const mark = { value: MAJORITY_VOTES, label: '270 to win' };
  const bar: VoteBar = {
    kind: 'bar',
    caption: now.phase === 'over' ? 'The electoral votes' : 'The electoral votes if the vote were held today',
    parts: barParts(now),
    total: ALL_VOTES,
    mark,
  };
  const totals = states.map(({ polls, start }) => countVotes(polls, start));
  const chart: LineChart = {
    kind: 'chart',
    caption: 'The electoral votes week by week',
    labels: states.map(labelOf),
    series: PARTIES.map((party) => ({
      label: PARTY_NAMES[party],
      tone: party,
      values: totals.map((votes) => votes[party]),
    })),
    mark,
  };
  return sharedSection('votes', 'The electoral votes', states.length > 1 ? [bar, chart] : [bar]);
}

/** What a state of the game is called under the chart: the week that was played. */
function labelOf(state: State, k: number): string {
  if (k === 0) return 'Start';
  return state.phase === 'over' ? 'Vote' : `${state.week - 1}`;
}
