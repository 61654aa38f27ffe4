import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { refusedValue } from '../../database/failures.ts';
import { findRulesetVersion } from '../../rules/catalog.ts';
import { fail, ok, problemsInWords, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { isTakenByOther, reuseNumber, tryLockNumbers } from '../game/free-number.ts';
import { logGameEvent } from '../game/game-log.ts';
import { parseGameNumber } from '../game/game-number.ts';
import { inTransaction, readGame, type WholeGame } from '../game/game-store.ts';
import { notifyAllSeats, notifyGm } from '../notices/notices.ts';
import { enqueueComputerSheets } from '../processing/computer-sheets.ts';
import { scheduleJobs } from '../schedule/schedule-jobs.ts';
import { deleteFromGame } from '../seats/delete-account.ts';
import { importedProblems } from './imported-game.ts';
import { checkAccounts, localAccounts } from './moved-accounts.ts';
import { type OnTurn, replayStored } from './replay-game.ts';
import { makeRoomForReturn, type Room, type SeatOfOther, seatsOfOthers } from './returning-game.ts';
import { readStored } from './stored-game.ts';
import { type GameTransfer, readTransferFile } from './transfer-file.ts';
import {
  accountsIn,
  gameTables,
  migrationsOf,
  strangeDates,
  withAccounts,
  writeRows,
} from './transfer-rows.ts';

/** A game that was added from another server. */
export interface AddedGame {
  /** The game number: `EY-12`. */
  game: string;
  /** How many printouts were not compared with the replay, because another report version printed them. */
  printoutsOfOtherVersions: number;
  /** If it came back: the seats that other accounts have than in the copy that stayed here. */
  seatsOfOthers: SeatOfOther[];
}

/** Thrown to roll back the transaction if the game cannot be added. */
class Refused extends Error {
  readonly problems: Problem[];
  constructor(problems: Problem[]) {
    super(problemsInWords(problems));
    this.problems = problems;
  }
}

/**
 * Adds a game that `transferOut` wrote on another server. Its accounts are found by their e-mail addresses or created. In a game
 * that left this server, people whose addresses in the file are those that they had then keep their accounts. Accounts that
 * were deleted here since then are erased from it again, and the computer plays their seats.
 * Every turn is replayed and compared before the transaction commits. All players of a game that can continue get
 * notices; a running game arrives paused. A game that moved away from this server and comes back takes the place of its copy.
 * Problems: those of `readTransferFile`, `other-version` (the servers' tables differ), `unknown-ruleset`, `busy` (another
 * game is being added), `taken-number`, those of `makeRoomForReturn` and `checkAccounts`, `unusable` (a value that no page could show), `differs`
 * (the replay does).
 */
export async function transferIn(
  ctx: AppContext,
  json: unknown,
  onTurn?: OnTurn,
): Promise<Result<AddedGame>> {
  const file = readTransferFile(json);
  if (!file.ok) return file;
  try {
    return await inTransaction(ctx, async (tx) => {
      const compatible = await checkCompatibility(tx, file.value);
      if (!compatible.ok) return compatible;
      const room = await makeRoomForReturn(tx, file.value);
      if (!room.ok) return room;
      return ok(await importGame(tx, ctx, file.value, { room: room.value, onTurn }));
    });
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problems: error.problems };
    throw error;
  }
}

async function importGame(
  tx: Tx,
  ctx: AppContext,
  file: GameTransfer,
  { room, onTurn }: { room: Room; onTurn: OnTurn | undefined },
): Promise<AddedGame> {
  const gameId = file.tables.Game?.[0]?.id as string;
  const accounts = await localAccounts(tx, ctx, file, room.accounts);
  const usable = checkAccounts(file, accounts);
  if (!usable.ok) throw new Refused(usable.problems);
  await writeGame(tx, file, gameId, accounts.ids);
  await reuseNumber(tx, gameId);
  // `transferOut` accepts paused games only. A file that says otherwise must not start a game by itself.
  if (file.tables.Game?.[0]?.status === 'running') {
    await tx.gameSchedule.updateMany({ where: { gameId, pausedAt: null }, data: { pausedAt: ctx.now() } });
  }
  const game = await writtenGame(tx, gameId);
  const stored = await readStored(tx, file.game);
  if (!stored) throw new Error('The game that was written is missing.');
  const unusable = importedProblems(game);
  if (unusable.length > 0) throw new Refused(unusable);
  const replay = replayStored(stored, onTurn);
  if (!replay.ok) throw new Refused(replay.problems);
  const detail = `turn ${game.turn}`;
  await logGameEvent(tx, ctx, { gameId, by: null, type: 'gameTransferredIn', detail });
  await room.addOwn();
  for (const id of accounts.deleted) await deleteFromGame(tx, ctx, gameId, id);
  await goOn(tx, ctx, await writtenGame(tx, gameId), file.game);
  const { printoutsOfOtherVersions } = replay.value;
  return { game: file.game, printoutsOfOtherVersions, seatsOfOthers: await seatsOfOthers(tx, room.copy) };
}

