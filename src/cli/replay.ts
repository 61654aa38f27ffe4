import type { AppContext } from '../context.ts';
import { replayGame } from '../games/archive/replay-game.ts';
import { gameNumber } from '../games/game/game-number.ts';
import { findGame } from '../games/game/game-store.ts';

/** Where a command writes; each call is one line without its end. */
export interface ReplayOutput {
  out: (line: string) => void;
  err: (line: string) => void;
}

/**
 * `whistlestop replay GAME`: plays a stored game again and compares it with what was stored.
 * @param number the game's public number: `EY-12`
 * @returns the exit status: 0 all the same, 1 a difference (the first is named on `err`), 2 no such game
 */
export async function replay(ctx: AppContext, number: string, io: ReplayOutput): Promise<number> {
  const game = await findGame(ctx, number);
  if (!game) {
    io.err(`There is no game ${number}.`);
    return 2;
  }
  const name = gameNumber(game);
  const result = await replayGame(ctx, name);
  if (!result.ok) {
    io.err(`${name}: ${result.difference}`);
    return 1;
  }
  const turns = result.turns === 1 ? '1 turn' : `${result.turns} turns`;
  io.out(`${name}: ${turns} replayed; every sheet, roll, state, hash and printout is the same.`);
  return 0;
}
