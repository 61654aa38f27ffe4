import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, type DatabaseOptions, openDatabase } from '../../src/database/client.ts';
import { databaseFailure, isOutcomeUnknown } from '../../src/database/failures.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { startTcpProxy, type TcpProxy } from '../helpers/tcp-proxy.ts';

/*
 * Every error here is a real one: the test takes the database away, locks a table, or leaves no connections. What is
 * tested is that each way of asking (pg, Prisma, raw SQL in Prisma, a transaction) leads to the same result.
 */

let own: TestContext;
let proxy: TcpProxy;
/** Through the proxy. */
let db: Database;

beforeAll(async () => {
  own = await testContext();
  proxy = await startTcpProxy(own.url);
  db = await openDatabase(proxy.url);
});
afterAll(async () => {
  await proxy.restore();
  await db.close();
  await proxy.close();
  await own.close();
});

/** The ways in which the server asks its database. */
const WAYS = {
  pg: ({ pool }: Database) => pool.query('SELECT count(*) FROM "Account"'),
  prisma: ({ prisma }: Database) => prisma.account.count(),
  'raw SQL': ({ prisma }: Database) => prisma.$queryRaw`SELECT count(*)::int FROM "Account"`,
  transaction: ({ prisma }: Database) => prisma.$transaction((tx) => tx.account.count()),
};

/** What is thrown. @throws if nothing is */
async function thrownBy(work: () => Promise<unknown>): Promise<unknown> {
  const thrown = await work().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  if (thrown === null) throw new Error('Nothing failed, so the test proves nothing.');
  return thrown.error;
}

/** What each way of asking makes of the same trouble. */
async function failuresOf(asked: Database): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [way, ask] of Object.entries(WAYS)) {
    const error = await thrownBy(() => ask(asked));
    found[way] = [databaseFailure(error), isOutcomeUnknown(error) ? 'unknown' : 'known'];
  }
  return found;
}

const everyWay = (failure: string, outcome: string) =>
  Object.fromEntries(Object.keys(WAYS).map((way) => [way, [failure, outcome]]));

/** A database for a new role of the same cluster. */
async function openAs(options: string, use: (db: Database, role: string) => Promise<void>): Promise<void> {
  const role = `role_${randomBytes(6).toString('hex')}`;
  const admin = own.ctx.db.pool;
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret' ${options}`);
  await admin.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  const url = new URL(own.url);
  Object.assign(url, { username: role, password: 'secret' });
  const opened = await openDatabase(url.href);
  try {
    await use(opened, role);
  } finally {
    await opened.close();
    await admin.query(`DROP OWNED BY ${role}`);
    await admin.query(`DROP ROLE ${role}`);
  }
}

/** A database on connections with these limits. */
async function openWith(limits: DatabaseOptions, use: (db: Database) => Promise<void>): Promise<void> {
  const opened = await openDatabase(own.url, limits);
  try {
    await use(opened);
  } finally {
    await opened.close();
  }
}

