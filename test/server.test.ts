import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { redeemSignInLink } from '../src/accounts/sign-in-links.ts';
import { configFrom } from '../src/config.ts';
import { CHECK_TITLES } from '../src/operations/check-titles.ts';
import { FirstStartError, startServer } from '../src/server.ts';
import { testContext } from './helpers/database.ts';
import { openClocked } from './helpers/database-clock.ts';
import { startMailServer } from './helpers/mail-server.ts';

const OPERATOR_EMAIL = 'olive@example.org';
const dataDir = path.join(tmpdir(), `whistlestop-server-test-${process.pid}`);

afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('a first start that fails because its port is in use still gives the operator a sign-in link', async () => {
  const own = await testContext();
  const blocker = await listenSomewhere();
  const { port } = blocker.address() as { port: number };
  const config = configFrom({
    ...{ DATABASE_URL: own.url, SMTP_URL: 'smtp://127.0.0.1:9', PORT: String(port) },
    DATA_DIR: dataDir,
  });
  const start = () => startServer(config, pino({ level: 'silent' })).catch((error: unknown) => error);
  try {
    const first = await start();
    expect(first).toBeInstanceOf(FirstStartError);
    const { operatorLink, cause } = first as FirstStartError;
    expect(cause).toMatchObject({ code: 'EADDRINUSE' });
    expect(await start()).toMatchObject({ code: 'EADDRINUSE' });
    own.setNow(new Date());
    const token = operatorLink.split('/').at(-1) as string;
    expect(await redeemSignInLink(own.ctx, token)).toMatchObject({ id: 10001, operator: true });
  } finally {
    await new Promise((done) => blocker.close(done));
    await own.close();
  }
});

describe('a worker without pages', () => {
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', ROLE: 'worker', DATA_DIR: dataDir, OPERATOR_EMAIL };
  const log = pino({ level: 'silent' });

  test('answers whether it lives and is ready, until it stops', async () => {
    const own = await testContext();
    const mailServer = await startMailServer();
    const addresses = { DATABASE_URL: own.url, SMTP_URL: mailServer.url, HEALTH_PORT: '0' };
    const config = configFrom({ ...settings, ...addresses });
    const server = await startServer(config, log);
    const ask = async (path: string) => {
      const response = await fetch(`${server.healthAddress}${path}`);
      return { status: response.status, body: await response.json() };
    };
    try {
      expect(server.app).toBeNull();
      expect(await ask('/health')).toEqual({ status: 200, body: { status: 'alive' } });
      expect(await ask('/ready')).toEqual({ status: 200, body: { status: 'ready', reasons: [] } });
      const conditions = server.health.conditions();
      const names = Object.keys(CHECK_TITLES).filter((name) => name !== 'proxies' && name !== 'mailIn');
      expect(conditions.map(({ check }) => check).sort()).toEqual(names.sort());
      expect(conditions.filter(({ level }) => level !== 'ok')).toEqual([]);
      await own.ctx.db.pool.query('drop table "ServerState"');
      await server.health.check();
      expect(await ask('/ready')).toMatchObject({
        status: 503,
        body: {
          status: 'not ready',
          reasons: expect.arrayContaining([expect.objectContaining({ check: 'database', level: 'down' })]),
        },
      });
    } finally {
      await server.stop();
      await mailServer.close();
      await own.close();
    }
    await expect(ask('/health')).rejects.toThrow();
  });

  test('does not start if its port is in use, and names the setting', async () => {
    const own = await testContext();
    const blocker = await listenSomewhere();
    const { port } = blocker.address() as { port: number };
    const config = configFrom({ ...settings, DATABASE_URL: own.url, HEALTH_PORT: String(port) });
    try {
      const failure = await startServer(config, log).catch((error: unknown) => error as Error);
      expect((failure as Error).cause).toMatchObject({
        message: `Port ${port} on 127.0.0.1 is in use. Set HEALTH_PORT to a free port.`,
      });
    } finally {
      await new Promise((done) => blocker.close(done));
      await own.close();
    }
  });
});

