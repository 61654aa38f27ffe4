import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/client.ts';
import { readPostmaster } from '../../src/database/embedded/postmaster.ts';
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../../src/database/embedded.ts';
import { FALSE_ANSWERS, startFalseDatabase } from '../helpers/false-database.ts';
import { shortOrLong } from '../helpers/long.ts';
import { type OccupiedPort, occupyPort } from '../helpers/occupied-port.ts';

let scratch: string;
/** A data folder with a cleanly stopped cluster, which tests copy. */
let template: string;
/** The data folder of the test. */
let dataDir: string;
let lines: string[];
let log: Logger;
let started: Embedded[] = [];
let blocker: OccupiedPort | null = null;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'whistlestop-recovery-'));
  await chmod(scratch, 0o755);
  template = path.join(scratch, 'ready');
  const silent = pino({ level: 'silent' });
  await (await startEmbedded({ dataDir: template, log: silent, durable: false })).stop();
});
beforeEach(async () => {
  dataDir = path.join(scratch, `data-${Math.random().toString(36).slice(2)}`);
  await promisify(execFile)('cp', ['-a', template, dataDir]);
  lines = [];
  log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
});
afterEach(async () => {
  await blocker?.release();
  blocker = null;
  for (const one of started) await one.stop();
  started = [];
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const patience = { firstStart: 500, longestPause: 200, ...options.patience };
  const embedded = await startEmbedded({ dataDir, log, durable: false, ...options, patience });
  started.push(embedded);
  return embedded;
}

const fileOf = (name: string) => path.join(dataDir, 'postgres', 'cluster', name);

/** Takes a file away that PostgreSQL needs to start. Returns how to put it back. */
async function takeAway(name: string): Promise<() => Promise<void>> {
  await rename(fileOf(name), fileOf(`${name}.away`));
  return () => rename(fileOf(`${name}.away`), fileOf(name));
}

async function killPostmaster(): Promise<void> {
  const { pid = 0 } = (await readPostmaster(fileOf(''))) ?? {};
  process.kill(pid, 'SIGKILL');
}

const portOf = ({ url }: Embedded) => Number(new URL(url).port);
const failures = (reason: string) =>
  lines.filter((line) => line.includes('could not be started again') && line.includes(reason)).length;
const untilFailed = (times: number, reason: string) =>
  vi.waitUntil(() => failures(reason) >= times, { timeout: shortOrLong(20_000, 120_000) });

async function answer({ url }: Embedded): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<{ one: number }>('select 1 as one')).rows[0]?.one ?? 0;
  } finally {
    await client.end().catch(() => {});
  }
}

const untilItAnswers = (embedded: Embedded) =>
  vi.waitFor(async () => expect(await answer(embedded)).toBe(1), { timeout: 20_000, interval: 100 });

