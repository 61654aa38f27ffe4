import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Tx } from './client.ts';
import { isDeadlock } from './failures.ts';
import type { Prisma } from './generated/client.ts';

/** How often a transaction is tried at most. */
const MAX_TRIES = 3;

/** Milliseconds, at most, before it is tried again: a random time, so that two that met do not meet again. */
const MAX_PAUSE = 50;

/** Times in milliseconds, and the level of isolation; those of the client if they are left out. */
interface TransactionOptions {
  maxWait?: number;
  timeout?: number;
  isolationLevel?: Prisma.TransactionIsolationLevel;
}

/**
 * Runs `work` in one transaction, which is rolled back if it throws. If the database ends it because of a deadlock with
 * another one, it is run again: so `work` must change nothing but the database.
 */
export async function runTransaction<T>(
  { prisma }: Pick<Database, 'prisma'>,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await prisma.$transaction(work, options);
    } catch (error) {
      if (tries === MAX_TRIES || !isDeadlock(error)) throw error;
      await sleep(randomInt(MAX_PAUSE));
    }
  }
}
