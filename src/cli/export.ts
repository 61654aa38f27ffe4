import type { AppContext } from '../context.ts';
import { exportGame } from '../games/archive/export-game.ts';
import { type Output, printProblems } from './output.ts';

/**
 * `whistlestop export GAME`: writes a finished game as a file that anyone can check with `verify`.
 * @param number the game number: `EY-12`
 * @returns the exit status: 0, or 2 if there is no such game or it is not over
 */
export async function exportCommand(ctx: AppContext, number: string, output: Output): Promise<number> {
  const exported = await exportGame(ctx, number);
  if (!exported.ok) {
    printProblems(output, exported.problems);
    return 2;
  }
  output.stdout.write(`${JSON.stringify(exported.value, null, 1)}\n`);
  return 0;
}
