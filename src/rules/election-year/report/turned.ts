import type { CountryState } from '../../country.ts';
import { stateInText } from '../../news.ts';
import { counted, listInWords } from '../../numbers.ts';
import { otherParty, PARTY_ADJECTIVE, PARTY_NAMES, type Party } from '../../parties.ts';
import { leadingParty, type State } from '../state.ts';
import { STATES_BY_NAME } from './compare.ts';

/** More states than this are counted instead of named. */
const NAMED = 4;

/** The states that turned to the winning party on the last turn and decided the election. */
export interface DecisiveStates {
  /** Most electoral votes first; none if the winner did not need the states that turned. */
  states: CountryState[];
  /** Whether each of them was decisive by itself, or only all of them together. */
  each: boolean;
}

/**
 * Which of the states that turned to the winner on the last turn decided the election: those without which the other party
 * would have more electoral votes. If no single state was decisive, the largest ones that were decisive together.
 */
export function decisiveStates(before: State, now: State, winner: Party): DecisiveStates {
  const turned = turnedStates(before, now, winner);
  const lead = now.partyVotes[winner] - now.partyVotes[otherParty(winner)];
  // A state that does not turn counts twice: it is missing for one party and remains with the other.
  const isEnough = (votes: number) => 2 * votes > lead;
  const single = turned.filter(({ electoralVotes }) => isEnough(electoralVotes));
  if (single.length > 0) return { states: single, each: true };
  const states: CountryState[] = [];
  let votes = 0;
  for (const state of turned) {
    if (isEnough(votes)) break;
    states.push(state);
    votes += state.electoralVotes;
  }
  return { states: isEnough(votes) ? states : [], each: false };
}

/** The states that a party leads and did not lead a turn ago, most electoral votes first. */
function turnedStates(before: State, now: State, party: Party): CountryState[] {
  return STATES_BY_NAME.filter(
    ({ code }) => leadingParty(now.leaders[code]) === party && leadingParty(before.leaders[code]) !== party,
  ).sort((a, b) => b.electoralVotes - a.electoralVotes);
}

/** In one sentence: which states turned on the last turn and decided the election, or that none did. */
export function decisiveInWords(before: State, now: State, winner: Party): string {
  const { states, each } = decisiveStates(before, now, winner);
  if (states.length === 0) return undecidedInWords(before, now, winner);
  const named = states
    .slice(0, NAMED)
    .map(({ code, electoralVotes }) => `${stateInText(code)} (${electoralVotes})`);
  const more = states.length - named.length;
  const names = listInWords(more > 0 ? [...named, counted(more, 'other state')] : named);
  const turned = `On the last turn, ${names} turned ${PARTY_ADJECTIVE[winner]} and`;
  const losers = `the ${PARTY_NAMES[otherParty(winner)]} would have won`;
  if (states.length === 1) return `${turned} decided the election: without it, ${losers}.`;
  if (each) return `${turned} decided the election: without any one of them, ${losers}.`;
  return `${turned} together decided the election: had they not turned, ${losers}.`;
}

function undecidedInWords(before: State, now: State, winner: Party): string {
  return turnedStates(before, now, winner).length === 0
    ? `No state turned ${PARTY_ADJECTIVE[winner]} on the last turn.`
    : `The ${PARTY_NAMES[winner]} would have won even without the states that turned ${PARTY_ADJECTIVE[winner]} on the last turn.`;
}
