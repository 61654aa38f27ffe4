import type { AppContext } from '../../context.ts';
import { gameNumber } from '../../games/game/game-number.ts';
import { readHeld } from '../held/held-state.ts';
import type { BackupSettings } from '../nightly/nightly-backup.ts';
import { type Departed, departedOf, knowsOfMove, readKnownGames, returnedSince, wentOn } from './departed.ts';
import { addDepartures, type Departure, readDepartures } from './departure-list.ts';

/** The list of a folder cannot be read or written. */
export class UnusableList extends Error {
  override name = 'UnusableList';
  readonly folder: string;
  /** Why, such as `EACCES`. */
  readonly reason: string;

  constructor(folder: string, cause?: unknown) {
    const { code, message } = (cause ?? { message: 'it cannot be read' }) as NodeJS.ErrnoException;
    super(`The list of departures in ${folder} cannot be used: ${code ?? message}`, { cause });
    this.folder = folder;
    this.reason = code ?? message;
  }
}

/** The folders with a list: the data folder, and that of the backups, from where it is copied along with them. */
export function departureFolders({ dataDir, backups }: BackupSettings): string[] {
  return [...new Set(backups.kept === 0 ? [dataDir] : [dataDir, backups.dir])];
}

/**
 * Adds to the lists what has left the server and is not in them: after each departure, at every start, and every minute for
 * what a killed process has left undone. Everything is found in the database. While the server is held, nothing is written: a
 * copy with which someone tries out a restore must not write to the list of the server that it is a copy of.
 * @returns how many departures were added
 * @throws UnusableList if a list cannot be read or written; the other one was written if that was possible
 */
export async function recordDepartures(ctx: AppContext, settings: BackupSettings): Promise<number> {
  return (await addMissingDepartures(ctx, settings)).added;
}

/** What was added to the lists. */
export interface Recorded {
  /** How many departures. */
  added: number;
  /** Whether a list says of a game here that it left. If anything happens in that game, the lists need another line. */
  namesGameHere: boolean;
}

/** Like `recordDepartures`, and says whether the lists may need more although nothing else leaves. */
export async function addMissingDepartures(ctx: AppContext, settings: BackupSettings): Promise<Recorded> {
  if ((await readHeld(ctx)) !== null) return { added: 0, namesGameHere: false };
  const folders = departureFolders(settings);
  const { databaseId } = await ctx.db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
  const { lines, unreadable } = await readDepartures(folders, databaseId);
  const found = await missingLines(ctx, lines);
  const missing = found.lines.map((line) => ({ ...line, database: databaseId }));
  const failures = unreadable.map((folder) => new UnusableList(folder));
  // A folder that does not answer is not waited for once more.
  for (const folder of folders.filter((other) => !unreadable.includes(other))) {
    try {
      // What only the other list has is copied, such as after the loss of a disk.
      await addDepartures(folder, databaseId, [...lines, ...missing]);
    } catch (error) {
      failures.push(new UnusableList(folder, error));
    }
  }
  if (failures.length > 0) throw failures[0];
  return { added: missing.length, namesGameHere: found.namesGameHere };
}

/** Like `recordDepartures`, for callers whose work is done: a failure is logged, and a server that runs makes up for it. */
export async function tryToRecordDepartures(
  ctx: AppContext,
  settings: BackupSettings | undefined,
): Promise<void> {
  if (settings === undefined) return;
  await recordDepartures(ctx, settings).catch((error: unknown) => {
    ctx.log.error(
      { err: error },
      'the list of departures could not be written; a server that runs tries it again every minute',
    );
  });
}

type NewLine = Departure extends infer Line
  ? Line extends Departure
    ? Omit<Line, 'database'>
    : never
  : never;

/** Lines that the lists lack, and what `Recorded` says. */
interface Missing {
  lines: NewLine[];
  namesGameHere: boolean;
}

