import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readPostmaster } from '../../src/database/embedded/postmaster.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { type OccupiedPort, occupyPort } from '../helpers/occupied-port.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const typescript = new URL('../../src/typescript.js', import.meta.url).href;

interface Run {
  child: ChildProcess;
  /** What it has written so far. */
  out: string;
  err: string;
  /** Resolves with its exit status or its signal. */
  ended: Promise<number | string | null>;
}

let own: TestContext;
let folder: string;
let runs: Run[] = [];
let blocker: OccupiedPort | null = null;

beforeEach(async () => {
  own = await testContext();
  folder = await mkdtemp(path.join(tmpdir(), 'whistlestop-main-'));
});
afterEach(async () => {
  await blocker?.release();
  blocker = null;
  for (const { child, ended } of runs) {
    child.kill('SIGTERM');
    await ended;
  }
  runs = [];
  await own.close();
  await rm(folder, { recursive: true });
});

/** Runs the server as `npm start` does, in a folder without `.env`. */
function run(settings: Record<string, string>, ...options: string[]): Run {
  const child = spawn(process.execPath, ['--import', typescript, ...options, main], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'data'), PORT: '0', ...settings },
  });
  const started: Run = {
    child,
    out: '',
    err: '',
    ended: new Promise((resolve) => child.once('exit', (status, signal) => resolve(status ?? signal))),
  };
  child.stdout.on('data', (chunk) => {
    started.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    started.err += chunk;
  });
  runs.push(started);
  return started;
}

const until = (started: Run, text: string) =>
  vi.waitUntil(() => started.out.includes(text), { timeout: 120_000, interval: 50 });

/** A module that does this in the process of the server once it has started. */
const later = (statement: string) =>
  `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${statement} })`)}`;

/** A process compiles everything anew, which takes long on a busy machine. */
const options = { timeout: 180_000 };

describe('the process of the server', options, () => {
  test('says in one message why it cannot start, and ends with status 1', async () => {
    blocker = await occupyPort();
    const { port } = blocker;
    const started = run({ DATABASE_URL: own.url, PORT: String(port) });
    expect(await started.ended).toBe(1);
    expect(started.err).toBe(
      `The server could not start. PORT is ${port}, but another program already listens there (on 127.0.0.1). Stop it, or set PORT to another number.\n`,
    );
    expect(started.out).toContain('Once the server runs, sign in as the operator with this link.');
  });

  test('stops cleanly on SIGTERM', async () => {
    const started = run({ DATABASE_URL: own.url });
    await until(started, '"listening"');
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    expect(started.out).not.toContain('"level":60');
    expect(started.out).not.toContain('unencrypted');
  });

  test('warns the operator if players would send their codes unencrypted', async () => {
    blocker = await occupyPort();
    const PUBLIC_URL = 'http://games.example.org';
    const started = run({ DATABASE_URL: own.url, PUBLIC_URL, PORT: String(blocker.port) });
    await started.ended;
    expect(started.out).toMatch(/"level":40.*PUBLIC_URL begins with http:\/\/.*unencrypted/);
  });

  test.each([
    ['an exception', "throw new Error('a broken part')"],
    ['a rejection', "Promise.reject(new Error('a broken part'))"],
  ])('ends with status 1 after %s that nothing handles', async (_what, statement) => {
    const started = run({ DATABASE_URL: own.url }, '--import', later(statement));
    await until(started, '"listening"');
    started.child.kill('SIGUSR2');
    expect(await started.ended).toBe(1);
    const fatal = started.out.split('\n').find((line) => line.includes('"level":60'));
    expect(JSON.parse(fatal ?? '{}').msg).toBe('the server ends: a broken part');
  });

  test('ends with status 1 if the embedded PostgreSQL comes back at another port', async () => {
    const started = run({});
    await until(started, '"listening"');
    const dataDir = path.join(folder, 'data');
    const cluster = path.join(dataDir, 'postgres', 'cluster');
    const { pid = 0, port } = (await readPostmaster(cluster)) ?? {};
    const version = path.join(cluster, 'PG_VERSION');
    await rename(version, `${version}.away`);
    process.kill(pid, 'SIGKILL');
    blocker = await occupyPort(port ?? 0);
    await rename(`${version}.away`, version);
    const other = await startEmbedded({ dataDir, log: pino({ level: 'silent' }) });
    expect(await started.ended).toBe(1);
    expect(started.out).toContain(
      `"the server ends: The embedded PostgreSQL was started again at port ${new URL(other.url).port} instead of ${port}.`,
    );
    await other.stop();
  });
});

test.runIf(process.getuid?.() === 0)(
  'a data folder of another user is refused by name',
  options,
  async () => {
    const dataDir = path.join(folder, 'closed');
    await mkdir(dataDir, { mode: 0o700 });
    await chmod(folder, 0o755);
    // Once everything is loaded, the server begins with listening to its process.
    const asNobody = "process.once('newListener', () => { process.setgid(65534); process.setuid(65534); });";
    const script = `data:text/javascript,${encodeURIComponent(asNobody)}`;
    const started = run({ DATABASE_URL: own.url, DATA_DIR: dataDir }, '--import', script);
    expect(await started.ended).toBe(1);
    expect(started.err).toContain(`DATA_DIR is ${dataDir}, but this user may not write there.`);
    expect(started.err).toContain('(EACCES)');
  },
);
