import { ALL_VOTES, MAJORITY } from '../../country.ts';
import { PARTIES, PARTY_NAMES, type Party } from '../../parties.ts';
import type { LineChart, ReportSection, VoteBar } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { BASE_VOTES, BOARD } from '../data.ts';
import { countVotes, isSafeFor, winnerOf } from '../polls.ts';
import type { Polls, State } from '../state.ts';
import type { ReportContext } from './context.ts';
import { pollsBeforeRolls } from './final-stages.ts';

/** The parts of the bar from left to right: which party has these votes, and how safely. */
function barParts({ polls, start }: State): VoteBar['parts'] {
  const votesOf = (party: Party, safe: boolean) =>
    BOARD.filter(
      ({ code }) => winnerOf(polls[code], start[code]) === party && isSafeFor(polls[code], party) === safe,
    ).reduce((total, { votes }) => total + votes, 0);
  return [
    { label: 'base D', value: BASE_VOTES.D, tone: 'D', strength: 5 },
    { label: 'safe D', value: votesOf('D', true), tone: 'D', strength: 4 },
    { label: 'leaning D', value: votesOf('D', false), tone: 'D', strength: 2 },
    { label: 'leaning R', value: votesOf('R', false), tone: 'R', strength: 2 },
    { label: 'safe R', value: votesOf('R', true), tone: 'R', strength: 4 },
    { label: 'base R', value: BASE_VOTES.R, tone: 'R', strength: 5 },
  ];
}

/** MOE-9.1.5: the electoral votes as a bar against 270, and both totals week by week. */
export function votesSection({ now, states }: ReportContext): ReportSection {
  const mark = { value: MAJORITY, label: `${MAJORITY} to win` };
  const bar: VoteBar = {
    kind: 'bar',
    caption: now.phase === 'over' ? 'The electoral votes' : 'The electoral votes if the vote were held today',
    parts: barParts(now),
    total: ALL_VOTES,
    mark,
  };
  const moments = momentsOf(states);
  const chart: LineChart = {
    kind: 'chart',
    caption: 'The electoral votes week by week',
    labels: moments.map(({ label }) => label),
    series: PARTIES.map((party) => ({
      label: PARTY_NAMES[party],
      tone: party,
      values: moments.map(({ votes }) => votes[party]),
    })),
    mark,
  };
  return sharedSection('votes', 'The electoral votes', states.length > 1 ? [bar, chart] : [bar]);
}

/** The moments of the chart: the start, the end of each week, and at the end the last minute and the vote. */
function momentsOf(states: readonly State[]): { label: string; votes: Record<Party, number> }[] {
  return states.flatMap((state, turn) => {
    const moment = (label: string, polls: Polls) => ({ label, votes: countVotes(polls, state.start) });
    const before = states[turn - 1];
    if (before === undefined) return [moment('Start', state.polls)];
    // Longer labels of many weeks have no room on a phone.
    const week = states.length > 5 ? String(before.week) : `Week ${before.week}`;
    const played = before.phase === 'week' ? week : 'Last stops';
    if (state.phase !== 'over') return [moment(played, state.polls)];
    return [moment(played, pollsBeforeRolls(state)), moment('Vote', state.polls)];
  });
}
