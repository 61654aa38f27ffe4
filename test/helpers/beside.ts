import type { AppContext } from '../../src/context.ts';
import type { Tx } from '../../src/database/client.ts';

/**
 * Writes something in a transaction, and commits it only once `work`, which begins after it was written, waits for a lock
 * that the transaction holds, or is finished without waiting.
 * @param finish what the transaction does last, while `work` waits
 */
export async function beside<T>(
  { db: { prisma } }: Pick<AppContext, 'db'>,
  write: (tx: Tx) => Promise<unknown>,
  work: () => Promise<T>,
  finish: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<T> {
  let working: Promise<T> | undefined;
  await prisma.$transaction(async (tx: Tx) => {
    await write(tx);
    let settled = false;
    working = work().finally(() => {
      settled = true;
    });
    while (!settled) {
      const [{ waiting } = { waiting: 0n }] = await prisma.$queryRaw<{ waiting: bigint }[]>`
        SELECT count(*) AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      if (waiting > 0n) break;
    }
    await finish(tx);
  });
  return (await working) as T;
}