async function writtenGame(tx: Tx, id: string): Promise<WholeGame> {
  const game = await readGame(tx, id);
  if (!game) throw new Error('The game that was written is missing.');
  return game;
}

/** Lets a game go on that was added, and tells its people. */
async function goOn(tx: Tx, ctx: AppContext, game: WholeGame, number: string): Promise<void> {
  await scheduleJobs(tx, ctx, game.id);
  if (game.status === 'running') await enqueueComputerSheets(tx, { gameId: game.id, turn: game.turn });
  if (game.status === 'running' || game.status === 'forming') await announce(tx, ctx, game, number);
}

/**
 * Writes the rows of a file. Throws `Refused` if a row refers to an account that the file does not have, if the database does
 * not take a value, or if a date is one that no page can show.
 */
async function writeGame(
  tx: Tx,
  file: GameTransfer,
  id: string,
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  const tables = await gameTables(tx);
  for (const table of tables) {
    const rows = file.tables[table.name] ?? [];
    if (rows.some((row) => accountsIn(table, row).some((account) => !accounts.has(String(account))))) {
      throw new Refused(
        fail(table.name, 'inconsistent', 'names an account that the file does not have').problems,
      );
    }
    try {
      await writeRows(
        tx,
        table,
        rows.map((row) => withAccounts(table, row, accounts)),
      );
    } catch (error) {
      const words = refusedValue(error);
      if (words === null) throw error;
      const message = `has a value that the database does not take: ${words}`;
      throw new Refused(fail(table.name, 'unusable', message).problems);
    }
  }
  const strange = await strangeDates(tx, tables, { id });
  if (strange.length === 0) return;
  throw new Refused(
    strange.flatMap((column) => fail(column, 'unusable', 'is not a date that can be shown.').problems),
  );
}

async function announce(tx: Tx, ctx: AppContext, game: WholeGame, number: string): Promise<void> {
  const moved = `${number} has moved to this server with all its turns, sheets and printouts.`;
  const signIn =
    'To sign in here, enter this e-mail address on the sign-in page. You will get a link by e-mail.';
  const running = game.status === 'running';
  await notifyAllSeats(tx, ctx, game, {
    subject: 'the game has moved to this server',
    paragraphs: [
      running ? `${moved} It is paused until ${game.gm.name} resumes it.` : moved,
      `${signIn} Nothing you do on the old server counts anymore.`,
    ],
  });
  await notifyGm(tx, ctx, game, {
    subject: 'the game that you run has moved to this server',
    paragraphs: [
      running ? `${moved} It is paused. Resume it on its GM page.` : moved,
      `${signIn} Do not change the game on the old server anymore.`,
    ],
  });
}

/**
 * Checks that this server can add the game of a file, and locks the numbers of its kind of game until the transaction ends.
 * Problems: `other-version`, `unknown-ruleset`, `busy`, `taken-number`.
 */
async function checkCompatibility(tx: Tx, file: GameTransfer): Promise<Result<void>> {
  const game = file.tables.Game?.[0];
  const ruleset = findRulesetVersion(game?.ruleset ?? '', Number(game?.rulesetVersion));
  const parts = parseGameNumber(file.game);
  if (JSON.stringify(await migrationsOf(tx)) !== JSON.stringify(file.migrations)) {
    const message =
      'come from another version of Whistlestop. Update both servers to the same version first.';
    return fail('migrations', 'other-version', message);
  }
  if (!game || !ruleset) {
    const message = `needs version ${game?.rulesetVersion} of ${game?.ruleset}, which this server does not have.`;
    return fail('game', 'unknown-ruleset', message);
  }
  if (parts !== null && !(await tryLockNumbers(tx, parts.prefix))) {
    const message = `${file.game} cannot be added now, because this or another ${parts.prefix} game is being added at this moment. Try again when that is done.`;
    return fail('game', 'busy', message);
  }
  if (parts === null || (await isTakenByOther(tx, parts, game.id ?? ''))) {
    const message = `${file.game} is the number of another game on this server, which may have been deleted. The number is part of every hash, so it cannot be changed.`;
    return fail('game', 'taken-number', message);
  }
  return ok(undefined);
}
