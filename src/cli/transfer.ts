import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { AppContext } from '../context.ts';
import { transferIn, transferOut } from '../games/archive/transfer-game.ts';

interface Io {
  stdout: Writable;
  stderr: Writable;
}

/**
 * `whistlestop move-out GAME`: writes a whole game, secrets and all, for another server.
 * @param number the game's public number: `EY-12`
 * @returns the exit status: 0, or 2 where there is no such game or it is not paused
 */
export async function moveOutCommand(ctx: AppContext, number: string, io: Io): Promise<number> {
  const moved = await transferOut(ctx, number);
  if (!moved.ok) {
    for (const problem of moved.problems) io.stderr.write(`${problem.message}\n`);
    return 2;
  }
  io.stdout.write(`${JSON.stringify(moved.value, null, 1)}\n`);
  return 0;
}

/**
 * `whistlestop move-in FILE`: takes in what `move-out` wrote.
 * @returns the exit status: 0; 1 where the replay differs; 2 where the file cannot be taken in here
 */
export async function moveInCommand(ctx: AppContext, file: string, io: Io): Promise<number> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    io.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
  const moved = await transferIn(ctx, json);
  if (!moved.ok) {
    for (const { field, message } of moved.problems) io.stderr.write(`${file}: ${field} ${message}\n`);
    return moved.problems.some(({ code }) => code === 'differs') ? 1 : 2;
  }
  io.stdout.write(`${moved.value} is here: every turn was played again and is the same.\n`);
  return 0;
}
