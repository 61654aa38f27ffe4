import type { Guess, RivalPlan } from '../../rules/guess.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { PlayerSeat } from '../game/player-seat.ts';
import { wellFormed } from './raw-sheet.ts';

/**
 * A guess at what a sheet for the open turn would do, or the problems for which it would be refused. Nothing is stored
 * and nothing is logged. Contains secrets of the seat. Call it only if the seat owes a sheet.
 */
export function guessSheet({ game, seat }: PlayerSeat, raw: unknown, rivals: RivalPlan | null): Guess {
  const formed = wellFormed(raw);
  return formed.ok ? rulesetOf(game).guess(game.state, seat.identifier, formed.value, rivals) : formed;
}
