import type { Dropped } from '../../database/json-types.ts';
import type { Guess, RivalPlan } from '../../rules/guess.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { PlayerSeat } from '../game/player-seat.ts';
import { pruneAdvanceOrders, STANDING_ORDERS } from './advance-orders.ts';
import { withLimitedProblems } from './limit-problems.ts';
import { wellFormed } from './raw-sheet.ts';
import { guessOrders } from './try-orders.ts';

/**
 * A guess at what a sheet for the open turn would do, or the problems for which it would be refused. Nothing is stored
 * and nothing is logged. Contains secrets of the seat. Call it only if the seat owes a sheet.
 */
export function guessSheet({ game, seat }: PlayerSeat, raw: unknown, rivals: RivalPlan | null): Guess {
  return guessOrders({ ruleset: rulesetOf(game), state: game.state, seat }, raw, rivals);
}

/**
 * A guess at what standing orders would do if they were played for the open turn, and what would be dropped from them
 * first. Otherwise as `guessSheet`; null if the seat owes no sheet. There is no such guess for other advance orders: a
 * guess starts from the last turn, and that of a later turn has not been played.
 */
export function guessStandingOrders(
  { game, seat }: PlayerSeat,
  raw: unknown,
  rivals: RivalPlan | null,
): { guess: Guess; dropped: Dropped[] } | null {
  const formed = wellFormed(raw);
  if (!formed.ok) return { guess: formed, dropped: [] };
  const [pruned] = pruneAdvanceOrders(game, seat, STANDING_ORDERS, formed.value);
  if (pruned === undefined) return null;
  const guess = rulesetOf(game).guess(game.state, seat.identifier, pruned.raw, rivals);
  return { guess: withLimitedProblems(guess), dropped: pruned.dropped };
}
