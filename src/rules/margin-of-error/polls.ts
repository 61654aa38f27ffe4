import {
  ALL_VOTES,
  BASE_VOTES,
  type Battleground,
  BOARD,
  boardState,
  byBattleground,
  DIRECTION,
  otherParty,
  type Party,
  SAFE,
  TRACK_END,
} from './data.ts';
import type { Homes, Move, Polls } from './state.ts';

/** MOE-2.3: a poll as a side sees it, positive being good. Never −0. */
export function ownValue(poll: number, party: Party): number {
  return poll * DIRECTION[party] + 0;
}

/** MOE-2.5: is a state with this poll safe for a side? */
export function isSafeFor(poll: number, party: Party): boolean {
  return ownValue(poll, party) >= SAFE;
}

/** MOE-2.5: is a state with this poll beyond the margin of error? */
export function isSafe(poll: number): boolean {
  return Math.abs(poll) >= SAFE;
}

/** MOE-2.6: who is winning a state with this poll, on white the side where it started. */
export function winnerOf(poll: number, start: number): Party {
  const sign = poll === 0 ? start : poll;
  return sign < 0 ? 'D' : 'R';
}

/** MOE-2.6: who is winning each state. */
export function winners(polls: Polls, start: Polls): Record<Battleground, Party> {
  return byBattleground(({ code }) => winnerOf(polls[code], start[code]));
}

/** MOE-7.1: electoral votes of both sides if these polls were the result; they sum to 538. */
export function countVotes(polls: Polls, start: Polls): Record<Party, number> {
  let votesOfD = BASE_VOTES.D;
  for (const { code, votes } of BOARD) {
    if (winnerOf(polls[code], start[code]) === 'D') votesOfD += votes;
  }
  return { D: votesOfD, R: ALL_VOTES - votesOfD };
}

/**
 * MOE-6.1: where a poll comes to when a side pushes it by `squares`. With `guard` a state that is safe for
 * the other side gives up at most its safety: the token stops on the first light square.
 */
export function pushed(poll: number, party: Party, squares: number, guard: boolean): number {
  const own = ownValue(poll, party);
  let target = own + squares;
  if (guard && own <= -SAFE) target = Math.min(target, 1 - SAFE);
  target = Math.max(-TRACK_END, Math.min(TRACK_END, target));
  return ownValue(target, party);
}

/** MOE-6.1: pushes a state on the board itself and tells how it moved. */
export function push(polls: Polls, code: Battleground, party: Party, squares: number, guard: boolean): Move {
  const from = polls[code];
  const to = pushed(from, party, squares, guard);
  polls[code] = to;
  return { state: code, from, to };
}

/** MOE-6.3: a stop's squares, halved in the other party's home state if they are positive. */
export function stopSquares(squares: number, code: Battleground, party: Party, homes: Homes): number {
  return squares > 0 && homes[otherParty(party)] === code ? Math.floor(squares / 2) : squares;
}

/** Electoral votes of these states together. */
export function votesOf(codes: readonly Battleground[]): number {
  return codes.reduce((sum, code) => sum + boardState(code).votes, 0);
}
