import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configFrom } from '../../src/config.ts';
import { tellWhileOpening } from '../../src/server/operations.ts';
import { type Server, startServer } from '../../src/server.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';

/** What a whole server does by itself, with a real database and a real mail server. */

const log = pino({ level: 'silent' });
let own: TestContext;
let mail: MailServer;
let dir: string;
let servers: Server[] = [];

beforeEach(async () => {
  own = await testContext();
  mail = await startMailServer();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-operations-'));
});
afterEach(async () => {
  for (const server of servers) await server.stop();
  servers = [];
  await mail.close();
  await own.close();
  await rm(dir, { recursive: true });
});

async function start(settings: Record<string, string> = {}): Promise<Server> {
  const addresses = { DATABASE_URL: own.url, SMTP_URL: mail.url, PORT: '0', HEALTH_PORT: '0' };
  const people = { OPERATOR_EMAIL: 'olive@whistlestop.test', DATA_DIR: dir };
  const server = await startServer(configFrom({ ...addresses, ...people, ...settings }), log);
  servers.push(server);
  return server;
}

async function startsOf(file = 'starts.json') {
  const text = await readFile(path.join(dir, file), 'utf8');
  return (JSON.parse(text) as { starts: { afterCrash: boolean; ended: boolean }[] }).starts;
}

async function crashes(count: number): Promise<void> {
  const at = new Date(Date.now() - 60_000).toISOString();
  const crash = { at, pid: process.pid, afterCrash: true, ended: true };
  const starts = Array.from({ length: count }, () => crash);
  await writeFile(path.join(dir, 'starts.json'), JSON.stringify({ starts }));
}

