import { MAJORITY } from '../../country.ts';
import { counted, listInWords } from '../../numbers.ts';
import { otherParty, PARTIES, PARTY_NAMES, type Party } from '../../parties.ts';
import type { Block, Cell, MapComparison, ReportSection, Table } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { BASE_VOTES, BOARD, boardState, REGION_IDS, REGION_NAMES, REGION_STATES } from '../data.ts';
import { finalVoteReader } from '../final-vote.ts';
import { majorityParty } from '../outcome.ts';
import { countVotes, winnerOf } from '../polls.ts';
import { sum } from '../rolls.ts';
import type { FinalEvent, State } from '../state.ts';
import {
  capitalized,
  pollWithLeader,
  type ReportContext,
  stateName,
  theParty,
  votesInWords,
} from './context.ts';
import { byName, changesSides, squaresToFlip, statesWithVotes } from './leads.ts';
import { comparedMaps } from './map.ts';
import { effortTable, swingsTable } from './swings.ts';
import { cheapestUpset, indispensableStates } from './upset.ts';

/** After the end: why the winner won, and the story of the game in maps. Null before. */
export function endingSection({ now, states }: ReportContext): ReportSection | null {
  if (now.phase !== 'over') return null;
  const winner = majorityParty(countVotes(now.polls, now.start));
  const swings = swingsTable(states);
  const rolls = rollsTable(now);
  const blocks: Block[] = [
    { kind: 'paragraph', text: reasons(now, winner) },
    groupsTable(now),
    ...(rolls === null ? [] : [rolls]),
    ...(swings === null ? [] : [swings]),
    effortTable(states, ({ seat }) => seat ?? 'Opponent'),
    ...(states.length > 1 ? [storyMaps(states)] : []),
  ];
  const title = winner === null ? 'Why no one won' : `Why ${theParty(winner)} won`;
  return sharedSection('ending', title, blocks);
}

/** What decided the election, and what would have changed it. */
function reasons(now: State, winner: Party | null): string {
  if (winner === null) {
    const upsets = PARTIES.map((party) => upsetSentence(now, party));
    return ['Both parties have 269 electoral votes, one short of a majority.', ...upsets].join(' ');
  }
  const needed = indispensableStates(now, winner);
  const decided =
    needed.length === 0
      ? `${capitalized(theParty(winner))} could have lost any one state and would still have won.`
      : `Without ${listInWords(
          needed.map(({ state, votes }) => `${stateName(state)} (${votes})`),
          'or',
        )}, ` + `${theParty(winner)} would have had fewer than ${MAJORITY}.`;
  return [
    marginSentence(now, winner),
    decided,
    rollsSentence(now),
    upsetSentence(now, otherParty(winner)),
  ].join(' ');
}

function marginSentence(now: State, winner: Party): string {
  const votes = countVotes(now.polls, now.start);
  const own = BOARD.filter(({ code }) => winnerOf(now.polls[code], now.start[code]) === winner);
  const gained = byName(own).filter(({ code }) => winnerOf(0, now.start[code]) !== winner);
  const start =
    gained.length === 0
      ? 'They held states that were theirs at the start.'
      : `They won ${statesWithVotes(gained.map(({ code, votes: n }) => ({ state: code, votes: n })))}, which started on the other side.`;
  return `${capitalized(theParty(winner))} won ${votes[winner]} to ${votes[otherParty(winner)]}. ${start}`;
}

/** How many electoral votes the final rolls changed. */
function rollsSentence(now: State): string {
  const flips = finalEvents(now).filter(({ state, from, to }) => changesSides(from, to, now.start[state]));
  if (flips.length === 0) return 'The final rolls changed no state.';
  const parts = PARTIES.flatMap((party) => {
    const gained = flips.filter(({ state, to }) => winnerOf(to, now.start[state]) === party);
    const named = gained.map(({ state }) => ({ state, votes: boardState(state).votes }));
    return named.length === 0 ? [] : [`${statesWithVotes(named)} to ${theParty(party)}`];
  });
  return `The final rolls brought ${parts.join(' and ')}.`;
}

/** `One more square in Ohio (20) would have elected the Republicans, 271 to 267.` */
function upsetSentence(now: State, party: Party): string {
  const upset = cheapestUpset(now, party);
  if (upset === null) return '';
  const { states, squares, votes } = upset;
  const named = states.map(({ state, votes: n, squares: own }) => {
    return `${stateName(state)} (${n}${states.length > 1 ? `, ${counted(own, 'square')}` : ''})`;
  });
  const where = `${counted(squares, 'more square')} in ${listInWords(named)}`;
  return `The smallest change to the result: ${where} would have elected ${theParty(party)} with ${votes}.`;
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

function finalEvents(now: State): FinalEvent[] {
  return now.log.filter((event) => event.kind === 'final');
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
    caption: 'The final rolls that mattered',
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
    note: 'States that changed sides in the final vote (bold), and states that a single square would have moved over.',
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
