import { expect } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { replayGame } from '../../../src/games/archive/replay-game.ts';
import { type GameNumber, gameNumber } from '../../../src/games/game/game-number.ts';
import { type Processing, processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack, rollForward } from '../../../src/games/processing/roll-back.ts';
import type { Result } from '../../../src/rules/result.ts';
import type { TestGame } from '../game/play.ts';

/** The GM processes a turn. */
export function processAsGm(ctx: AppContext, { game, gm }: TestGame, turn: number): Promise<Processing> {
  return processTurn(ctx, { gameId: game.id, turn, by: gm.id });
}

/** The GM rolls back the turn before `turn`, the open one, without a new due date. */
export function rollBackAsGm(
  ctx: AppContext,
  { game, gm }: TestGame,
  turn: number,
  word = '',
): Promise<Result<void>> {
  return rollBack(ctx, { gameId: game.id, by: gm.id, turn, due: null, word });
}

/** The GM puts `turn`, the open one, in force again. */
export function rollForwardAsGm(
  ctx: AppContext,
  { game, gm }: TestGame,
  turn: number,
): Promise<Result<void>> {
  return rollForward(ctx, { gameId: game.id, by: gm.id, turn });
}

/** Expects that a replay of the game finds no difference in this many turns and in any printout. */
export async function expectReplay(ctx: AppContext, game: GameNumber, turns: number): Promise<void> {
  expect(await replayGame(ctx, gameNumber(game))).toMatchObject({
    ok: true,
    value: { turns, printoutsOfOtherVersions: 0 },
  });
}
