import type { Writable } from 'node:stream';
import type { AppContext } from '../context.ts';
import { exportGame } from '../games/archive/export-game.ts';

/**
 * `whistlestop export GAME`: writes a finished game as a file that anyone can check with `verify`.
 * @param number the game's public number: `EY-12`
 * @returns the exit status: 0, or 2 where there is no such game or it is not over
 */
export async function exportCommand(
  ctx: AppContext,
  number: string,
  io: { stdout: Writable; stderr: Writable },
): Promise<number> {
  const exported = await exportGame(ctx, number);
  if (!exported.ok) {
    for (const problem of exported.problems) io.stderr.write(`${problem.message}\n`);
    return 2;
  }
  io.stdout.write(`${JSON.stringify(exported.value, null, 1)}\n`);
  return 0;
}
