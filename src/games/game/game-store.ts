import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type {
  Account,
  Game,
  GamePolicy,
  GameSchedule,
  GameState,
  Prisma,
  Seat,
} from '../../database/generated/client.ts';
import { runTransaction } from '../../database/transaction.ts';
import type { GameNumber } from './game-number.ts';

/**
 * The isolation level is Read Committed, the default of our connections, on purpose: a transaction that waited for a game's lock must see what the
 * previous holder wrote. (Under Repeatable Read its snapshot would be older than the wait, and it would fail.)
 * The lock on the game's row excludes all other writers of that game.
 *
 * The times are milliseconds. They are generous because a transaction may queue behind others of the same game,
 * and one that times out has to be repeated.
 */
const TRANSACTION = { maxWait: 30_000, timeout: 60_000 } as const;

/** For reading only: all queries see the database as it was at the first query. */
const SNAPSHOT = { ...TRANSACTION, isolationLevel: 'RepeatableRead' } as const;

/**
 * Runs `work` in one transaction, which is rolled back if it throws, and run again after a deadlock: `work` must change
 * nothing but the database.
 */
export function inTransaction<T>(ctx: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return runTransaction(ctx.db, work, TRANSACTION);
}

/**
 * Runs `work` in a transaction that is always rolled back, and returns its value: for what would happen if. Nothing that
 * `work` writes is stored, and no job that it enqueues is run.
 */
export async function inDiscardedTransaction<T>(ctx: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  // Prisma rolls a transaction back only if its function throws, so this one always does.
  const discard = new Error('The transaction is rolled back on purpose.');
  const finished: { value: T }[] = [];
  try {
    return await inTransaction(ctx, async (tx) => {
      finished.push({ value: await work(tx) });
      throw discard;
    });
  } catch (error) {
    const [result] = finished;
    if (error === discard && result) return result.value;
    throw error;
  }
}

/** Runs several reads against one snapshot: they do not see what other transactions commit in the meantime. */
export function inSnapshot<T>(ctx: Pick<AppContext, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return runTransaction(ctx.db, work, SNAPSHOT);
}

/** Selects turns and printouts that are in force. Those that were rolled back stay stored, but have no effect. */
export const NOT_ROLLED_BACK = { rolledBackAt: null } as const;

/**
 * Selects printouts that someone other than an account got. One without an account is that of a player who has deleted
 * theirs.
 */
export function gotByOthers(accountId: number) {
  return { OR: [{ accountId: null }, { accountId: { not: accountId } }] };
}

/** The schedule's columns about the open turn, as they are reset when another turn opens. */
export const NEW_TURN = {
  earlyProcessingAt: null,
  timesReopened: 0,
  timesExtended: 0,
  missesExcused: false,
  missesCountFrom: null,
  turnGraceHours: null,
} as const;

/** A seat with the account of its player. */
export type WholeSeat = Seat & { account: Account | null };

/** A game's row with the columns of its schedule and its policies. */
export type GameWithPolicies = Game & Omit<GameSchedule, 'gameId'> & Omit<GamePolicy, 'gameId'>;

/**
 * All of a game but the secret of its dice: its row, schedule, policies and state in one object, its GM, and its seats in
 * the order in which they were added. Writers update the table in which a column is.
 */
export type WholeGame = GameWithPolicies &
  Omit<GameState, 'gameId'> & {
    gm: Account;
    seats: WholeSeat[];
    /**
     * The attempt at the turn before the open one that is in force: it tells the printouts of the open turn from those that were
     * rolled back. 1 if there is none.
     */
    attempt: number;
  };

/** What `withPolicies` needs to be read. */
export const POLICIES = { schedule: true, policy: true } as const satisfies Prisma.GameInclude;

const PEOPLE = {
  gm: true,
  seats: { include: { account: true }, orderBy: { position: 'asc' } },
} as const satisfies Prisma.GameInclude;

type GameWithPeople = Prisma.GameGetPayload<{ include: typeof PEOPLE }>;

/** Flattens a game that was read with `POLICIES` into one object; keeps everything else that was read. */
export function withPolicies<G extends { schedule: GameSchedule | null; policy: GamePolicy | null }>(
  row: G,
): Omit<G, 'schedule' | 'policy'> & Omit<GameSchedule, 'gameId'> & Omit<GamePolicy, 'gameId'> {
  const { schedule, policy, ...game } = row;
  return { ...game, ...columnsOf(schedule), ...columnsOf(policy) };
}

/** Completes a game with its other tables, one query after another, because a transaction has a single connection. */
async function completeGame(tx: Tx, row: GameWithPeople | null): Promise<WholeGame | null> {
  if (row === null) return null;
  const where = { gameId: row.id };
  const schedule = await tx.gameSchedule.findUnique({ where });
  const policy = await tx.gamePolicy.findUnique({ where });
  const state = await tx.gameState.findUnique({ where });
  const before = { ...where, turn: row.turn - 1, ...NOT_ROLLED_BACK };
  const turn = await tx.turn.findFirst({ where: before, select: { attempt: true } });
  const attempt = turn?.attempt ?? 1;
  return { ...row, ...columnsOf(schedule), ...columnsOf(policy), ...columnsOf(state), attempt };
}

/** The columns of one part of a game. The constraint trigger `Game_parts` guarantees that every game has all parts. */
function columnsOf<Part extends { gameId: string }>(part: Part | null): Omit<Part, 'gameId'> {
  if (part === null) throw new Error('A game lacks one of its rows (see the trigger Game_parts).');
  const { gameId: _, ...columns } = part;
  return columns;
}

/** Locks a game until the transaction ends and returns it as it is now; null if it does not exist. */
export async function lockGame(tx: Tx, gameId: string): Promise<WholeGame | null> {
  await tx.$queryRaw`SELECT "id" FROM "Game" WHERE "id" = ${gameId}::uuid FOR UPDATE`;
  return readGame(tx, gameId);
}

/**
 * Returns a game as it is now, for reading only; null if it does not exist.
 * @param tx must hold the game's lock or read a snapshot; otherwise a turn processed between the queries would give
 *   an inconsistent game
 */
export async function readGame(tx: Tx, gameId: string): Promise<WholeGame | null> {
  return completeGame(tx, await tx.game.findUnique({ where: { id: gameId }, include: PEOPLE }));
}

/** Like `readGame`, by public number. */
export async function readGameByNumber(tx: Tx, number: GameNumber): Promise<WholeGame | null> {
  const { prefix, serial } = number;
  const where = { prefix_serial: { prefix, serial } };
  return completeGame(tx, await tx.game.findUnique({ where, include: PEOPLE }));
}

/**
 * The 32 bytes behind all dice of a game. They reveal every future roll: use them only for processing, for replays on
 * this server, and for the public once the game is over.
 */
export async function readDiceSecret(tx: Tx, gameId: string): Promise<Uint8Array> {
  const { diceSecret } = await tx.gameSecret.findUniqueOrThrow({ where: { gameId } });
  return diceSecret;
}
