import { type CountryState, STATES } from '../../country.ts';
import { stateInText } from '../../news.ts';
import { grouped, listInWords, numberWord } from '../../numbers.ts';
import { otherParty, PARTY_NAMES, type Party } from '../../parties.ts';
import { leadingParty, popularityIn, type State } from '../state.ts';

/** More states than this are counted instead of named. */
const NAMED = 6;

/** The least that would give another result, or would have given one if the game is over. */
export function reversalInWords(now: State, winner: Party): string {
  const missed = cheapestReversal(now, winner);
  const sum = missed.reduce((total, { missing }) => total + missing, 0);
  const would = now.phase === 'over' ? 'would have won' : 'would win now';
  const losers = `The ${PARTY_NAMES[otherParty(winner)]} ${would} with ${grouped(sum)} more popularity`;
  if (missed.length > NAMED) return `${losers}, but only spread over ${grouped(missed.length)} states.`;
  if (missed.length === 1) {
    const state = stateInText(missed[0]?.state.code ?? 'DC');
    return `${losers} in ${state}.`;
  }
  const states = missed.map(({ state, missing }) => `${grouped(missing)} in ${stateInText(state.code)}`);
  const where = `in ${numberWord(missed.length)} states: ${listInWords(states)}`;
  return `${losers} ${where}.`;
}

/** A state that would have gone to the other party with this much more popularity of its leader there. */
export interface MissedState {
  state: CountryState;
  missing: number;
}

/** A choice of states, the last one first, and the popularity that is missing in all of them. */
interface Choice {
  missing: number;
  last: MissedState | null;
  rest: Choice | null;
}

/**
 * The states in which the losing party was closest to winning: its leaders there would have won with the least popularity in all.
 * The states are in order of missing popularity, the smallest first.
 */
export function cheapestReversal(now: State, winner: Party): MissedState[] {
  const lead = now.partyVotes[winner] - now.partyVotes[otherParty(winner)];
  /** A state that changes sides counts twice. One vote more than half of the lead is enough, also in a tied election. */
  const needed = Math.floor(lead / 2) + 1;
  /** The cheapest choice with at least as many electoral votes as the index. */
  const cheapest: (Choice | null)[] = [{ missing: 0, last: null, rest: null }];
  for (let votes = 1; votes <= needed; votes += 1) cheapest.push(null);
  for (const missed of missedStates(now, winner)) {
    for (let votes = needed; votes >= 1; votes -= 1) {
      const rest = cheapest[Math.max(0, votes - missed.state.electoralVotes)] ?? null;
      if (rest === null) continue;
      const missing = rest.missing + missed.missing;
      const best = cheapest[votes] ?? null;
      if (best === null || missing < best.missing) cheapest[votes] = { missing, last: missed, rest };
    }
  }
  return statesOf(cheapest[needed] ?? null).sort((a, b) => a.missing - b.missing);
}

function missedStates(now: State, winner: Party): MissedState[] {
  return STATES.filter(({ code }) => leadingParty(now.leaders[code]) === winner).map((state) => {
    const leads = now.leaders[state.code];
    const ahead = popularityIn(now.popularity, state.code, leads[winner]);
    const behind = popularityIn(now.popularity, state.code, leads[otherParty(winner)]);
    return { state, missing: ahead - behind + 1 };
  });
}

function statesOf(choice: Choice | null): MissedState[] {
  const states: MissedState[] = [];
  for (let rest = choice; rest !== null; rest = rest.rest) {
    if (rest.last !== null) states.push(rest.last);
  }
  return states;
}
