import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Prisma } from '../../database/generated/client.ts';

/**
 * Read committed, on purpose: whoever waited for the game's lock must then see what the one before it wrote.
 * (A snapshot from before the wait, as under repeatable read, would only make every second caller fail.)
 * The lock on the game's row is what makes the rest of the transaction alone in its game.
 *
 * Milliseconds; generous, because a caller may queue behind others of the same game, and a transaction that is
 * given up half-way only has to be done again.
 */
const TRANSACTION = { isolationLevel: 'ReadCommitted', maxWait: 30_000, timeout: 60_000 } as const;

/** One transaction: all of `work` or nothing of it. */
export function inTransaction<T>(ctx: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.db.prisma.$transaction(work, TRANSACTION);
}

/** What `WholeGame` reads. */
export const WHOLE_GAME = {
  gm: true,
  seats: { include: { account: true }, orderBy: { position: 'asc' } },
} as const satisfies Prisma.GameInclude;

/** Turns and printouts that are in force: what was rolled back stays in the record, and counts for nothing. */
export const NOT_ROLLED_BACK = { rolledBackAt: null } as const;

/** A game with its GM and its seats in the order in which they were added. */
export type WholeGame = Prisma.GameGetPayload<{ include: typeof WHOLE_GAME }>;
export type WholeSeat = WholeGame['seats'][number];

/** The game as it is now, held until the transaction ends; null if there is none. */
export async function lockGame(tx: Tx, gameId: string): Promise<WholeGame | null> {
  await tx.$queryRaw`SELECT "id" FROM "Game" WHERE "id" = ${gameId}::uuid FOR UPDATE`;
  return readGame(tx, gameId);
}

/** The game as it is now, for reading only; null if there is none. */
export function readGame(tx: Tx, gameId: string): Promise<WholeGame | null> {
  return tx.game.findUnique({ where: { id: gameId }, include: WHOLE_GAME });
}
