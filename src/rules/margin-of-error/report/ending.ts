import { otherParty, PARTIES, PARTY_NAMES } from '../../parties.ts';
import type { Block, Cell, MapComparison, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { BASE_VOTES, boardState, REGION_IDS, REGION_NAMES, REGION_STATES } from '../data.ts';
import { finalVoteReader } from '../final-vote.ts';
import { majorityParty } from '../outcome.ts';
import { countVotes, winnerOf } from '../polls.ts';
import { sum } from '../rolls.ts';
import type { FinalEvent, State } from '../state.ts';
import { pollWithLeader, type ReportContext, stateName, theParty, votesInWords } from './context.ts';
import { decidedSentence, stagesTable } from './final-stages.ts';
import { byName, changesSides, squaresToFlip } from './leads.ts';
import { comparedMaps } from './map.ts';
import { finalEvents, otherResultsInWords, reasonsInWords } from './reasons.ts';
import { effortTable, swingsTable } from './swings.ts';

/** After the end: why the winner won, and the story of the game in maps. Null before. */
export function endingSection({ now, states }: ReportContext): ReportSection | null {
  if (now.phase !== 'over') return null;
  const winner = majorityParty(countVotes(now.polls, now.start));
  const swings = swingsTable(states);
  const effort = effortTable(states, ({ seat }) => seat ?? 'Automatic opponent');
  const rolls = rollsTable(now);
  const blocks: Block[] = [
    { kind: 'paragraph', text: reasonsInWords(now, winner) },
    { kind: 'paragraph', text: `How close it was: ${otherResultsInWords(now, winner)}` },
    ...stagesBlocks(states),
    groupsTable(now),
    ...(effort === null ? [] : [effort]),
    ...(rolls === null ? [] : [rolls]),
    ...(swings === null ? [] : [swings]),
    ...(states.length > 1 ? [storyMaps(states)] : []),
  ];
  const title = winner === null ? 'Why no one won' : `Why ${theParty(winner)} won`;
  return sharedSection('ending', title, blocks);
}

/** What the last campaigning and the final rolls each did to the electoral votes, and which of it decided. */
function stagesBlocks(states: readonly State[]): Block[] {
  const [before, over] = states.slice(-2);
  if (before === undefined || over === undefined) return [];
  return [{ kind: 'paragraph', text: decidedSentence(states) }, stagesTable(before, over)];
}

/** MOE-7.1: the votes by group of states. */
function groupsTable(now: State): Table {
  const rows = REGION_IDS.map((region) => {
    const states = REGION_STATES[region];
    const cells = PARTIES.map((party) => {
      const won = byName(states).filter(({ code }) => winnerOf(now.polls[code], now.start[code]) === party);
      const votes = won.reduce((total, state) => total + state.votes, 0);
      return votes === 0 ? '–' : `${votes}: ${won.map(({ code }) => code).join(' ')}`;
    });
    return [REGION_NAMES[region], ...cells];
  });
  const votes = countVotes(now.polls, now.start);
  const total = (cells: readonly number[]): Cell[] => cells.map((n) => ({ text: String(n), strong: true }));
  return {
    kind: 'table',
    caption: 'The electoral votes by group of states',
    showCaption: true,
    columns: [
      { label: 'States', align: 'left' },
      ...PARTIES.map((party) => ({ label: PARTY_NAMES[party], align: 'left' as const, tone: party })),
    ],
    rows: [
      ['Base states', ...PARTIES.map((party) => String(BASE_VOTES[party]))],
      ...rows.toSorted((a, b) => ((a[0] as string) < (b[0] as string) ? -1 : 1)),
      [{ text: 'Together', strong: true }, ...total(PARTIES.map((party) => votes[party]))],
    ],
  };
}

/** The final rolls that changed a state, and those that one more square would have made change it; null if there are none. */
function rollsTable(now: State): Table | null {
  const mattered = finalEvents(now).filter(
    ({ state, from, to }) =>
      changesSides(from, to, now.start[state]) || squaresToFlip(from, now.start[state]) === 1,
  );
  if (mattered.length === 0) return null;
  const named = byName(mattered.map((event) => ({ ...event, name: stateName(event.state) })));
  return {
    kind: 'table',
    caption: 'Final rolls in the states that changed sides or were one square from it',
    showCaption: true,
    columns: [
      { label: 'State', align: 'left' },
      { label: 'Votes', align: 'right' },
      { label: 'Poll before', align: 'left' },
      { label: 'Roll', align: 'left' },
      { label: 'Squares', align: 'left' },
      { label: 'Result', align: 'left' },
    ],
    rows: named.map((event) => rollRow(now, event)),
    note: 'Bold: the roll made the state change sides. “Even (D)”: even, and held by the Democrats, on whose side it started.',
  };
}

function rollRow(now: State, { state, dice, shift, from, to }: FinalEvent): Cell[] {
  const start = now.start[state];
  const winner = winnerOf(to, start);
  const strong = changesSides(from, to, start);
  const reader = finalVoteReader(now);
  const toward = shift > 0 ? reader : otherParty(reader);
  return [
    { text: stateName(state), strong },
    String(boardState(state).votes),
    { text: pollWithLeader(from, start), tone: winnerOf(from, start) },
    `${dice.join(' + ')} = ${sum(dice)}`,
    shift === 0 ? 'none' : `${Math.abs(shift)} to ${toward}`,
    {
      text: `${pollWithLeader(to, start)}: ${strong ? 'goes to' : 'stays with'} ${theParty(winner)}`,
      tone: winner,
      strong,
    },
  ];
}

/** How many maps tell the story of a game at most. */
const MAX_MAPS = 6;

/** The game in maps: its beginning, its end, and moments evenly between them. */
function storyMaps(states: readonly State[]): MapComparison {
  const count = Math.min(MAX_MAPS, states.length);
  const last = states.length - 1;
  const moments = Array.from({ length: count }, (_, i) => {
    const at = Math.floor((i * last) / (count - 1));
    return { heading: momentInWords(states, at), state: states[at] as State };
  });
  return comparedMaps('The story of the game', moments);
}

function momentInWords(states: readonly State[], at: number): string {
  const { phase } = states[at] as State;
  const votes = countVotes((states[at] as State).polls, (states[at] as State).start);
  const score = votesInWords(votes);
  if (at === 0) return `The start: ${score}`;
  return phase === 'over' ? `The vote: ${score}` : `After week ${(states[at - 1] as State).week}: ${score}`;
}
