import { MAJORITY } from '../../country.ts';
import { counted, listInWords, numberWord } from '../../numbers.ts';
import { otherParty, type Party } from '../../parties.ts';
import { type Battleground, BOARD } from '../data.ts';
import { countVotes, winnerOf } from '../polls.ts';
import type { State } from '../state.ts';
import { stateName } from './context.ts';
import { byName, squaresToFlip } from './leads.ts';

/** States that a party would need to win over, and how many squares their polls are away. */
export interface Upset {
  states: { state: Battleground; votes: number; squares: number }[];
  /** The squares of all of them together. */
  squares: number;
  /** The electoral votes that the party would have. */
  votes: number;
}

/** A set of states as a list: the one added last, and the plan it was added to; null at the beginning. */
interface Plan {
  /** The electoral votes of all its states. */
  votes: number;
  last: Upset['states'][number] | null;
  rest: Plan | null;
}

/** The best plans by the squares they cost: the index is the number of squares. */
type Plans = (Plan | null)[];

/**
 * The smallest change that would give a party so many electoral votes, a majority by default: states that the other party
 * is winning, with as few squares together as possible. Of several, the one with the most votes. Null if the party has
 * the votes already.
 */
export function cheapestUpset(state: State, party: Party, needed: number = MAJORITY): Upset | null {
  const votes = countVotes(state.polls, state.start)[party];
  if (votes >= needed) return null;
  const plans = plansFor(state, party);
  const squares = plans.findIndex((plan) => plan !== null && votes + plan.votes >= needed);
  const plan = plans[squares];
  if (plan === null || plan === undefined) return null;
  const planned = new Map<Battleground, Upset['states'][number]>();
  for (let at: Plan | null = plan; at !== null; at = at.rest) {
    if (at.last !== null) planned.set(at.last.state, at.last);
  }
  const states = byName(BOARD).flatMap(({ code }) => planned.get(code) ?? []);
  return { states, squares, votes: votes + plan.votes };
}

/**
 * The smallest change that would make it 269 to 269, if it is smaller than any that would make the party win that is
 * behind; otherwise null.
 */
export function cheaperDeadlock(state: State, party: Party): Upset | null {
  const [win, tie] = [cheapestUpset(state, party), cheapestUpset(state, party, MAJORITY - 1)];
  return win !== null && tie !== null && tie.squares < win.squares ? tie : null;
}

/** `two squares in North Carolina (15) and one in Ohio (20)`. */
export function upsetInWords({ states, squares }: Upset): string {
  const [first, ...rest] = states.map(({ state, votes, squares: own }) => ({
    where: `in ${stateName(state)} (${votes})`,
    own,
  }));
  if (first === undefined) return counted(squares, 'square');
  const noun = first.own === 1 ? 'square' : 'squares';
  return listInWords([
    `${numberWord(first.own)} ${noun} ${first.where}`,
    ...rest.map(({ where, own }) => `${numberWord(own)} ${where}`),
  ]);
}

/** For each number of squares, the states with the most votes that could be had for exactly so many. */
function plansFor(state: State, party: Party): Plans {
  const plans: Plans = [{ votes: 0, last: null, rest: null }];
  for (const { code, votes } of BOARD) {
    if (winnerOf(state.polls[code], state.start[code]) !== otherParty(party)) continue;
    const squares = squaresToFlip(state.polls[code], state.start[code]);
    for (let used = plans.length - 1; used >= 0; used -= 1) {
      const plan = plans[used];
      if (plan === null || plan === undefined) continue;
      const total = used + squares;
      while (plans.length <= total) plans.push(null);
      if (plan.votes + votes <= (plans[total]?.votes ?? 0)) continue;
      plans[total] = { votes: plan.votes + votes, last: { state: code, votes, squares }, rest: plan };
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
