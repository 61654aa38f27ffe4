import { spawn } from 'node:child_process';
import { access, chmod, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { showProgress } from '../../src/cli/progress.ts';
import { type Database, openDatabase } from '../../src/database/client.ts';
import { type Embedded, startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { type Bundle, bundleProgram } from '../helpers/bundle.ts';
import { testNow } from '../helpers/database.ts';
import { allRows } from '../helpers/rows.ts';
import { fillDatabase } from '../operations/backup/rich-database.ts';

const root = path.resolve(import.meta.dirname, '../..');
const log = pino({ level: 'silent' });
const AS_PEOPLE_DO = ['--import', './src/typescript.js', 'src/cli.ts'];
/** The command line, which starts sooner than as people start it. */
let commandLine: Bundle;
let dir: string;
/** An embedded database that is in use, as that of a running server. */
let embedded: Embedded;
let db: Database;
let dataDir: string;
let file: string;

beforeAll(async () => {
  commandLine = await bundleProgram(path.join(root, 'src/cli.ts'));
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-backup-cli-'));
  await chmod(dir, 0o755);
  [dataDir, file] = [path.join(dir, 'data'), path.join(dir, 'all.backup.gz')];
  embedded = await startEmbedded({ dataDir, log, durable: false });
  await migrate(embedded.url);
  db = await openDatabase(embedded.url);
  await fillDatabase({ db, log, now: () => testNow, mailDomain: 'whistlestop.test' });
}, 120_000);
afterAll(async () => {
  await db.close();
  await embedded.stop();
  await commandLine.remove();
  await rm(dir, { recursive: true, force: true });
});

interface Finished {
  status: number | null;
  out: string;
  err: string;
}

/** Runs the command line on a data folder. */
const whistlestop = (folder: string, ...args: string[]) => run(folder, [...commandLine.args, ...args]);

function run(folder: string, args: string[]): Promise<Finished> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: folder };
  const child = spawn(process.execPath, args, { cwd: root, env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, out, err })));
}

const exists = (name: string) =>
  access(name).then(
    () => true,
    () => false,
  );

describe('backup and restore', () => {
  test('of a database in use give the same database in another folder', async () => {
    const made = await run(dataDir, [...AS_PEOPLE_DO, 'backup', file]);
    expect(made.status, made.err).toBe(0);
    expect(made.out).toMatch(
      /rows, \d+ kB\. It was read back and is complete\.\nIt was restored into a scratch/,
    );
    expect(made.out).toContain('3 games, 4 turns replayed: everything is the same.');
    const steps = made.err.split('\n').map((line) => line.replace(/ \(.*/, ''));
    expect(steps).toEqual([
      'Writing the backup',
      'Checking the backup',
      'Restoring',
      'Replaying the games',
      '',
    ]);
    const other = path.join(dir, 'restored');
    const restored = await run(other, [...AS_PEOPLE_DO, 'restore', file]);
    expect(restored.status, restored.err).toBe(0);
    expect(restored.out).toContain('3 games, 4 turns replayed: everything is the same.');
    expect(restored.out).toContain('/operator/held');
    const again = await whistlestop(other, 'restore', file);
    expect(again).toMatchObject({ status: 2, out: '' });
    expect(again.err).toContain(
      'The database already has accounts. A backup is restored into an empty database',
    );
    const started = await startEmbedded({ dataDir: other, log, durable: false });
    const copy = await openDatabase(started.url);
    const turns = async ({ pool }: Database) => (await allRows(pool))['public."Turn"'];
    expect(await turns(copy)).toEqual(await turns(db));
    await copy.close();
    await started.stop();
  }, 180_000);

  test('without replays are quick, and overwrite nothing', async () => {
    const quick = path.join(dir, 'quick.backup.gz');
    const made = await whistlestop(dataDir, 'backup', '--no-replay', quick);
    expect(made.status).toBe(0);
    expect(made.out + made.err).not.toMatch(/restor|replay/i);
    const again = await whistlestop(dataDir, 'backup', '--no-replay', quick);
    expect(again).toMatchObject({ status: 2, out: '' });
    expect(again.err).toContain('exists already');
  }, 60_000);

  test('do not create a database if there is nothing to back up or to restore', async () => {
    const none = path.join(dir, 'none');
    const made = await whistlestop(none, 'backup', path.join(dir, 'none.backup.gz'));
    expect(made).toMatchObject({ status: 1, out: '' });
    expect(made.err).toContain(`There is no database in ${none}.`);
    const short = path.join(dir, 'short.backup.gz');
    await whistlestop(dataDir, 'backup', '--no-replay', short);
    await truncate(short, 2_000);
    const restored = await whistlestop(none, 'restore', short);
    expect(restored).toMatchObject({ status: 2, out: '' });
    expect(restored.err).toContain('is damaged: it ends too soon. Use another backup.');
    expect(await exists(none)).toBe(false);
  }, 60_000);
});

test('on a terminal, the turns of one game are a bar; otherwise only a game that takes long has a line', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const shown = showProgress(terminal);
  for (let turn = 1; turn <= 12; turn += 1) shown.onTurn(turn, 12);
  shown.stop();
  expect(String(terminal.read())).toMatch(/Replaying the game .+100%.+12 of 12 turns/);
  vi.useFakeTimers();
  try {
    const file = new PassThrough();
    const { onTurn } = showProgress(file);
    onTurn(1, 12);
    expect(file.read()).toBeNull();
    vi.advanceTimersByTime(3_000);
    for (const turn of [2, 3]) onTurn(turn, 12);
    expect(String(file.read())).toBe('Replaying the game (12 turns).\n');
  } finally {
    vi.useRealTimers();
  }
});

test('on a terminal, progress is a bar', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const { onProgress, stop } = showProgress(terminal);
  onProgress('write', 0, 1500);
  onProgress('write', 1500, 1500);
  onProgress('replay', 1, 2);
  stop();
  const shown = String(terminal.read());
  expect(shown).toContain('Writing the backup');
  expect(shown).toMatch(/100%.+1,500 of 1,500 rows/);
  expect(shown).toMatch(/Replaying the games.+50%/);
});
