import { MAJORITY } from '../../../country.ts';
import { type Story, story } from '../../../news.ts';
import { listInWords, numberWord } from '../../../numbers.ts';
import { otherParty, type Party } from '../../../parties.ts';
import { type Battleground, boardState } from '../../data.ts';
import { majorityParty } from '../../outcome.ts';
import { countVotes } from '../../polls.ts';
import { capitalized, stateName, theParty } from '../context.ts';
import { pollsBeforeRolls } from '../final-stages.ts';
import { changesSides } from '../leads.ts';
import { cheapestUpset, indispensableStates } from '../upset.ts';
import { type PlayedTurn, partyWords } from './turn.ts';
import {
  CLEAR_ELECTION,
  DEADLOCK,
  LAST_MINUTE,
  LATE_SHIFT,
  NARROW_ELECTION,
  WIDE_ELECTION,
} from './wording-race.ts';

/** An election is narrow up to this margin in electoral votes, and a landslide from the other one on. */
const NARROW = 24;
const WIDE = 110;

/** The news of the turn with the final vote. The election itself always leads. */
export function electionStories(turn: PlayedTurn): Story[] {
  const late = statesIn(turn, 'final').filter(({ flipped }) => flipped);
  const pushed = statesIn(turn, 'last-minute').filter(({ moved }) => moved);
  return [
    electionStory(turn),
    ...(late.length === 0 ? [] : [story('late-shift', 50, LATE_SHIFT, { list: listOf(late) })]),
    ...(pushed.length === 0 ? [] : [story('last-minute', 30, LAST_MINUTE, { list: listOf(pushed) })]),
  ];
}

interface MovedState {
  state: Battleground;
  moved: boolean;
  flipped: boolean;
}

/** The states of the final rolls, or of the last-minute stops. */
function statesIn({ after }: PlayedTurn, kind: 'final' | 'last-minute'): MovedState[] {
  return after.log.flatMap((event) => {
    if (event.kind !== kind) return [];
    const { state, from, to } = event;
    return [{ state, moved: from !== to, flipped: changesSides(from, to, after.start[state]) }];
  });
}

/** How many states a list names before it says how many more there are. */
const MAX_NAMED = 4;

/** The states of a list, the largest first. */
function listOf(states: readonly MovedState[]): string {
  const codes = [...new Set(states.map(({ state }) => state))].toSorted(
    (a, b) => boardState(b).votes - boardState(a).votes,
  );
  const named = codes.slice(0, MAX_NAMED).map(stateName);
  const more = codes.length - named.length;
  return listInWords(
    more === 0 ? named : [...named, `${numberWord(more)} other ${more === 1 ? 'state' : 'states'}`],
  );
}

function electionStory(turn: PlayedTurn): Story {
  const { after, who } = turn;
  const votes = countVotes(after.polls, after.start);
  const winner = majorityParty(votes);
  if (winner === null) {
    return story('election', ELECTION_SCORE, DEADLOCK, {
      majority: String(MAJORITY),
      decider: deadlockWords(turn),
    });
  }
  const gap = votes[winner] - votes[otherParty(winner)];
  const wording = gap <= NARROW ? NARROW_ELECTION : gap >= WIDE ? WIDE_ELECTION : CLEAR_ELECTION;
  const player = after.players.find(({ party }) => party === winner);
  return story('election', ELECTION_SCORE, wording, {
    ...partyWords(winner),
    score: `${votes[winner]} to ${votes[otherParty(winner)]}`,
    gap: String(gap),
    leader: player === undefined ? 'the automatic opponent' : who(player.id),
    decider: decider(turn, winner),
  });
}

/** More than any other story. */
const ELECTION_SCORE = 10_000;

/** What decided the election: the final rolls if they made the winner, else the states that the winner could not do without. */
function decider({ after }: PlayedTurn, winner: Party): string {
  const earlier = countVotes(pollsBeforeRolls(after), after.start);
  const ahead = majorityParty(earlier);
  if (ahead === null) return 'Going into election night, the count was tied at 269';
  if (ahead !== winner) {
    return `Going into election night, ${theParty(ahead)} led ${earlier[ahead]} to ${earlier[winner]}`;
  }
  const needed = indispensableStates(after, winner).map(({ state }) => state);
  if (needed.length > 0) {
    const largest = needed.toSorted((a, b) => boardState(b).votes - boardState(a).votes).slice(0, 3);
    const states = listInWords(largest.map(stateName), 'or');
    return `Had ${states} gone the other way, ${theParty(winner)} would not have won`;
  }
  const upset = cheapestUpset(after, otherParty(winner));
  if (upset === null) return `${capitalized(theParty(winner))} had votes to spare`;
  const states = upset.states.map(({ state }) => stateName(state));
  const squares = `${numberWord(upset.squares)} ${upset.squares === 1 ? 'square' : 'squares'}`;
  return `${capitalized(theParty(otherParty(winner)))} fell ${squares} short, in ${listInWords(states)}`;
}

/** What would have broken the deadlock. */
function deadlockWords({ after }: PlayedTurn): string {
  const states = cheapestUpset(after, 'D')?.states.map(({ state }) => stateName(state)) ?? [];
  return `A little more support in ${listInWords(states)} would have elected the Democrats`;
}
