import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logOutput } from '../../src/server/log-output.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { occupyPort } from '../helpers/occupied-port.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'whistlestop-log-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const messagesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

// What is opened stays open until the process ends: a log that cannot be written is tried again and again.
test('lines are written soon, in their order, and a fatal one at once', async () => {
  const file = path.join(folder, 'log');
  const log = pino({ level: 'info' }, logOutput(openSync(file, 'a')));
  for (let n = 0; n < 1_000; n += 1) log.info(`ligne ${n}: été`);
  const written = async () => messagesOf(await readFile(file, 'utf8'));
  await vi.waitUntil(async () => (await written()).length === 1_000);
  expect(await written()).toEqual(Array.from({ length: 1_000 }, (_, n) => `ligne ${n}: été`));
  log.info('one more');
  log.fatal('the end');
  expect((await written()).slice(-2)).toEqual(['one more', 'the end']);
});

test.skipIf(!existsSync('/dev/full'))('an output that takes nothing holds nothing up', async () => {
  const log = pino({ level: 'info' }, logOutput(openSync('/dev/full', 'w')));
  log.info('nowhere');
  log.fatal('nor this');
  await sleep(500);
  log.fatal('nor that');
});

const hasFifos = spawnSync('mkfifo', ['--version']).status === 0;

test.skipIf(!hasFifos)('lines wait while no one reads, and what is dropped is counted', async () => {
  const fifo = path.join(folder, 'fifo');
  spawnSync('mkfifo', [fifo]);
  // Takes 64 KB, then nothing until someone reads.
  const log = pino({ level: 'info' }, logOutput(openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK)));
  const long = 'x'.repeat(1_000);
  for (let n = 0; n < 200; n += 1) log.info(`${n} ${long}`);
  await sleep(100);
  for (let n = 200; n < 2_000; n += 1) log.info(`${n} ${long}`);
  const reader = spawn('cat', [fifo], { stdio: ['ignore', 'pipe', 'ignore'] });
  let read = '';
  reader.stdout.on('data', (part) => {
    read += part;
  });
  await vi.waitUntil(() => read.endsWith('\n') && read.includes('"1999 '), { timeout: 20_000 });
  reader.kill();
  await once(reader, 'exit');
  const messages = messagesOf(read);
  const at = messages.findIndex((message) => message.endsWith('could not be written'));
  const numbers = messages.filter((_, i) => i !== at).map((message) => Number(message.split(' ')[0]));
  const dropped = 2_000 - numbers.length;
  expect(messages[at]).toBe(`${dropped} log lines could not be written`);
  // The oldest of those that wait are dropped.
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => (n < at ? n : n + dropped)));
  expect(dropped).toBeLessThan(1_100);
});

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const typescript = new URL('../../src/typescript.js', import.meta.url).href;

test.skipIf(!existsSync('/dev/full'))(
  'a server whose log cannot be written serves pages, stops when it is told to, and ends if it cannot start',
  async () => {
    const own: TestContext = await testContext();
    const port = await occupyPort();
    const full = openSync('/dev/full', 'w');
    const start = () =>
      spawn(process.execPath, ['--import', typescript, main], {
        ...{ cwd: folder, stdio: ['ignore', full, full] },
        env: {
          ...{ PATH: process.env.PATH, DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'trace' },
          ...{ PORT: String(port.port), DATABASE_URL: own.url },
        },
      });
    // The port is in use.
    expect(await once(start(), 'exit')).toEqual([1, null]);
    await port.release();
    const child = start();
    const exit = once(child, 'exit');
    const statusOf = async (page: string) =>
      (await fetch(`http://127.0.0.1:${port.port}${page}`).catch(() => null))?.status;
    try {
      await vi.waitUntil(async () => (await statusOf('/')) === 200, { timeout: 120_000, interval: 200 });
      // It has logged something meanwhile.
      await sleep(2_000);
      expect(await statusOf('/nowhere')).toBe(404);
      expect(await statusOf('/')).toBe(200);
    } finally {
      child.kill('SIGTERM');
      await exit;
      await own.close();
    }
    expect(await exit).toEqual([0, null]);
  },
  180_000,
);