describe('a PostgreSQL that was lost', () => {
  test.each([
    ['PG_VERSION', 'is not a database cluster directory'],
    ['global/pg_control', 'pg_control'],
  ])('and cannot start for a while (without %s) comes back at its address', async (name, reason) => {
    const embedded = await start();
    const putBack = await takeAway(name);
    await killPostmaster();
    await untilFailed(shortOrLong(8, 60), reason);
    await putBack();
    await untilItAnswers(embedded);
    await vi.waitUntil(() => lines.some((line) => line.includes('the embedded PostgreSQL runs again')));
    expect(lines.find((line) => line.includes(reason))).toContain('postgresLog');
  });

  test('and whose port is in use comes back when the port is free', async () => {
    const embedded = await start();
    const putBack = await takeAway('PG_VERSION');
    await killPostmaster();
    blocker = await occupyPort(portOf(embedded));
    await putBack();
    await untilFailed(shortOrLong(8, 60), `port ${portOf(embedded)} of 127.0.0.1`);
    await blocker?.release();
    await untilItAnswers(embedded);
  });

  test('and whose port a program has taken that asks for the password tells it nothing', async () => {
    const embedded = await start();
    const db = await openDatabase(embedded.url);
    const putBack = await takeAway('PG_VERSION');
    await killPostmaster();
    const answers = FALSE_ANSWERS['asks for the password in clear text'];
    const thief = await vi.waitFor(() => startFalseDatabase(answers, portOf(embedded)), { timeout: 10_000 });
    await putBack();
    await vi.waitFor(() => expect(db.pool.query('select 1')).rejects.toThrow('asks for the password'));
    await untilFailed(2, `port ${portOf(embedded)} of 127.0.0.1`);
    await thief.close();
    expect(thief.told()).toEqual({ types: '', text: '' });
    await vi.waitFor(() => db.prisma.$queryRaw`select 1`, { timeout: 20_000 });
    await db.close();
  });

  test('and whose port stays in use ends the process', async () => {
    const fatal = vi.fn<(error: Error) => void>();
    const embedded = await start({ onFatal: fatal, patience: { portTaken: 1_000 } });
    const putBack = await takeAway('PG_VERSION');
    await killPostmaster();
    blocker = await occupyPort(portOf(embedded));
    await putBack();
    await vi.waitUntil(() => fatal.mock.calls.length > 0, { timeout: 20_000 });
    expect(fatal.mock.calls[0]?.[0].message).toBe(
      `The port ${portOf(embedded)} of 127.0.0.1, which the embedded PostgreSQL used, is in use by another program. Restart the server: it then uses another port.`,
    );
    const next = await start({ patience: { firstStart: 20_000 } });
    expect(portOf(next)).not.toBe(portOf(embedded));
    expect(await answer(next)).toBe(1);
  });

  test('and that another process started at another port ends the process', async () => {
    const fatal = vi.fn<(error: Error) => void>();
    const embedded = await start({ onFatal: fatal });
    const putBack = await takeAway('PG_VERSION');
    await killPostmaster();
    blocker = await occupyPort(portOf(embedded));
    await putBack();
    const next = await start({ patience: { firstStart: 20_000 } });
    await vi.waitUntil(() => fatal.mock.calls.length > 0, { timeout: 20_000 });
    expect(fatal.mock.calls[0]?.[0].message).toBe(
      `The embedded PostgreSQL was started again at port ${portOf(next)} instead of ${portOf(embedded)}. Restart the server to use it there.`,
    );
    expect(await answer(next)).toBe(1);
  });

  test('does not keep the server from stopping', async () => {
    const embedded = await start({ patience: { longestPause: 60_000 } });
    const putBack = await takeAway('PG_VERSION');
    await killPostmaster();
    await untilFailed(7, 'is not a database cluster directory');
    await embedded.stop();
    await putBack();
  });
});

describe('a first start', () => {
  test('waits for a PostgreSQL that cannot start at once', async () => {
    const putBack = await takeAway('global/pg_control');
    const starting = start({ patience: { firstStart: 20_000 } });
    await vi.waitUntil(() => lines.join('').includes('waiting for the embedded PostgreSQL to start'), {
      timeout: 20_000,
    });
    await putBack();
    expect(await answer(await starting)).toBe(1);
  });

  test('says why it failed, and what to do', async () => {
    const putBack = await takeAway('global/pg_control');
    await expect(start()).rejects.toThrow(
      /could not be started\. If files of the database are missing or damaged, restore a backup\. Its log .+postgres\.log ends with:.+pg_control/s,
    );
    await putBack();
  });

  test('never puts an empty database in the place of a damaged one', async () => {
    const putBack = await takeAway('PG_VERSION');
    await expect(start()).rejects.toThrow(/is damaged: .+PG_VERSION is missing .+Restore a backup/);
    await putBack();
    expect(await answer(await start())).toBe(1);
    expect(await readFile(fileOf('PG_VERSION'), 'utf8')).toBe('18\n');
  });
});