async function missingLines(ctx: AppContext, lines: readonly Departure[]): Promise<Missing> {
  const departed = departedOf(lines);
  const now = ctx.now();
  const moves = await missingMoves(ctx, departed);
  const missing = [
    ...(lines.length === 0 ? [{ kind: 'begun' as const, at: now.toISOString() }] : []),
    ...moves.lines,
    ...(await missingGames(ctx, departed, now)),
    ...(await missingAccounts(ctx, departed)),
  ];
  return { ...moves, lines: missing };
}

/**
 * Games that have moved, and games that are back although the list says that they left: they came back, or something happened in
 * them here since then. That a game is here is not enough: the database may be older than the list without anyone having noticed.
 */
async function missingMoves(ctx: AppContext, { moved, deletedGames, back }: Departed): Promise<Missing> {
  const events = new Set(moved.map(({ event }) => event));
  const gone = [...moved, ...deletedGames];
  const games = await readKnownGames(
    ctx,
    gone.map(({ id }) => id),
  );
  const lines: NewLine[] = [];
  let namesGameHere = false;
  for (const known of games.values()) {
    const { id, transferredOutAt, left, returnedAt } = known;
    const game = gameNumber(known);
    // A game that was on another server before has the entries of that one, too, by another clock.
    const last = left.find(({ at }) => transferredOutAt !== null && at <= transferredOutAt) ?? left[0];
    if (transferredOutAt !== null && last && !events.has(last.id)) {
      lines.push({ kind: 'gameMoved', game, id, event: last.id, at: after(back.get(id), last.at) });
    }
    if (transferredOutAt !== null) continue;
    const ended = gone.filter((line) => line.id === id && isBack(line));
    if (ended.length === 0) {
      namesGameHere = true;
      continue;
    }
    // Not before what it ends, even if a clock was wrong.
    const at = [returnedAt?.toISOString() ?? '', ...ended.map((line) => line.at)].sort().at(-1) ?? '';
    lines.push({ kind: 'gameBack', game, id, at });
  }
  return { lines, namesGameHere };

  function isBack(line: Departed['moved'][number] | Departed['deletedGames'][number]): boolean {
    const game = games.get(line.id);
    if (game === undefined) return false;
    return (
      wentOn(game, line) ||
      (line.kind === 'gameMoved' ? knowsOfMove(game, line) : returnedSince(game, line.at))
    );
  }
}

/** A moment after the last return of a game, even if a clock was wrong then. */
function after(back: { at: string } | undefined, moment: Date): string {
  const earliest = back === undefined ? 0 : new Date(back.at).getTime() + 1;
  return new Date(Math.max(moment.getTime(), earliest)).toISOString();
}

async function missingGames(
  ctx: AppContext,
  { deletedGames, back }: Departed,
  now: Date,
): Promise<NewLine[]> {
  const has = new Set(deletedGames.map(({ id }) => id));
  const games = await ctx.db.prisma.deletedGame.findMany({ orderBy: { id: 'asc' } });
  return games
    .filter(({ id }) => !has.has(id))
    .map((game) => ({
      ...{ kind: 'gameDeleted', game: gameNumber(game), id: game.id },
      at: after(back.get(game.id), now),
    }));
}

async function missingAccounts(ctx: AppContext, { deletedAccounts }: Departed): Promise<NewLine[]> {
  const key = (id: number, created: string) => `${id} ${created}`;
  const has = new Set(deletedAccounts.map(({ account, created }) => key(account, created)));
  const accounts = await ctx.db.prisma.account.findMany({
    where: { deletedAt: { not: null } },
    select: { id: true, createdAt: true, deletedAt: true },
    orderBy: { id: 'asc' },
  });
  return accounts.flatMap(({ id, createdAt, deletedAt }) => {
    const created = createdAt.toISOString();
    if (deletedAt === null || has.has(key(id, created))) return [];
    return [{ kind: 'accountDeleted' as const, account: id, created, at: deletedAt.toISOString() }];
  });
}
