import { setOperator } from '../../accounts/operator-account.ts';
import type { AppContext } from '../../context.ts';
import { closeMoved } from '../../games/archive/close-moved.ts';
import { deleteGame } from '../../games/game/delete-game.ts';
import { deleteAccount } from '../../games/seats/delete-account.ts';
import { problemsInWords, type Result } from '../../rules/result.ts';
import { readHeld } from '../held/held-state.ts';
import type { BackupSettings } from '../nightly/nightly-backup.ts';
import { type Departed, departedOf, knowsOfMove, readKnownGames, returnedSince, wentOn } from './departed.ts';
import { addDepartures, type Departure, type DepartureOf, readDepartures } from './departure-list.ts';
import { departureFolders, UnusableList } from './record-departures.ts';

/** What the list says has left, and the database still has as if nothing had happened. */
export interface Undone {
  moved: DepartureOf<'gameMoved'>[];
  deletedGames: DepartureOf<'gameDeleted'>[];
  deletedAccounts: DepartureOf<'accountDeleted'>[];
  /** The numbers of games in which something happened here after they had left: people may be playing them. */
  gamesInUse: string[];
  /** The accounts that someone has used after they had been deleted. */
  accountsInUse: number[];
}

/**
 * Applies the list of departures to a held server: closes games that have moved since the backup, and deletes again what was
 * deleted since. It is compared with what the database knows, not with the time of the backup, so it is safe to repeat, and
 * changes nothing in a database that is not older than the list. What has been used here since then is left alone: the server
 * was released with it once. What cannot be applied is logged, and
 * `departuresSinceBackup` finds it. Does nothing if the server is not held.
 * @param others further folders that may have a list, such as that of the backup. What only they have is copied to the data folder
 * @returns why the list in the data folder cannot be read or written, although there was something to copy; null if that was no problem
 * @throws if the database fails
 */
export async function applyDepartures(
  ctx: AppContext,
  settings: BackupSettings,
  others: readonly string[] = [],
): Promise<UnusableList | null> {
  if ((await readHeld(ctx)) === null) return null;
  const { databaseId } = await ctx.db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
  const folders = [...new Set([...departureFolders(settings), ...others])];
  const { lines } = await readDepartures(folders, databaseId);
  const notCopied = others.length === 0 ? null : await copyTo(settings.dataDir, databaseId, lines);
  const { moved, deletedGames, deletedAccounts, gamesInUse, accountsInUse } = await undone(ctx, lines);
  if (gamesInUse.length + accountsInUse.length > 0) {
    ctx.log.error(
      { gamesInUse, accountsInUse },
      'in use here, although the list of departures says they left',
    );
  }
  for (const { game } of deletedGames) {
    await attempt(ctx, { game }, async () =>
      report(ctx, { game }, await deleteGame(ctx, game, { evenIfRunning: true })),
    );
  }
  // Before the accounts: someone who runs a game that has moved can be deleted, and a game that comes back must know of them.
  for (const { id, event, at, game } of moved) {
    await attempt(ctx, { game }, async () => {
      const isClosed = await closeMoved(ctx, { id, event, at: new Date(at) });
      if (isClosed) ctx.log.warn({ game }, 'a game that has moved to another server was closed again');
    });
  }
  for (const { account } of deletedAccounts) {
    await attempt(ctx, { account }, async () => report(ctx, { account }, await deleteAgain(ctx, account)));
  }
  return notCopied;
}

/** What cannot be kept must still be applied. Returns what went wrong, or null. */
async function copyTo(
  folder: string,
  database: string,
  lines: readonly Departure[],
): Promise<UnusableList | null> {
  return await addDepartures(folder, database, lines).then(
    () => null,
    (error: unknown) => new UnusableList(folder, error),
  );
}

/** One departure that fails must not keep the others from being applied. The words for the operator name what is still there. */
async function attempt(
  ctx: AppContext,
  what: { game: string } | { account: number },
  apply: () => Promise<void>,
): Promise<void> {
  await apply().catch((error: unknown) => {
    ctx.log.error(
      { ...what, err: error },
      'what has left could not be ended again; restart the server to try again',
    );
  });
}

