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
import { type GameNumber, parseGameNumber } from './game-number.ts';

/**
 * Read committed, on purpose: whoever waited for the game's lock must then see what the one before it wrote.
 * (A snapshot from before the wait, as under repeatable read, would only make every second caller fail.)
 * The lock on the game's row is what makes the rest of the transaction alone in its game.
 *
 * Milliseconds; generous, because a caller may queue behind others of the same game, and a transaction that is
 * given up half-way only has to be done again.
 */
const TRANSACTION = { isolationLevel: 'ReadCommitted', maxWait: 30_000, timeout: 60_000 } as const;

/** For reading only: all queries see the database as it was at the first of them. */
const SNAPSHOT = { ...TRANSACTION, isolationLevel: 'RepeatableRead' } as const;

/** One transaction: all of `work` or nothing of it. */
export function inTransaction<T>(ctx: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.db.prisma.$transaction(work, TRANSACTION);
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

/** Reads that fit together: what other transactions commit meanwhile is not seen. */
export function inSnapshot<T>(ctx: Pick<AppContext, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.db.prisma.$transaction(work, SNAPSHOT);
}

/** Turns and printouts that are in force: what was rolled back stays in the record, and counts for nothing. */
export const NOT_ROLLED_BACK = { rolledBackAt: null } as const;

/** Columns of the schedule that speak of the open turn, as they are when another turn opens. */
export const NEW_TURN = { earlyProcessingAt: null, timesReopened: 0 } as const;

/** A seat with the account of the person who sits there. */
export type WholeSeat = Seat & { account: Account | null };

/** A game's row with the columns of its schedule and its policies. */
export type GameWithPolicies = Game & Omit<GameSchedule, 'gameId'> & Omit<GamePolicy, 'gameId'>;

/**
 * All of a game but the secret of its dice: its row, schedule, policies and state in one object, its GM, and its seats in
 * the order in which they were added. Writers update the table in which a column is.
 */
export type WholeGame = GameWithPolicies & Omit<GameState, 'gameId'> & { gm: Account; seats: WholeSeat[] };

/** What `withPolicies` needs to be read. */
export const POLICIES = { schedule: true, policy: true } as const satisfies Prisma.GameInclude;

const WHOLE_GAME = {
  ...POLICIES,
  state: true,
  gm: true,
  seats: { include: { account: true }, orderBy: { position: 'asc' } },
} as const satisfies Prisma.GameInclude;

/** A game that was read with `POLICIES` as one flat object, with whatever else was read of it. */
export function withPolicies<G extends { schedule: GameSchedule | null; policy: GamePolicy | null }>(
  row: G,
): Omit<G, 'schedule' | 'policy'> & Omit<GameSchedule, 'gameId'> & Omit<GamePolicy, 'gameId'> {
  const { schedule, policy, ...game } = row;
  return { ...game, ...columnsOf(schedule), ...columnsOf(policy) };
}

function wholeGame(row: Prisma.GameGetPayload<{ include: typeof WHOLE_GAME }>): WholeGame {
  const { state, ...game } = withPolicies(row);
  return { ...game, ...columnsOf(state) };
}

/** The constraint trigger `Game_parts` sees to it that every game has all its rows. */
function columnsOf<Part extends { gameId: string }>(part: Part | null): Omit<Part, 'gameId'> {
  if (part === null) throw new Error('A game lacks one of its rows.');
  const { gameId: _, ...columns } = part;
  return columns;
}

/** The game as it is now, held until the transaction ends; null if there is none. */
export async function lockGame(tx: Tx, gameId: string): Promise<WholeGame | null> {
  await tx.$queryRaw`SELECT "id" FROM "Game" WHERE "id" = ${gameId}::uuid FOR UPDATE`;
  return readGame(tx, gameId);
}

/**
 * The game as it is now, for reading only; null if there is none.
 * @param tx holds the game's lock, or reads a snapshot: a turn that is processed between two queries would tear it
 */
export async function readGame(tx: Tx, gameId: string): Promise<WholeGame | null> {
  const row = await tx.game.findUnique({ where: { id: gameId }, include: WHOLE_GAME });
  return row && wholeGame(row);
}

/** A game by its public number: for the code that checks rights, never for a page. Null if there is none. */
export async function findGame(ctx: Pick<AppContext, 'db'>, number: string): Promise<WholeGame | null> {
  const parts = parseGameNumber(number);
  if (!parts) return null;
  return inSnapshot(ctx, (tx) => readGameByNumber(tx, parts));
}

/** The same within a transaction, as `readGame`. */
export async function readGameByNumber(tx: Tx, number: GameNumber): Promise<WholeGame | null> {
  const { prefix, serial } = number;
  const row = await tx.game.findUnique({ where: { prefix_serial: { prefix, serial } }, include: WHOLE_GAME });
  return row && wholeGame(row);
}

/** Several whole games, for lists that need their states. */
export async function findGames(
  ctx: Pick<AppContext, 'db'>,
  wanted: Pick<Prisma.GameFindManyArgs, 'where' | 'orderBy' | 'take'>,
): Promise<WholeGame[]> {
  const rows = await inSnapshot(ctx, (tx) => tx.game.findMany({ ...wanted, include: WHOLE_GAME }));
  return rows.map(wholeGame);
}

/**
 * The 32 bytes behind all dice of a game. Whoever knows them knows every roll to come: for processing, for a replay on
 * this server, and for the public once the game is over.
 */
export async function readDiceSecret(tx: Tx, gameId: string): Promise<Uint8Array> {
  const { diceSecret } = await tx.gameSecret.findUniqueOrThrow({ where: { gameId } });
  return diceSecret;
}