test('a server whose connections are all in use is ready, and its heartbeat goes on', async () => {
  const own = await testContext();
  const mailServer = await startMailServer();
  const settings = {
    ...{ DATABASE_URL: own.url, SMTP_URL: mailServer.url, PORT: '0', DATA_DIR: dataDir, OPERATOR_EMAIL },
  };
  const server = await startServer(configFrom(settings), pino({ level: 'silent' }));
  const { pool } = server.ctx.db;
  const seenAt = async () =>
    (await own.ctx.db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } })).seenAt?.getTime() ?? 0;
  const taken = await Promise.all(Array.from({ length: 20 }, () => pool.connect()));
  try {
    const before = await seenAt();
    expect(pool.idleCount).toBe(0);
    const found = await server.health.check();
    expect(found.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect((await fetch(`${server.address}/ready`)).status).toBe(200);
    await expect.poll(seenAt, { timeout: 8_000, interval: 500 }).toBeGreaterThan(before);
  } finally {
    for (const client of taken) client.release();
    await server.stop();
    await mailServer.close();
    await own.close();
  }
});

test('a running server counts a jump of the database’s clock as no downtime, and warns the operator', async () => {
  const own = await testContext();
  const { db, setAhead } = await openClocked(own.url);
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', ROLE: 'web', PORT: '0', DATA_DIR: dataDir };
  const config = configFrom({ ...settings, DATABASE_URL: own.url });
  const server = await startServer(config, pino({ level: 'silent' }));
  const isAhead = async () => {
    const { seenAt } = await db.prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
    return (seenAt as Date).getTime() > Date.now() + 86_400_000;
  };
  try {
    await setAhead(30 * 86_400_000);
    await expect.poll(isAhead, { timeout: 15_000 }).toBe(true);
    await setAhead(0);
    await expect.poll(isAhead, { timeout: 15_000 }).toBe(false);
    expect(await db.prisma.downtime.findMany()).toEqual([]);
    const found = await server.health.check();
    expect(found.find(({ check }) => check === 'clock')).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('The clock of the database went ahead by 720 hours'),
    });
  } finally {
    await server.stop();
    await db.close();
    await own.close();
  }
}, 60_000);

test('a server ends if a newer version changes the tables while it runs', async () => {
  const own = await testContext();
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', ROLE: 'web', PORT: '0', DATA_DIR: dataDir };
  const config = configFrom({ ...settings, DATABASE_URL: own.url });
  const faults: string[] = [];
  const onFatal = ({ message }: Error) => faults.push(message);
  const server = await startServer(config, pino({ level: 'silent' }), { onFatal });
  try {
    await own.ctx.db.pool.query(
      `insert into "_prisma_migrations" select gen_random_uuid()::text, checksum, finished_at, '29990101000000_future', logs, rolled_back_at, started_at, applied_steps_count from "_prisma_migrations" limit 1`,
    );
    await expect.poll(() => faults, { timeout: 15_000 }).toHaveLength(1);
    expect(faults[0]).toContain('changed the tables of the database (29990101000000_future)');
  } finally {
    await server.stop();
    await own.close();
  }
}, 60_000);

test('a process for pages has no port for checks, and warns if no other process has workers', async () => {
  const own = await testContext();
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', ROLE: 'web', PORT: '0', DATA_DIR: dataDir };
  const config = configFrom({ ...settings, DATABASE_URL: own.url });
  const log = pino({ level: 'silent' });
  const server = await startServer(config, log);
  try {
    expect(server.healthAddress).toBeNull();
    const names = server.health.conditions().map(({ check }) => check);
    const all = Object.keys(CHECK_TITLES);
    expect(names.sort()).toEqual(
      all.filter((name) => !['backups', 'departures', 'mailIn', 'pages'].includes(name)).sort(),
    );
    const workers = () => server.health.conditions().find(({ check }) => check === 'workers');
    expect(workers()).toMatchObject({ level: 'warning' });
    expect((await fetch(`${server.address}/ready`)).status).toBe(200);
    const worker = await startServer(
      configFrom({ ...settings, ROLE: 'worker', HEALTH_PORT: '0', DATABASE_URL: own.url }),
      log,
    );
    await server.health.check();
    expect(workers()).toMatchObject({ level: 'ok', message: expect.stringContaining('worker on ') });
    await worker.stop();
    await server.health.check();
    expect(workers()).toMatchObject({ level: 'warning' });
  } finally {
    await server.stop();
    await own.close();
  }
});

async function listenSomewhere(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}