describe('A database that is gone', () => {
  test('is unavailable, and a statement that never reached it took no effect', async () => {
    await db.prisma.account.count();
    await proxy.cut();
    // The connection that was idle notices first.
    await thrownBy(() => db.pool.query('SELECT 1'));
    expect(await failuresOf(db)).toEqual(everyWay('unavailable', 'known'));
    await proxy.restore();
    expect(await db.prisma.account.count()).toBe(0);
  });

  test('in the middle of a statement is unavailable, and no one knows whether it took effect', async () => {
    const slow = {
      pg: () => db.pool.query('SELECT pg_sleep(20)'),
      'raw SQL': () => db.prisma.$queryRaw`SELECT pg_sleep(20)::text`,
      transaction: () => db.prisma.$transaction((tx) => tx.$queryRaw`SELECT pg_sleep(20)::text`),
    };
    for (const [way, ask] of Object.entries(slow)) {
      for (const end of [() => proxy.cut(), () => terminateSleepers()]) {
        const error = thrownBy(ask);
        await untilSomeoneSleeps();
        await end();
        expect([way, databaseFailure(await error), isOutcomeUnknown(await error)]).toEqual([
          ...[way, 'unavailable', true],
        ]);
        // PostgreSQL itself does not notice that the connection of a statement was cut.
        await terminateSleepers();
        await proxy.restore();
      }
    }
  });

  test('between two statements of a transaction is unavailable, and before its COMMIT no one knows', async () => {
    const { prisma } = db;
    const between = await thrownBy(() =>
      prisma.$transaction(async (tx) => {
        const [backend] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        await own.ctx.db.pool.query('SELECT pg_terminate_backend($1, 5000)', [backend?.pid]);
        await tx.account.count();
      }),
    );
    expect(databaseFailure(between)).toBe('unavailable');
    const before = await thrownBy(() =>
      prisma.$transaction(async (tx) => {
        await tx.account.count();
        await proxy.cut();
      }),
    );
    expect([databaseFailure(before), isOutcomeUnknown(before)]).toEqual(['unavailable', true]);
    await proxy.restore();
  });

  test('that does not answer is unavailable once the time for connecting is over', async () => {
    const pool = new pg.Pool({ connectionString: proxy.url, connectionTimeoutMillis: 300 });
    pool.on('error', () => {});
    proxy.stall();
    const error = await thrownBy(() => pool.query('SELECT 1'));
    expect([databaseFailure(error), isOutcomeUnknown(error)]).toEqual(['unavailable', false]);
    await proxy.restore();
    await pool.end();
  });
});

