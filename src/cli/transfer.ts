import { lstat, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../context.ts';
import type { SeatOfOther } from '../games/archive/returning-game.ts';
import type { GameTransfer } from '../games/archive/transfer-file.ts';
import { transferIn } from '../games/archive/transfer-in.ts';
import { takeTransferBack, transferOut } from '../games/archive/transfer-out.ts';
import { renameDurably, writeDurably } from '../mail/mailbox/durable-files.ts';
import { type Output, printProblems, readJsonFile } from './output.ts';
import { showProgress } from './progress.ts';
import { notCompared } from './replay.ts';
import { type TransferOutcome, transferOutcome } from './transfer-outcome.ts';

/** Thrown so that a game whose file could not be written does not count as moved. */
class NotWritten extends Error {}

/**
 * `whistlestop transfer-out GAME FILE`: writes a whole game, including its secrets, for another server.
 * @param number the game number: `EY-12`
 * @param file where to write it; if it is left out, to standard output
 * @returns the exit status: 0, or 2 if there is no such game, if it is running and not paused and the server is not held, or if
 *   the file cannot be written
 * @throws if the database fails; standard error says what became of the game, as far as that is known
 */
export async function transferOutCommand(
  ctx: AppContext,
  number: string,
  output: Output,
  file?: string,
): Promise<number> {
  let isWritten = false;
  const keep = async (transfer: GameTransfer) => {
    const text = `${JSON.stringify(transfer, null, 1)}\n`;
    await (file === undefined ? print(output, text) : save(file, text)).catch((error) => {
      throw new NotWritten(reasonOf(error), { cause: error });
    });
    isWritten = true;
  };
  try {
    const transfer = await transferOut(ctx, number, keep);
    if (!transfer.ok) {
      printProblems(output, transfer.problems);
      return 2;
    }
  } catch (error) {
    const outcome = isWritten ? await transferOutcome(ctx, number, error) : 'stays';
    await tellOutcome(outcome, number, { output, file, error, isWritten });
    if (outcome !== 'moved') {
      if (error instanceof NotWritten) return 2;
      throw error;
    }
  }
  if (file !== undefined) await nameAsUsable(file, number, output);
  return 0;
}

/** Says what became of a game whose transfer failed, and leaves its file under its name only if it can be used. */
async function tellOutcome(
  outcome: TransferOutcome,
  number: string,
  about: { output: Output; file: string | undefined; error: unknown; isWritten: boolean },
): Promise<void> {
  const { file, error, isWritten } = about;
  const { stderr } = about.output;
  if (outcome === 'moved') {
    stderr.write(
      `The connection to the database broke at the end, but ${number} has moved: use what was written.\n`,
    );
    return;
  }
  if (outcome === 'unknown') {
    const written = file === undefined ? 'what was written' : nameBefore(file);
    stderr.write(
      `The connection to the database broke, and it is not known whether ${number} has moved. Do not use ${written}. When the database answers again, run the command again, or with --take-back if the game should stay here.\n`,
    );
    return;
  }
  // The game did not move, so its file must not be added to another server.
  if (isWritten && file !== undefined) await rm(nameBefore(file), { force: true });
  if (error instanceof NotWritten)
    stderr.write(`${file ?? 'Standard output'} could not be written (${error.message}). `);
  stderr.write(`${number} is as it was on this server.`);
  stderr.write(file === undefined ? ' Delete what was written, and do not use it.\n' : '\n');
}

/** Resolves once the text has left this process. */
function print({ stdout }: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** The name of a file until it is known that its game has moved: a command that is killed leaves it under this name. */
function nameBefore(file: string): string {
  return `${file}.unknown`;
}

/** Gives the file of a game that has moved its name, or says under which name it is. */
async function nameAsUsable(file: string, number: string, { stderr }: Output): Promise<void> {
  const { dir, base } = path.parse(path.resolve(file));
  try {
    await renameDurably(dir, nameBefore(base), base);
  } catch (error) {
    const reason = reasonOf(error as NodeJS.ErrnoException);
    stderr.write(
      `${number} has moved, but its file could not be renamed (${reason}): use ${nameBefore(file)}. If it is gone, run the command again.\n`,
    );
  }
}

/**
 * Writes a new file, under the name that it has before its game has moved, that is complete or missing. Others cannot read it.
 * What exists under its own name is not replaced: it could be the only file of a game that has moved, or a device.
 */
async function save(file: string, text: string): Promise<void> {
  const { dir, base } = path.parse(path.resolve(file));
  const exists = await lstat(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new Error('it exists already: name a new file');
  try {
    await writeDurably(dir, nameBefore(base), Buffer.from(text));
  } catch (error) {
    await rm(nameBefore(file), { force: true });
    throw error;
  }
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOSPC') return 'the disk is full';
  return error.code ?? error.message;
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
  const { game, printoutsOfOtherVersions, seatsOfOthers } = added.value;
  output.stdout.write(`Added ${game}. Every turn was played again and is the same.\n`);
  if (printoutsOfOtherVersions > 0) output.stdout.write(`${notCompared(printoutsOfOtherVersions)}\n`);
  output.stdout.write(otherAccounts(seatsOfOthers));
  return 0;
}

/** What tells the operator of seats that other accounts have now; empty if there are none. */
function otherAccounts(seats: readonly SeatOfOther[]): string {
  if (seats.length === 0) return '';
  const lines = seats.map(({ identifier, before, now }) => {
    const former = before === null ? 'no account' : `account #${before}`;
    return `  [${identifier}] had ${former} in the copy here and has account #${now} now.\n`;
  });
  const advice =
    'Ask the GM whether these players changed on the other server. If not, the person has another e-mail address there than here.\n';
  return `Other accounts than in the copy have these seats:\n${lines.join('')}${advice}`;
}
