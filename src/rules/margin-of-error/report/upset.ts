import { MAJORITY } from '../../country.ts';
import { otherParty, type Party } from '../../parties.ts';
import { type Battleground, BOARD } from '../data.ts';
import { countVotes, winnerOf } from '../polls.ts';
import type { State } from '../state.ts';
import { byName, squaresToFlip } from './leads.ts';

/** States that another party would have needed, and by how many squares their polls missed. */
export interface Upset {
  states: { state: Battleground; votes: number; squares: number }[];
  /** The squares of all of them together. */
  squares: number;
  /** The electoral votes the other party would have had. */
  votes: number;
}

/** The best sets of states by the squares they cost: the index is the number of squares. */
type Plans = ({ votes: number; states: Upset['states'] } | null)[];

/**
 * The smallest change that would have given a party a majority: states that the other party won, with as few squares
 * together as possible. Of several, the one with the most votes. Null if the party has a majority.
 */
export function cheapestUpset(state: State, party: Party): Upset | null {
  const votes = countVotes(state.polls, state.start)[party];
  if (votes >= MAJORITY) return null;
  const plans = plansFor(state, party);
  const squares = plans.findIndex((plan) => plan !== null && votes + plan.votes >= MAJORITY);
  const plan = plans[squares];
  if (plan === null || plan === undefined) return null;
  const states = byName(BOARD).flatMap(({ code }) => plan.states.filter((entry) => entry.state === code));
  return { states, squares, votes: votes + plan.votes };
}

/** For each number of squares, the states with the most votes that could be had for exactly so many. */
function plansFor(state: State, party: Party): Plans {
  const plans: Plans = [{ votes: 0, states: [] }];
  for (const { code, votes } of BOARD) {
    if (winnerOf(state.polls[code], state.start[code]) !== otherParty(party)) continue;
    const squares = squaresToFlip(state.polls[code], state.start[code]);
    for (let used = plans.length - 1; used >= 0; used -= 1) {
      const plan = plans[used];
      if (plan === null || plan === undefined) continue;
      const total = used + squares;
      while (plans.length <= total) plans.push(null);
      if (plan.votes + votes <= (plans[total]?.votes ?? 0)) continue;
      plans[total] = { votes: plan.votes + votes, states: [...plan.states, { state: code, votes, squares }] };
    }
  }
  return plans;
}

/** The states that the winner could not have done without: without any one of them, there is no majority. */
export function indispensableStates(state: State, winner: Party): { state: Battleground; votes: number }[] {
  const spare = countVotes(state.polls, state.start)[winner] - MAJORITY;
  return byName(BOARD)
    .filter(({ code, votes }) => votes > spare && winnerOf(state.polls[code], state.start[code]) === winner)
    .map(({ code, votes }) => ({ state: code, votes }));
}