describe('A database that refuses', () => {
  test('more connections is unavailable', async () => {
    await openAs('CONNECTION LIMIT 1', async (limited) => {
      const only = await limited.pool.connect();
      expect(await failuresOf(limited)).toEqual(everyWay('unavailable', 'known'));
      only.release();
    });
  });

  test('its only role is unavailable, and so is one that does not exist', async () => {
    await openAs('', async (limited, role) => {
      await own.ctx.db.pool.query(`ALTER ROLE ${role} NOLOGIN`);
      await own.ctx.db.pool.query(
        'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = $1',
        [role],
      );
      await thrownBy(() => limited.pool.query('SELECT 1'));
      expect(await failuresOf(limited)).toEqual(everyWay('unavailable', 'known'));
    });
    const elsewhere = new URL(own.url);
    elsewhere.pathname = '/no_such_database';
    const client = new pg.Client({ connectionString: elsewhere.href });
    expect(databaseFailure(await thrownBy(() => client.connect()))).toBe('unavailable');
  });

  test('to write is unavailable', async () => {
    await openAs('', async ({ prisma, pool }, role) => {
      await own.ctx.db.pool.query(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
      await pool.query('SET default_transaction_read_only = on');
      const data = { seenAt: new Date() };
      const write = (tx: Pick<typeof prisma, 'serverState'>) =>
        tx.serverState.update({ where: { id: 1 }, data });
      for (const ask of [
        () => write(prisma),
        () => prisma.$transaction((tx) => write(tx)),
        () => pool.query('UPDATE "ServerState" SET "seenAt" = now()'),
      ]) {
        expect(databaseFailure(await thrownBy(ask))).toBe('unavailable');
      }
    });
  });
});

describe('A database that takes too long', () => {
  test('because of a lock is busy, and the statement took no effect', async () => {
    const holder = await own.ctx.db.pool.connect();
    await holder.query('BEGIN; LOCK TABLE "Account"');
    await openWith({ lockTimeout: 100 }, async (limited) => {
      expect(await failuresOf(limited)).toEqual(everyWay('busy', 'known'));
    });
    await openWith({ statementTimeout: 100 }, async (limited) => {
      expect(await failuresOf(limited)).toEqual(everyWay('busy', 'known'));
    });
    await holder.query('ROLLBACK');
    holder.release();
  });

  test('because two transactions wait for each other, or write the same row, is busy', async () => {
    const { prisma } = own.ctx.db;
    const lockBoth = (first: string, second: string) =>
      prisma.$transaction(async (tx) => {
        await tx.$executeRawUnsafe(`LOCK TABLE "${first}"`);
        await bothHaveOne();
        await tx.$executeRawUnsafe(`LOCK TABLE "${second}"`);
      });
    const bothHaveOne = meeting(2);
    const ends = await Promise.allSettled([lockBoth('Downtime', 'Session'), lockBoth('Session', 'Downtime')]);
    const deadlocks = ends
      .filter((end) => end.status === 'rejected')
      .map(({ reason }) => databaseFailure(reason));
    expect(deadlocks).toEqual(['busy']);

    const conflict = await thrownBy(() =>
      prisma.$transaction(
        async (tx) => {
          await tx.serverState.findFirst();
          await own.ctx.db.pool.query('UPDATE "ServerState" SET "seenAt" = now()');
          await tx.serverState.update({ where: { id: 1 }, data: { seenAt: new Date() } });
        },
        { isolationLevel: 'Serializable' },
      ),
    );
    expect(databaseFailure(conflict)).toBe('busy');
  });

  test('to get a connection or a transaction, or to finish one, is never a bug', async () => {
    const one = await openDatabase(own.url, { connections: 1 });
    const only = await one.pool.connect();
    const late = await thrownBy(() => one.prisma.$transaction((tx) => tx.account.count(), { maxWait: 100 }));
    expect([databaseFailure(late), isOutcomeUnknown(late)]).toEqual(['busy', false]);
    only.release();
    const endless = await thrownBy(() =>
      one.prisma.$transaction((tx) => tx.$queryRaw`SELECT pg_sleep(0.5)::text`, { timeout: 100 }),
    );
    expect([databaseFailure(endless), isOutcomeUnknown(endless)]).toEqual(['busy', false]);
    await one.close();

    const pool = new pg.Pool({ connectionString: own.url, max: 1 });
    const held = await pool.connect();
    // Only the wait for a connection that is in use may be short. To open one can take longer on a busy machine.
    pool.options.connectionTimeoutMillis = 100;
    const queued = await thrownBy(() => pool.query('SELECT 1'));
    expect([databaseFailure(queued), isOutcomeUnknown(queued)]).toEqual(['unavailable', false]);
    held.release();
    await pool.end();
  });
});

describe('Everything else', () => {
  test('is not a failure of the database', async () => {
    const { prisma, pool } = own.ctx.db;
    let ended: typeof prisma | null = null;
    await prisma.$transaction(async (tx) => {
      await tx.account.count();
      ended = tx as typeof prisma;
    });
    const bugs = [
      () => pool.query('SELECT nonsense'),
      () => pool.query('INSERT INTO "ServerState" DEFAULT VALUES'),
      () => prisma.serverState.create({ data: {} }),
      () => prisma.account.findUniqueOrThrow({ where: { id: 1 } }),
      // A transaction that has ended: a bug, although Prisma has the same code for it as for one that took too long.
      () => (ended as unknown as typeof prisma).account.count(),
    ];
    for (const bug of bugs) expect(databaseFailure(await thrownBy(bug))).toBeNull();
    const loop: { cause?: unknown } = {};
    loop.cause = loop;
    for (const odd of [null, undefined, 'ECONNREFUSED', new Error('no'), { code: 42, meta: null }, loop]) {
      expect(databaseFailure(odd)).toBeNull();
      expect(isOutcomeUnknown(odd)).toBe(false);
    }
  });
});

/** A function that returns once it has been called so often. */
function meeting(guests: number): () => Promise<void> {
  let missing = guests;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    missing -= 1;
    if (missing === 0) open();
    return all;
  };
}

const SLEEPERS = `FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event = 'PgSleep' AND state = 'active'`;

async function untilSomeoneSleeps(): Promise<void> {
  const { pool } = own.ctx.db;
  await expect
    .poll(async () => (await pool.query(`SELECT pid ${SLEEPERS}`)).rowCount, { interval: 10 })
    .toBe(1);
}

async function terminateSleepers(): Promise<void> {
  await own.ctx.db.pool.query(`SELECT pg_terminate_backend(pid, 5000) ${SLEEPERS}`);
}
