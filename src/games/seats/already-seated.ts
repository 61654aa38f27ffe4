import { fail, type Result } from '../../rules/result.ts';
import type { WholeGame } from '../game/game-store.ts';

/**
 * That an address cannot get a seat because its account has one. Problem: `already-seated`. The reason is told only if the GM
 * typed this address for a seat: the person invited may have another one by now, and the GM must not find out which.
 */
export function alreadySeated(game: Pick<WholeGame, 'seats'>, email: string): Result<never> {
  const isTyped = game.seats.some(({ invitedAs }) => invitedAs === email);
  const message = isTyped
    ? 'The account with this address already has a seat in this game.'
    : 'This address cannot get this seat. Enter another one.';
  return fail('email', 'already-seated', message);
}

/** That an address cannot get a seat because its account had another one. The reason is not told. Problem: `sat-before`. */
export function satBefore(): Result<never> {
  return fail('email', 'sat-before', 'This address cannot get this seat. Enter another one.');
}
