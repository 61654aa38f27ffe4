import { describe, expect, test } from 'vitest';
import type { Tx } from '../../src/database/client.ts';
import { runTransaction } from '../../src/database/transaction.ts';
import { anAccount } from '../games/game/play.ts';
import { useContext } from '../helpers/use-context.ts';

const own = useContext();

/** Returns a function that waits until it was called so often in all. */
function meeting(of: number): () => Promise<void> {
  let come = 0;
  let meet = () => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  return async () => {
    come += 1;
    if (come === of) meet();
    await met;
  };
}

describe('two transactions that change the same rows in different orders', () => {
  test('both succeed: the one that the database ends is run again', async () => {
    const [one, other] = [await anAccount(own.ctx, 'Ann Baker'), await anAccount(own.ctx, 'Bob Carter')];
    const met = meeting(2);
    const raise = (tx: Tx, id: number) =>
      tx.account.update({ where: { id }, data: { accessEpoch: { increment: 1 } } });
    let runs = 0;
    const change = (first: number, second: number) =>
      runTransaction(own.ctx.db, async (tx) => {
        runs += 1;
        await raise(tx, first);
        await met();
        await raise(tx, second);
        return first;
      });
    const changed = await Promise.all([change(one.id, other.id), change(other.id, one.id)]);
    expect(changed).toEqual([one.id, other.id]);
    expect(runs).toBe(3);
    const after = await own.ctx.db.prisma.account.findMany({ where: { id: { in: changed } } });
    expect(after.map(({ accessEpoch }) => accessEpoch)).toEqual([2, 2]);
  });

  test('so does one with locks in plain SQL', async () => {
    const [one, other] = [await anAccount(own.ctx, 'Ann Baker'), await anAccount(own.ctx, 'Bob Carter')];
    const met = meeting(2);
    const lock = (tx: Tx, id: number) =>
      tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${id} FOR UPDATE`;
    const both = (first: number, second: number) =>
      runTransaction(own.ctx.db, async (tx) => {
        await lock(tx, first);
        await met();
        await lock(tx, second);
        return true;
      });
    expect(await Promise.all([both(one.id, other.id), both(other.id, one.id)])).toEqual([true, true]);
  });
});

test('a transaction that fails for another reason is not run again, and one that always deadlocks only three times', async () => {
  let runs = 0;
  const failing = (error: Error) =>
    runTransaction(own.ctx.db, async () => {
      runs += 1;
      throw error;
    });
  await expect(failing(new Error('no'))).rejects.toThrow('no');
  expect(runs).toBe(1);
  await expect(failing(Object.assign(new Error('deadlock'), { code: '40P01' }))).rejects.toThrow('deadlock');
  expect(runs).toBe(4);
});