describe('a server', () => {
  test('records whether it ended as it was told to, or by a fault', async () => {
    await (await start()).stop();
    expect(await startsOf()).toMatchObject([{ afterCrash: false, ended: true }]);
    await (await start()).stop('fault');
    expect(await startsOf()).toMatchObject([{}, { afterCrash: false, ended: false }]);
    await (await start()).stop();
    expect(await startsOf()).toMatchObject([{}, { ended: true }, { afterCrash: true, ended: true }]);
  });

  test('that crashes again and again says so by mail before anything else starts', async () => {
    await crashes(5);
    // Its port is in use, so it does not start.
    const port = new URL(mail.url).port;
    await expect(start({ PORT: port })).rejects.toThrow();
    expect(mail.taken.map(({ subject }) => subject)).toEqual([`Problem: restarts (localhost:${port})`]);
    expect(mail.taken[0]?.to).toMatchObject([{ address: 'olive@whistlestop.test' }]);
    await expect(start({ PORT: port })).rejects.toThrow();
    expect(mail.taken).toHaveLength(1);
  });

  test('signs what it mails to the operators like all other mail', async () => {
    const key = path.join(dir, 'dkim.pem');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const signed = async (settings: Record<string, string>) => {
      await crashes(5);
      await rm(path.join(dir, 'alerts.json'), { force: true });
      await expect(start({ PORT: new URL(mail.url).port, ...settings })).rejects.toThrow();
      return mail.taken.map(({ headers }) => headers.some(({ key: name }) => name === 'dkim-signature'));
    };
    expect(await signed({ DKIM_KEY_FILE: key })).toEqual([true]);
    // A key that cannot be used does not keep the news back.
    expect(await signed({ DKIM_KEY_FILE: `${key}.gone` })).toEqual([true, false]);
  });

  test('that is released but cannot start its worker or receive mail is not ready and says so, until it can', async () => {
    await (await start()).stop();
    await own.ctx.db.prisma.serverState.updateMany({ data: { heldAt: new Date(), heldReason: 'restored' } });
    const key = path.join(dir, 'dkim.pem');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    await expect(start({ DKIM_KEY_FILE: key })).rejects.toThrow('DKIM_KEY_FILE is');
    await writeFile(key, pem);
    const other = net.createServer((socket) => socket.end('220 another program\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as net.AddressInfo;
    const inbound = {
      MAIL_IN_PORT: String(port),
      MAIL_IN_HOST: '127.0.0.1',
      MAIL_IN_ADDRESS: 'play@games.test',
    };
    const { health } = await start({ DKIM_KEY_FILE: key, ...inbound });
    const found = async () => {
      const checks = await health.check();
      return checks.filter(({ check, level }) => level !== 'ok' && ['workers', 'mailIn'].includes(check));
    };
    expect(await found()).toEqual([]);
    await rm(key);
    await own.ctx.db.prisma.serverState.updateMany({ data: { heldAt: null, heldReason: null } });
    const failed = [
      { check: 'workers', level: 'down', message: expect.stringContaining(`DKIM_KEY_FILE is ${key}`) },
      { check: 'mailIn', level: 'warning', message: expect.stringContaining('MAIL_IN_PORT') },
    ];
    await expect.poll(found, { timeout: 20_000, interval: 500 }).toMatchObject(failed);
    await writeFile(key, pem);
    await new Promise((resolve) => other.close(resolve));
    await expect.poll(found, { timeout: 20_000, interval: 500 }).toEqual([]);
    expect((await health.check()).filter(({ check }) => check === 'workers')).toHaveLength(1);
  });

  test('that leaves the nightly work to others warns if no one does it', async () => {
    await own.ctx.db.prisma.account.create({
      data: { name: 'Ann', email: 'ann@whistlestop.test', createdAt: new Date(Date.now() - 37 * 3_600_000) },
    });
    const { health } = await start({ NIGHTLY_WORK: 'off' });
    const backups = async () => (await health.check()).filter(({ check }) => check === 'backups');
    expect(await backups()).toMatchObject([{ level: 'warning' }]);
    await start({ ROLE: 'worker' });
    expect(await backups()).toMatchObject([{ level: 'ok' }]);
  });

  test('does its nightly work in the worker, and only there', async () => {
    const nightly = async () => {
      const sql = `select run_at from graphile_worker.jobs where task_identifier = 'nightly'`;
      const { rows } = await own.ctx.db.pool.query<{ run_at: Date }>(sql);
      return rows.map(({ run_at }) => run_at.toISOString().slice(11, 16));
    };
    await start({ ROLE: 'web', NIGHTLY_AT: '04:15' });
    expect(await nightly()).toEqual([]);
    await start({ ROLE: 'worker', NIGHTLY_AT: '04:15' });
    expect(await nightly()).toEqual(['04:15']);
  });
});

describe('the metrics', () => {
  const TOKEN = 'a-secret-for-prometheus';
  const ask = (address: string | null, authorization?: string) =>
    fetch(`${address}/metrics`, authorization === undefined ? {} : { headers: { authorization } });

  test('are off unless there is a token', async () => {
    const { address } = await start();
    expect((await ask(address, 'Bearer ')).status).toBe(404);
  });

  test('are given with the token only, by servers with and without pages', async () => {
    const pages = await start({ METRICS_TOKEN: TOKEN });
    const worker = await start({ METRICS_TOKEN: TOKEN, ROLE: 'worker' });
    for (const address of [pages.address, worker.healthAddress]) {
      for (const wrong of [undefined, '', TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, 'Basic x']) {
        const refused = await ask(address, wrong);
        expect(refused.status).toBe(401);
        expect(refused.headers.get('www-authenticate')).toContain('Bearer');
        expect(await refused.text()).not.toContain('whistlestop_');
      }
      const answer = await ask(address, `Bearer ${TOKEN}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      const text = await answer.text();
      expect(text).toContain('whistlestop_check_ok{check="database"} 1');
      expect(text).toMatch(/^whistlestop_data_free_bytes \d+$/m);
      expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    }
  });
});

test('while the database is not open yet, the operators are told of it', async () => {
  const seen: string[] = [];
  const alerts = {
    observe: (conditions: readonly { check: string; level: string }[]) =>
      void seen.push(...conditions.map(({ check, level }) => `${check} ${level}`)),
    untold: () => [],
    readAddressesFrom: () => {},
    settled: async () => {},
    close: async () => {},
  };
  let open: (value: string) => void = () => {};
  const opening = tellWhileOpening(
    alerts,
    new Promise<string>((resolve) => {
      open = resolve;
    }),
    5,
  );
  await expect.poll(() => seen.length).toBeGreaterThan(2);
  open('open');
  expect(await opening).toBe('open');
  expect(new Set(seen)).toEqual(new Set(['database down']));
});
