import { MAJORITY } from '../../country.ts';
import { otherParty, PARTIES, PARTY_NAMES, type Party } from '../../parties.ts';
import type { Cell, Table } from '../../report.ts';
import { byBattleground } from '../data.ts';
import { majorityParty } from '../outcome.ts';
import { countVotes } from '../polls.ts';
import type { Polls, State } from '../state.ts';
import { capitalized, theParty, votesInWords } from './context.ts';
import { leaderOf, type SideChange, sideChanges, statesWithVotes } from './leads.ts';

// How the electoral votes came from the last printout to the result: by the last campaigning, then by the final rolls.

/** A moment of the last turn. */
interface Stage {
  /** In words, as the end of a sentence: `after week 9`. */
  when: string;
  polls: Polls;
  votes: Record<Party, number>;
  /** The party that would win with these polls; null on 269 to 269. */
  leader: Party | null;
}

/** MOE-6.10: the polls after all campaigning, before the rolls of the final vote. */
export function pollsBeforeRolls(over: State): Polls {
  const rolled = new Map(
    over.log.flatMap((event) => (event.kind === 'final' ? [[event.state, event.from]] : [])),
  );
  return byBattleground(({ code }) => rolled.get(code) ?? over.polls[code]);
}

/** Whether the last turn had last-minute stops: without tokens, the vote follows in the turn of week 9 (MOE-4.1). */
function hadLastMinute(before: State): boolean {
  return before.phase === 'last-minute';
}

/** What campaigning comes before the rolls: `the last-minute stops`. */
function lastCampaigning(before: State): string {
  return hadLastMinute(before) ? 'the last-minute stops' : `week ${before.week}`;
}

/** The stages of the last turn: before it, before the final rolls, and the result. */
function stagesOf(before: State, over: State): [Stage, Stage, Stage] {
  const stage = (when: string, polls: Polls): Stage => {
    const votes = countVotes(polls, over.start);
    return { when, polls, votes, leader: majorityParty(votes) };
  };
  return [
    stage(`after week ${before.week - 1}`, before.polls),
    stage(`after ${lastCampaigning(before)}`, pollsBeforeRolls(over)),
    stage('after the final rolls', over.polls),
  ];
}

/** `It was D 249, R 289 after week 9; D 291, R 247 after the last-minute stops; and D 254, R 284 after the final rolls.` */
export function stagesSentence(before: State, over: State): string {
  const [first, second, last] = stagesOf(before, over).map(
    ({ when, votes }) => `${votesInWords(votes)} ${when}`,
  );
  return `It was ${first}; ${second}; and ${last}.`;
}

/** The same as a table, with the states that changed sides on the way. */
export function stagesTable(before: State, over: State): Table {
  const stages = stagesOf(before, over);
  return {
    kind: 'table',
    caption: `How the electoral votes moved from week ${before.week - 1} to the result`,
    showCaption: true,
    columns: [
      { label: 'When', align: 'left' },
      ...PARTIES.map((party) => ({ label: PARTY_NAMES[party], align: 'right' as const, tone: party })),
      { label: 'Ahead', align: 'left' },
      { label: 'States that changed sides', align: 'left' },
    ],
    rows: stages.map((stage, i): Cell[] => {
      const { when, votes, leader } = stage;
      const changes = i === 0 ? null : changesBetween(over, stages[i - 1] as Stage, stage);
      return [
        capitalized(when),
        ...PARTIES.map((party): Cell => ({ text: String(votes[party]), strong: party === leader })),
        leader === null ? 'neither' : { text: PARTY_NAMES[leader], tone: leader },
        changes ?? '',
      ];
    }),
    note: `${MAJORITY} electoral votes win. After each state: its electoral votes. The final rolls are those of MOE-6.10.`,
  };
}

function changesBetween(over: State, from: Stage, to: Stage): string {
  const changes = sideChanges({ ...over, polls: from.polls }, { ...over, polls: to.polls });
  return changes.length === 0 ? 'none' : changesInWords(changes);
}

/** `Ohio (20) to the Democrats; Iowa (7) and Nevada (5) to the Republicans`. */
export function changesInWords(changes: readonly SideChange[]): string {
  return PARTIES.flatMap((party) => {
    const gained = changes.filter((change) => change.party === party);
    return gained.length === 0 ? [] : [`${statesWithVotes(gained)} to ${theParty(party)}`];
  }).join('; ');
}

/** What decided the result: the weeks, the last-minute stops, or the final rolls. */
export function decidedSentence(states: readonly State[]): string {
  const over = states.at(-1) as State;
  const before = states.at(-2) as State;
  const [first, second, last] = stagesOf(before, over);
  if (second.leader !== last.leader) {
    return `The final rolls decided the election. ${turnSentence(second, last, 'The rolls')}`;
  }
  if (first.leader !== last.leader) {
    const what = capitalized(lastCampaigning(before));
    const turned = turnSentence(first, second, what);
    return `${what} decided the election. ${turned} The final rolls did not change the winner.`;
  }
  if (last.leader === null) return 'The count was tied before the last turn, and it ended tied.';
  return (
    `The weeks of campaigning decided the election: ${theParty(last.leader)} ${sinceWhen(states, last.leader)}, and neither ` +
    `${lastCampaigning(before)} nor the final rolls changed that.`
  );
}

/** `After week 9, the Republicans were ahead, 289 to 249. The last-minute stops turned that into 291 to 247 for the …` */
function turnSentence(from: Stage, to: Stage, what: string): string {
  const standing =
    from.leader === null
      ? 'the count was tied at 269'
      : `${theParty(from.leader)} were ahead, ${scoreOf(from)}`;
  const result = to.leader === null ? '269 to 269' : `${scoreOf(to)} for ${theParty(to.leader)}`;
  return `${capitalized(from.when)}, ${standing}. ${what} turned that into ${result}.`;
}

/** `291 to 247`, the leader first. */
function scoreOf({ leader, votes }: Stage): string {
  const first = leader ?? 'D';
  return `${votes[first]} to ${votes[otherParty(first)]}`;
}

/** Since when a party that is ahead was ahead without a break: `had been ahead since week 4`. */
function sinceWhen(states: readonly State[], party: Party): string {
  const earlier = states.slice(0, -1);
  const behind = earlier.findLastIndex((state) => leaderOf(state) !== party);
  const week = (earlier[behind] as State | undefined)?.week;
  if (week === undefined) return 'were ahead from the start';
  return `had been ahead since week ${week}`;
}