/** Like `applyDepartures`, for a start of the server, which must not fail because of a list. */
export async function tryToApplyDepartures(ctx: AppContext, settings: BackupSettings): Promise<void> {
  await applyDepartures(ctx, settings).catch((error: unknown) => {
    ctx.log.error(
      { err: error },
      'the list of departures could not be applied; restart the server to try again',
    );
  });
}

/**
 * An account that is deleted had lost the right of an operator before, so it loses it here even if a game keeps it from being
 * deleted. Problems: `last-operator`, those of `deleteAccount`.
 */
async function deleteAgain(ctx: AppContext, account: number): Promise<Result<void>> {
  const taken = await setOperator(ctx, account, false);
  return taken.ok ? await deleteAccount(ctx, account) : taken;
}

function report(
  ctx: AppContext,
  what: { game: string } | { account: number },
  result: Result<unknown>,
): void {
  if (result.ok) ctx.log.warn(what, 'what was deleted after the backup was deleted again');
  else ctx.log.error({ ...what, problems: problemsInWords(result.problems) }, 'could not be deleted again');
}

/** What of the lines the database does not know. */
export async function undone(ctx: AppContext, lines: readonly Departure[]): Promise<Undone> {
  const departed = departedOf(lines);
  const games = await readKnownGames(
    ctx,
    [...departed.moved, ...departed.deletedGames].map(({ id }) => id),
  );
  const deletedGames = departed.deletedGames.filter(({ id, at }) => {
    const game = games.get(id);
    return game !== undefined && !returnedSince(game, at);
  });
  const deleted = new Set(deletedGames.map(({ id }) => id));
  const moved = departed.moved.filter((line) => {
    const game = games.get(line.id);
    if (game === undefined || game.transferredOutAt !== null || deleted.has(line.id)) return false;
    return !knowsOfMove(game, line);
  });
  const isInUse = (line: { id: string; at: string }) => {
    const game = games.get(line.id);
    return game !== undefined && wentOn(game, line);
  };
  const [lastMoved, lastDeleted] = [lastOfEach(moved), lastOfEach(deletedGames)];
  const accounts = await undoneAccounts(ctx, departed);
  const accountsInUse = new Set<number>();
  for (const line of accounts) if (await isUsedSince(ctx, line)) accountsInUse.add(line.account);
  return {
    moved: lastMoved.filter((line) => !isInUse(line)),
    deletedGames: lastDeleted.filter((line) => !isInUse(line)),
    deletedAccounts: accounts.filter(({ account }) => !accountsInUse.has(account)),
    gamesInUse: [...lastMoved, ...lastDeleted].filter(isInUse).map(({ game }) => game),
    accountsInUse: [...accountsInUse],
  };
}

/** Whether someone has signed in to an account, sent a sheet or done something in a game as it, after the time of a line. */
async function isUsedSince(
  { db }: AppContext,
  { account: accountId, at }: DepartureOf<'accountDeleted'>,
): Promise<boolean> {
  const since = { gt: new Date(at) };
  return (
    (await db.prisma.session.count({ where: { accountId, seenAt: since } })) > 0 ||
    (await db.prisma.knownNetwork.count({ where: { accountId, seenAt: since } })) > 0 ||
    (await db.prisma.sheet.count({ where: { sentById: accountId, receivedAt: since } })) > 0 ||
    (await db.prisma.gameEvent.count({ where: { accountId, at: since } })) > 0
  );
}

/** Two machines may both have recorded the same departure, and a game may have been written twice. */
function lastOfEach<Line extends { id: string; at: string }>(lines: readonly Line[]): Line[] {
  const ordered = [...lines].sort((a, b) => (a.at < b.at ? -1 : 1));
  return [...new Map(ordered.map((line) => [line.id, line])).values()];
}

async function undoneAccounts(
  ctx: AppContext,
  { deletedAccounts }: Departed,
): Promise<DepartureOf<'accountDeleted'>[]> {
  const accounts = await ctx.db.prisma.account.findMany({
    where: { id: { in: deletedAccounts.map(({ account }) => account) }, deletedAt: null },
    select: { id: true, createdAt: true },
  });
  const created = new Map(accounts.map(({ id, createdAt }) => [id, createdAt.toISOString()]));
  const lines = deletedAccounts.filter((line) => created.get(line.account) === line.created);
  return [...new Map(lines.map((line) => [line.account, line])).values()];
}
