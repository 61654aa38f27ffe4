import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { restartsCheck } from '../../../src/operations/checks/restarts.ts';
import { chooseProcessName, processNames, type Run, recordStart } from '../../../src/operations/starts.ts';

const log = pino({ level: 'silent' });
const MINUTE = 60_000;
let dir: string;
let now: Date;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-starts-'));
  now = new Date('2027-03-01T12:00:00Z');
});
afterEach(() => rm(dir, { recursive: true }));

/** A start so many minutes after the last one. */
function start(minutes: number, name = 'all'): Promise<Run> {
  now = new Date(now.getTime() + minutes * MINUTE);
  return recordStart(dir, name, { now, log });
}

/** The record of a start, as if the parent of this process had been started by a version that knew only the numbers. */
const ofParent = (text: string) =>
  text.replace(`"pid": ${process.pid}`, `"pid": ${process.ppid}`).replace(/"mark": "[^"]*",/, '');

const levelOf = async (run: Run) => (await restartsCheck(run.crashes, () => now).run()).level;

describe('the restarts', () => {
  test('are fine if every run ends cleanly', async () => {
    for (let i = 0; i < 10; i += 1) {
      const run = await start(1);
      expect(await levelOf(run)).toBe('ok');
      await run.endCleanly();
    }
  });

  test('are a warning from the fifth start after a crash within a quarter of an hour, until it is over', async () => {
    let run = await start(0);
    for (let crash = 1; crash <= 4; crash += 1) {
      run = await start(3);
      expect(await levelOf(run), `crash ${crash}`).toBe('ok');
    }
    run = await start(3);
    expect(run.crashes).toHaveLength(5);
    expect(await restartsCheck(run.crashes, () => now).run()).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('started 5 times within 15 minutes'),
    });
    now = new Date(now.getTime() + 4 * MINUTE);
    expect(await levelOf(run)).toBe('ok');
  });

  test('are fine if crashes are rare', async () => {
    let run = await start(0);
    for (let crash = 0; crash < 20; crash += 1) run = await start(3 * 60);
    expect(await levelOf(run)).toBe('ok');
  });

  test('are a warning from the tenth within a day, however far apart', async () => {
    let run = await start(0);
    for (let crash = 1; crash <= 9; crash += 1) run = await start(2 * 60);
    expect(await levelOf(run)).toBe('ok');
    run = await start(2 * 60);
    expect(await restartsCheck(run.crashes, () => now).run()).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('started 10 times within 24 hours'),
    });
  });

  test('count a crash once', async () => {
    await start(0);
    await (await start(1)).endCleanly();
    expect((await start(1)).crashes).toHaveLength(1);
  });

  test('are counted for each process that uses the data folder, and not while it runs', async () => {
    await start(0, 'worker');
    expect((await start(1, 'web')).crashes).toHaveLength(0);
    // The worker runs under another number, as it does on a real machine.
    const file = path.join(dir, 'starts-worker.json');
    await writeFile(file, ofParent(await readFile(file, 'utf8')));
    expect((await start(1, 'worker')).crashes).toHaveLength(0);
  });

  test('do not keep a server from starting if they cannot be recorded', async () => {
    await writeFile(path.join(dir, 'starts.json'), 'not JSON');
    expect((await start(0)).crashes).toEqual([]);
    const blocked = path.join(dir, 'starts.json', 'no folder');
    const run = await recordStart(blocked, 'all', { now, log });
    await run.endCleanly();
    expect(await levelOf(run)).toBe('ok');
  });
});

describe.skipIf(process.platform !== 'linux')('a run whose number another program has after a reboot', () => {
  test.each(['another boot', 'another time'])('has been killed: %s', async (what) => {
    await start(0);
    const file = path.join(dir, 'starts.json');
    const text = (await readFile(file, 'utf8')).replace(`"pid": ${process.pid}`, `"pid": ${process.ppid}`);
    const [, boot, startedAt] = /"mark": "([\w-]{36}) (\d+)"/.exec(text) ?? [];
    const other = what === 'another boot' ? `${boot?.replace(/.$/, 'x')} ${startedAt}` : `${boot} 1`;
    await writeFile(file, text.replace(`${boot} ${startedAt}`, other));
    expect(await chooseProcessName(dir, 'all', null)).toBe('all');
    expect((await start(1)).crashes).toHaveLength(1);
  });
});

describe('the name of a process', () => {
  test('is its role, with a number while others of this machine have that role', async () => {
    const name = (given: string | null = null) => chooseProcessName(dir, 'worker', given);
    expect(await name()).toBe('worker');
    await start(0, 'worker');
    // It runs under another number, as it does on a real machine.
    const file = path.join(dir, 'starts-worker.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, ofParent(text));
    expect(await name()).toBe('worker-2');
    expect(await name('left')).toBe('left');
    await start(0, 'worker-2');
    await start(0, 'all');
    expect(await processNames(dir)).toEqual(['all', 'worker', 'worker-2']);
    await writeFile(file, text.replaceAll('"ended": false', '"ended": true'));
    expect(await name()).toBe('worker');
  });
});
