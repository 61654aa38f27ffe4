import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { health as healthCommand } from '../../../src/cli/health.ts';
import type { Config } from '../../../src/config.ts';
import { type Database, openDatabase } from '../../../src/database/client.ts';
import { type Condition, createHealth } from '../../../src/operations/health.ts';
import { startHealthServer } from '../../../src/operations/health-server.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { startTcpProxy, type TcpProxy } from '../../helpers/tcp-proxy.ts';
import { aWeb } from '../visitor.ts';

let own: TestContext;
beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());

const log = pino({ level: 'silent' });

/** The status and the body of /ready, which must come within five seconds. */
async function readiness(app: FastifyInstance): Promise<[number, unknown]> {
  const start = Date.now();
  const response = await app.inject('/ready');
  expect(Date.now() - start).toBeLessThan(5_500);
  return [response.statusCode, response.json()];
}

describe('A server without checks', () => {
  let proxy: TcpProxy;
  let db: Database;
  let app: FastifyInstance;

  beforeAll(async () => {
    proxy = await startTcpProxy(own.url);
    db = await openDatabase(proxy.url);
    app = await aWeb({ ...own.ctx, db });
  });
  afterAll(async () => {
    await proxy.restore();
    await app.close();
    await db.close();
    await proxy.close();
  });

  const notReady = [
    503,
    {
      status: 'not ready',
      reasons: ['The database does not take anything.'],
      checks: [{ check: 'database', level: 'down' }],
    },
  ];

  test('is ready while its database can be written to, and says so within seconds when it cannot', async () => {
    expect(await readiness(app)).toEqual([200, { status: 'ready' }]);
    await proxy.cut();
    expect(await readiness(app)).toEqual(notReady);
    expect((await app.inject('/health')).json()).toEqual({ status: 'alive' });
    await proxy.restore();
    expect(await readiness(app)).toEqual([200, { status: 'ready' }]);
    proxy.stall();
    expect(await readiness(app)).toEqual(notReady);
    await proxy.restore();
    await expect.poll(() => readiness(app)).toEqual([200, { status: 'ready' }]);
  });

  test('is not ready while its database is read-only', async () => {
    const url = new URL(own.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const readOnly = await openDatabase(url.href);
    const reading = await aWeb({ ...own.ctx, db: readOnly });
    expect(await readiness(reading)).toEqual(notReady);
    await reading.close();
    await readOnly.close();
  });
});

describe('A server with checks', () => {
  test('is ready unless one of them is down, and tells strangers no more than which one', async () => {
    const health = createHealth(log, 3_600_000);
    let disk: Omit<Condition, 'check'> = {
      level: 'warning',
      message: 'Only 300 MB are free in /srv/secret.',
    };
    health.add({ name: 'disk', run: async () => disk });
    health.add({ name: 'database', run: async () => ({ level: 'ok', message: 'It works.' }) });
    const app = await aWeb(own.ctx, { health });
    expect(await readiness(app)).toEqual([200, { status: 'ready' }]);
    disk = { level: 'down', message: 'Only 100 MB are free in /srv/secret.' };
    health.add({ name: 'clock', run: () => Promise.reject(new Error('no answer from db.internal')) });
    await health.check();
    expect(await readiness(app)).toEqual([
      503,
      {
        status: 'not ready',
        reasons: ['The disk is nearly full or cannot be written to.', 'The check “clock” has failed.'],
        checks: [
          { check: 'disk', level: 'down' },
          { check: 'database', level: 'ok' },
          { check: 'clock', level: 'down' },
        ],
      },
    ]);
    await app.close();
    await health.close();
  });

  test('tells a monitor that asks of alarms that could not be mailed, and no one else', async () => {
    const health = createHealth(log, 3_600_000);
    health.add({ name: 'database', run: async () => ({ level: 'ok', message: 'It works.' }) });
    const app = await aWeb(own.ctx, { health });
    const pages = await startHealthServer({ host: '127.0.0.1', port: 0, health });
    const config = (address: string) => ({
      role: 'worker',
      host: '127.0.0.1',
      healthPort: Number(new URL(address).port),
    });
    const said: string[] = [];
    const output = { write: (text: string) => said.push(text) };
    const command = (options?: { alarms: boolean }) =>
      healthCommand(config(pages.address) as Config, { stdout: output, stderr: output }, options);
    const alarms = async () => [
      (await app.inject('/ready?alarms')).statusCode,
      (await fetch(`${pages.address}/ready?alarms`)).status,
      await command({ alarms: true }),
    ];
    await health.check();
    expect(await alarms()).toEqual([200, 200, 0]);
    health.untoldFrom(() => ['mail']);
    expect(await alarms()).toEqual([503, 503, 1]);
    expect((await app.inject('/ready?alarms')).json()).toEqual({
      ...{ status: 'alarms could not be mailed', alarms: ['mail'] },
    });
    expect(said.at(-1)).toContain('alarms could not be mailed');
    expect(await readiness(app)).toEqual([200, { status: 'ready' }]);
    expect([(await fetch(`${pages.address}/ready`)).status, await command()]).toEqual([200, 0]);
    await pages.close();
    await app.close();
    await health.close();
  });

  test('is not ready while its database does not answer, even if no check says so', async () => {
    const health = createHealth(log, 3_600_000);
    health.add({ name: 'disk', run: async () => ({ level: 'ok', message: 'There is space.' }) });
    const db = await openDatabase(own.url);
    const app = await aWeb({ ...own.ctx, db }, { health });
    await db.close();
    expect((await readiness(app))[0]).toBe(503);
    await app.close();
    await health.close();
  });
});
