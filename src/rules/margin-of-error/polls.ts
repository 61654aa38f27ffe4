import { ALL_VOTES } from '../country.ts';
import { otherParty, type Party } from '../parties.ts';
import {
  BASE_VOTES,
  type Battleground,
  BOARD,
  boardState,
  byBattleground,
  DIRECTION,
  SAFE_FROM,
  TRACK_END,
} from './data.ts';
import type { Homes, Move, Polls } from './state.ts';

/** MOE-2.3: the own value of a poll for a party: positive is good. Never −0. */
export function ownValue(poll: number, party: Party): number {
  return poll * DIRECTION[party] + 0;
}

/** MOE-2.5: whether a state with this poll is safe for a party. */
export function isSafeFor(poll: number, party: Party): boolean {
  return ownValue(poll, party) >= SAFE_FROM;
}

/** MOE-2.5: whether a state with this poll is beyond the margin of error. */
export function isSafe(poll: number): boolean {
  return Math.abs(poll) >= SAFE_FROM;
}

/** MOE-2.6: the party that is winning a state with this poll; on white, the party on whose side it started. */
export function winnerOf(poll: number, start: number): Party {
  const sign = poll === 0 ? start : poll;
  return sign < 0 ? 'D' : 'R';
}

/** MOE-2.6: the party that is winning each state. */
export function winners(polls: Polls, start: Polls): Record<Battleground, Party> {
  return byBattleground(({ code }) => winnerOf(polls[code], start[code]));
}

/** MOE-7.1: the electoral votes of both parties if these polls were the result. They sum to 538. */
export function countVotes(polls: Polls, start: Polls): Record<Party, number> {
  let votesOfD = BASE_VOTES.D;
  for (const { code, votes } of BOARD) {
    if (winnerOf(polls[code], start[code]) === 'D') votesOfD += votes;
  }
  return { D: votesOfD, R: ALL_VOTES - votesOfD };
}

/**
 * MOE-6.1: a poll after a party pushes it by `squares`. With `guard`, a state that is safe for the other party moves no
 * further than to its first light square.
 */
export function pushedPoll(poll: number, party: Party, squares: number, guard: boolean): number {
  const own = ownValue(poll, party);
  let target = own + squares;
  if (guard && own <= -SAFE_FROM) target = Math.min(target, 1 - SAFE_FROM);
  target = Math.max(-TRACK_END, Math.min(TRACK_END, target));
  return ownValue(target, party);
}

/** One push of a state's poll (MOE-6.1). */
export interface Push {
  state: Battleground;
  party: Party;
  /** Negative for a gaffe. */
  squares: number;
  /** Whether safety protects the state from the other party. */
  guard: boolean;
}

/** MOE-6.1: pushes a poll, changing `polls`, and returns how it moved. */
export function push(polls: Polls, { state, party, squares, guard }: Push): Move {
  const from = polls[state];
  const to = pushedPoll(from, party, squares, guard);
  polls[state] = to;
  return { state, from, to };
}

/** MOE-6.3: the squares of a stop: halved in the other party's home state if they are positive. */
export function stopSquares(squares: number, code: Battleground, party: Party, homes: Homes): number {
  return squares > 0 && homes[otherParty(party)] === code ? Math.floor(squares / 2) : squares;
}

/** The sum of the electoral votes of these states. */
export function sumVotes(codes: readonly Battleground[]): number {
  return codes.reduce((sum, code) => sum + boardState(code).votes, 0);
}
