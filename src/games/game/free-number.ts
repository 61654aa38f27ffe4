import type { Tx } from '../../database/client.ts';
import type { GameNumber } from './game-number.ts';

/*
 * Which numbers of games are free. A number is used once: that of a deleted game stays its own, because links in old mail,
 * and papers, name it.
 */

const lockName = (prefix: string) => `game number ${prefix}`;

/**
 * The next number of a prefix. The advisory lock makes games that are created at the same time wait for each other: no number
 * is used twice or skipped.
 */
export async function nextSerial(tx: Tx, prefix: string): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lockName(prefix)}, 0))`;
  // One statement: a game that is deleted meanwhile is in exactly one of the tables.
  const [row] = await tx.$queryRaw<{ next: number }[]>`
    SELECT (coalesce(max("serial"), 0) + 1)::int AS "next" FROM (
      SELECT "serial" FROM "Game" WHERE "prefix" = ${prefix}
      UNION ALL SELECT "serial" FROM "DeletedGame" WHERE "prefix" = ${prefix}
    ) used`;
  return row?.next ?? 1;
}

/**
 * Takes the lock of `nextSerial` until the transaction ends, but does not wait for it. Returns false if another game gets a
 * number of the prefix at this moment.
 */
export async function tryLockNumbers(tx: Tx, prefix: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${lockName(prefix)}, 0)) AS "locked"`;
  return row?.locked === true;
}

/** Whether a number is that of another game, which may have been deleted. */
export async function isTakenByOther(tx: Tx, { prefix, serial }: GameNumber, id: string): Promise<boolean> {
  const where = { prefix, serial, id: { not: id } };
  return (await tx.game.count({ where })) + (await tx.deletedGame.count({ where })) > 0;
}

/** Remembers the number of a game that is deleted. */
export async function rememberNumber(
  tx: Tx,
  { id, prefix, serial }: GameNumber & { id: string },
): Promise<void> {
  await tx.deletedGame.create({ data: { id, prefix, serial } });
}

/** Forgets that a game was deleted: it comes back with its number. */
export async function reuseNumber(tx: Tx, id: string): Promise<void> {
  await tx.deletedGame.deleteMany({ where: { id } });
}
