import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseOptions, openDatabase } from '../../src/database/client.ts';
import { type TestContext, testContext } from '../helpers/database.ts';

let own: TestContext;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

/** The limits of a connection, as PostgreSQL knows them: of locks, of statements. */
async function limits(options?: DatabaseOptions, settings?: string): Promise<string[]> {
  const address = new URL(own.url);
  if (settings !== undefined) address.searchParams.set('options', settings);
  const db = await openDatabase(address.href, options);
  try {
    const [row] = await db.prisma.$queryRaw<{ lock: string; statement: string }[]>`
      select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`;
    return [row?.lock ?? '', row?.statement ?? ''];
  } finally {
    await db.close();
  }
}

test('statements wait five seconds for a lock and take a minute at most', async () => {
  expect(await limits()).toEqual(['5s', '1min']);
});

test('the limits can be set or removed, and settings in the address have priority', async () => {
  expect(await limits({ lockTimeout: 250, statementTimeout: 0 })).toEqual(['250ms', '0']);
  expect(await limits({}, '-c lock_timeout=7s')).toEqual(['7s', '1min']);
});

test('transactions are Read Committed, whatever the default of the database or of the address is', async () => {
  const name = new URL(own.url).pathname.slice(1);
  await own.ctx.db.pool.query(
    `alter database "${name}" set default_transaction_isolation = 'repeatable read'`,
  );
  const address = new URL(own.url);
  address.searchParams.set('options', '-c default_transaction_isolation=serializable');
  const db = await openDatabase(address.href);
  try {
    const level = await db.prisma.$transaction((tx) => tx.$queryRaw`show transaction_isolation`);
    expect(level).toEqual([{ transaction_isolation: 'read committed' }]);
  } finally {
    await db.close();
    await own.ctx.db.pool.query(`alter database "${name}" reset default_transaction_isolation`);
  }
});

test('a statement that waits too long for a lock fails, and the connection can be used again', async () => {
  const db = await openDatabase(own.url, { connections: 1, lockTimeout: 100 });
  const holder = await own.ctx.db.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table "ServerState"');
    await expect(db.prisma.serverState.count()).rejects.toThrow(/lock timeout/);
    await holder.query('rollback');
    expect(await db.prisma.serverState.count()).toBe(1);
  } finally {
    holder.release(true);
    await db.close();
  }
});

test('a database that does not respond is named without the password', async () => {
  const address = new URL(own.url);
  address.port = '1';
  const failure = await openDatabase(address.href).catch((error: unknown) => String(error));
  expect(failure).toContain(`at ${address.host} does not respond`);
  expect(failure).not.toContain(address.password);
});
