import type { AppContext } from '../context.ts';
import { replayGame } from '../games/archive/replay-game.ts';
import { gameNumber } from '../games/game/game-number.ts';
import { findGame } from '../games/game/whole-game-rows.ts';
import { counted } from '../rules/numbers.ts';
import { problemsInWords } from '../rules/result.ts';
import type { Output } from './output.ts';
import { showProgress } from './progress.ts';

/**
 * `whistlestop replay GAME`: plays a stored game again and compares it with what is stored.
 * @param number the game number: `EY-12`
 * @returns the exit status: 0 if all is the same, 1 if something differs (the first difference is printed), 2 if there
 * is no such game
 */
export async function replay(ctx: AppContext, number: string, { stdout, stderr }: Output): Promise<number> {
  const game = await findGame(ctx, number);
  if (!game) {
    stderr.write(`There is no game ${number}. Enter the number of a game on this server, such as EY-12.\n`);
    return 2;
  }
  const name = gameNumber(game);
  const { onTurn, stop } = showProgress(stderr);
  const result = await replayGame(ctx, name, onTurn);
  stop();
  if (!result.ok) {
    stderr.write(`${name}: ${problemsInWords(result.problems)}\n`);
    return 1;
  }
  const { turns, printoutsOfOtherVersions } = result.value;
  const what = printoutsOfOtherVersions === 0 ? 'states, hashes and printouts' : 'states and hashes';
  stdout.write(`${name}: ${counted(turns, 'turn')} replayed. All sheets, rolls, ${what} are the same.\n`);
  if (printoutsOfOtherVersions > 0) stdout.write(`${name}: ${notCompared(printoutsOfOtherVersions)}\n`);
  return 0;
}

/** Says that printouts of other versions of the reports were left out of a comparison. */
export function notCompared(printouts: number): string {
  return printouts === 1
    ? '1 printout was printed by another version of the reports and was not compared.'
    : `${printouts} printouts were printed by other versions of the reports and were not compared.`;
}
