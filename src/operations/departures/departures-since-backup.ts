import type { AppContext } from '../../context.ts';
import { gameNumber } from '../../games/game/game-number.ts';
import { type HeldState, readHeld } from '../held/held-state.ts';
import type { BackupSettings } from '../nightly/nightly-backup.ts';
import { type Undone, undone } from './apply-departures.ts';
import { departedOf, readKnownGames, returnedSince } from './departed.ts';
import { type Departure, type DepartureList, readDepartures } from './departure-list.ts';
import { departureFolders } from './record-departures.ts';

/** What the list of departures says about the time since the backup, and what of it holds now. */
export interface DeparturesSinceBackup extends Pick<DepartureList, 'damaged' | 'unreadable'> {
  /** The last moment that the list knows of (ISO 8601); null if there is no list of this database. */
  lastLine: string | null;
  /** The numbers of games that count as moved again. */
  closedGames: string[];
  /** The numbers of games that are deleted again. */
  deletedGames: string[];
  /** The numbers of accounts that are deleted again. */
  deletedAccounts: number[];
  /** What could not be applied, or has not been yet. */
  undone: Undone;
  /** For each account that could not be deleted because it runs games: their numbers. */
  runs: Map<number, string[]>;
  /** The account that could not be deleted because no other one has the right of an operator; null if there is none. */
  onlyOperator: number | null;
  /** The numbers of games that came back after the backup, which has only the copy that had stayed behind. */
  lostReturns: string[];
}

/**
 * Compares the list of departures with the database of a held server. Null if the server is not held.
 * @param settings where the lists are; undefined if it is not known that there are any
 * @param others further folders that may have a list, such as that of the backup
 */
export async function departuresSinceBackup(
  ctx: AppContext,
  settings: BackupSettings | undefined,
  others: readonly string[] = [],
): Promise<DeparturesSinceBackup | null> {
  const held = await readHeld(ctx);
  if (held === null) return null;
  const { databaseId } = await ctx.db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
  const folders = [...new Set([...(settings === undefined ? [] : departureFolders(settings)), ...others])];
  const { lines, damaged, unreadable } = await readDepartures(folders, databaseId);
  const open = await undone(ctx, lines);
  const accounts = open.deletedAccounts.map(({ account }) => account);
  return {
    ...{ damaged, unreadable, undone: open },
    lastLine: lines.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null),
    ...(await inEffect(ctx, lines, held)),
    runs: await gamesRunBy(ctx, accounts),
    onlyOperator: await onlyOperatorAmong(ctx, accounts),
  };
}

/** What left after the database was last in use, and has left again. */
async function inEffect(
  ctx: AppContext,
  lines: readonly Departure[],
  { seenAt }: HeldState,
): Promise<Pick<DeparturesSinceBackup, 'closedGames' | 'deletedGames' | 'deletedAccounts' | 'lostReturns'>> {
  const isLater = ({ at }: { at: string }) => seenAt === null || new Date(at) > seenAt;
  const departed = departedOf(lines);
  const moved = departed.moved.filter(isLater);
  const games = await readKnownGames(
    ctx,
    moved.map(({ id }) => id),
  );
  const deleted = await ctx.db.prisma.deletedGame.findMany({
    where: { id: { in: departed.deletedGames.filter(isLater).map(({ id }) => id) } },
  });
  const accounts = await ctx.db.prisma.account.findMany({
    where: {
      id: { in: departed.deletedAccounts.filter(isLater).map(({ account }) => account) },
      deletedAt: { not: null },
    },
    orderBy: { id: 'asc' },
  });
  const isClosed = (id: string) => (games.get(id)?.transferredOutAt ?? null) !== null;
  const lost = [...games.values()].filter(({ id, transferredOutAt, returnedAt }) => {
    const back = departed.back.get(id);
    return transferredOutAt !== null && back !== undefined && !returnedSince({ returnedAt }, back.at);
  });
  return {
    closedGames: unique(moved.filter(({ id }) => isClosed(id)).map(({ game }) => game)),
    deletedGames: deleted.map(gameNumber),
    deletedAccounts: accounts.map(({ id }) => id),
    // A game that came back and left once more is closed, and is complete where it is now.
    lostReturns: lost.filter(({ id }) => !departed.moved.some((line) => line.id === id)).map(gameNumber),
  };
}

async function gamesRunBy(ctx: AppContext, accounts: readonly number[]): Promise<Map<number, string[]>> {
  const games = await ctx.db.prisma.game.findMany({
    where: { gmId: { in: [...accounts] }, status: { in: ['forming', 'running'] }, transferredOutAt: null },
    orderBy: [{ prefix: 'asc' }, { serial: 'asc' }],
  });
  const runs = new Map<number, string[]>();
  for (const game of games) runs.set(game.gmId, [...(runs.get(game.gmId) ?? []), gameNumber(game)]);
  return runs;
}

async function onlyOperatorAmong({ db }: AppContext, accounts: readonly number[]): Promise<number | null> {
  const [operator, ...others] = await db.prisma.account.findMany({
    where: { operator: true },
    select: { id: true },
    take: 2,
  });
  return operator && others.length === 0 && accounts.includes(operator.id) ? operator.id : null;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
