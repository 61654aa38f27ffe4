import { type Roll, seededDice } from '../../rules/dice.ts';
import type { SeatIdentifier } from '../../rules/ruleset.ts';
import { toJsonValue } from '../archive/canonical-json.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import type { WholeGame } from '../game/game-store.ts';

/** What the rules made of a turn. */
export interface ResolvedTurn {
  /** The state after the turn, as plain JSON. */
  state: unknown;
  /** The rolls that the rules made, in order. */
  dice: readonly Roll[];
  /** Whether the game has ended. */
  over: boolean;
}

/** Applies the rules to the sheets of a game's open turn, with the dice that follow from the game's secret. */
export function resolveTurn(
  game: WholeGame,
  sheets: Readonly<Record<SeatIdentifier, unknown>>,
  diceSecret: Uint8Array,
): ResolvedTurn {
  const ruleset = rulesetOf(game);
  const dice = seededDice(diceSecret, game.turn);
  const state = toJsonValue(ruleset.resolve(game.state, sheets, dice));
  return { state, dice: dice.rolls, over: ruleset.outcome(state) !== null };
}
