import type { AppContext } from '../context.ts';
import { transferIn } from '../games/archive/transfer-in.ts';
import { takeTransferBack, transferOut } from '../games/archive/transfer-out.ts';
import { type Output, printProblems, readJsonFile } from './output.ts';
import { showProgress } from './progress.ts';
import { notCompared } from './replay.ts';

/**
 * `whistlestop transfer-out GAME`: writes a whole game, including its secrets, for another server.
 * @param number the game number: `EY-12`
 * @returns the exit status: 0, or 2 if there is no such game, or it is running and not paused and the server is not held
 */
export async function transferOutCommand(ctx: AppContext, number: string, output: Output): Promise<number> {
  const transfer = await transferOut(ctx, number);
  if (!transfer.ok) {
    printProblems(output, transfer.problems);
    return 2;
  }
  output.stdout.write(`${JSON.stringify(transfer.value, null, 1)}\n`);
  return 0;
}

/**
 * `whistlestop transfer-out GAME --take-back`: lets a game go on here that did not move to another server after all.
 * @returns the exit status: 0, or 2 if there is no such game or it was not transferred
 */
export async function takeTransferBackCommand(
  ctx: AppContext,
  number: string,
  output: Output,
): Promise<number> {
  const taken = await takeTransferBack(ctx, number);
  if (!taken.ok) {
    printProblems(output, taken.problems);
    return 2;
  }
  output.stdout.write(`${number} is back on this server. If it was running, its GM can resume it.\n`);
  return 0;
}

/**
 * `whistlestop transfer-in FILE`: adds a game from a file that `transfer-out` wrote.
 * @returns the exit status: 0, 1 if a replayed turn differs, 2 if the game cannot be added
 */
export async function transferInCommand(ctx: AppContext, file: string, output: Output): Promise<number> {
  const json = await readJsonFile(file);
  if (!json.ok) {
    printProblems(output, json.problems);
    return 2;
  }
  const { onTurn, stop } = showProgress(output.stderr);
  const added = await transferIn(ctx, json.value, onTurn);
  stop();
  if (!added.ok) {
    for (const { field, message } of added.problems) output.stderr.write(`${file}: ${field} ${message}\n`);
    return added.problems.some(({ code }) => code === 'differs') ? 1 : 2;
  }
  const { game, printoutsOfOtherVersions } = added.value;
  output.stdout.write(`Added ${game}. Every turn was played again and is the same.\n`);
  if (printoutsOfOtherVersions > 0) output.stdout.write(`${notCompared(printoutsOfOtherVersions)}\n`);
  return 0;
}
