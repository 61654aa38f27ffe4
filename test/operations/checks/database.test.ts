import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/client.ts';
import { databaseCheck } from '../../../src/operations/checks/database.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { databaseLink } from '../../helpers/database-link.ts';

let own: TestContext;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const down = (reason: string) => ({
  level: 'down',
  message: expect.stringContaining(`The database takes no writes: ${reason}`),
});

test('a database that takes writes is ok, and nothing is changed', async () => {
  const rows = () => own.ctx.db.prisma.serverState.findMany();
  const before = await rows();
  const found = await databaseCheck(own.ctx.db.pool).run();
  expect(found).toEqual({ level: 'ok', message: 'The database takes writes.' });
  expect(await rows()).toEqual(before);
});

test('a read-only database is down, and ok again when it takes writes', async () => {
  const { pool } = own.ctx.db;
  const name = new URL(own.url).pathname.slice(1);
  await pool.query(`alter database ${name} set default_transaction_read_only = on`);
  const db = await openDatabase(own.url);
  try {
    const found = await databaseCheck(db.pool).run();
    expect(found).toEqual(down('cannot execute UPDATE in a read-only transaction.'));
  } finally {
    await db.close();
    await pool.query(`alter database ${name} set default_transaction_read_only = off`);
  }
  expect(await databaseCheck(pool).run()).toMatchObject({ level: 'ok' });
});

test('a database that is away is down, and ok again when it is back', async () => {
  const link = await databaseLink(own.url);
  const db = await openDatabase(link.url);
  try {
    const check = databaseCheck(db.pool);
    expect(await check.run()).toMatchObject({ level: 'ok' });
    await link.cut();
    expect(await check.run()).toEqual(down(''));
    await link.restore();
    await expect.poll(async () => (await check.run()).level).toBe('ok');
  } finally {
    await db.close();
    await link.close();
  }
});

test('a database that does not answer a write within seconds is down, and no connection is left behind', async () => {
  const holder = await own.ctx.db.pool.connect();
  const db = await openDatabase(own.url, { connections: 1 });
  try {
    await holder.query('begin');
    await holder.query('lock table "ServerState"');
    expect(await databaseCheck(db.pool).run()).toEqual(down('canceling statement due to statement timeout.'));
    await holder.query('rollback');
    expect(await databaseCheck(db.pool).run()).toMatchObject({ level: 'ok' });
  } finally {
    holder.release(true);
    await db.close();
  }
});
