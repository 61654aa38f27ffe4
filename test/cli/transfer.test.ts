import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { takeTransferBack } from '../../src/games/archive/transfer-out.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { codesOf, formingGame } from '../games/game/play.ts';
import { bundleProgram } from '../helpers/bundle.ts';
import { type DatabaseLink, databaseLink } from '../helpers/database-link.ts';
import { onSmallDisk, smallDiskObstacle } from '../helpers/small-disk-server.ts';
import { useContext } from '../helpers/use-context.ts';

/* The command that writes a game for another server, also on a disk that is full. */

// Each test starts the command, which takes some seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const own = useContext();
const root = path.resolve(import.meta.dirname, '../..');
let dir: string;
let number: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-transfer-'));
  number = gameNumber((await formingGame(own.ctx, { humans: 1, opponents: 1 })).game);
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Runs a program with the settings of a command. */
function run(
  program: string,
  args: string[],
  databaseUrl = own.ctx.db.url,
): Promise<{ status: number; out: string; err: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATABASE_URL: databaseUrl, DATA_DIR: path.join(dir, 'data') };
  return new Promise((resolve) => {
    execFile(program, args, { cwd: root, env }, (error, out, err) =>
      resolve({ status: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

const node = process.execPath;
/** As people start it. */
const slowly = ['--import', './src/typescript.js', 'src/cli.ts', 'transfer-out'];
/** From a bundle, which starts in a third of the time. */
let command: string[];
beforeAll(async () => {
  const bundle = await bundleProgram(path.join(root, 'src/cli.ts'));
  command = [...bundle.args, 'transfer-out'];
  return bundle.remove;
});

/** Whether the game counts as moved. If it does, this takes it back. */
async function hasMoved(): Promise<boolean> {
  const taken = await takeTransferBack(own.ctx, number);
  if (!taken.ok) expect(codesOf(taken)).toEqual(['not-transferred']);
  return taken.ok;
}

describe('transfer-out', () => {
  test('writes a file that only its owner can read, and marks the game as moved', async () => {
    const file = path.join(dir, 'game.json');
    expect(await run(node, [...slowly, number, file])).toMatchObject({ status: 0, out: '' });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ game: number });
    expect(await readdir(dir)).toEqual(expect.not.arrayContaining([expect.stringContaining('unfinished')]));
    expect(await hasMoved()).toBe(true);
  });

  test('leaves the game where it is if the file cannot be written', async () => {
    const file = path.join(dir, 'none', 'game.json');
    const { status, err } = await run(node, [...command, number, file]);
    expect(status).toBe(2);
    expect(err).toContain(`could not be written (ENOENT). ${number} is as it was on this server.`);
    expect(await hasMoved()).toBe(false);
  });

  test('replaces neither a file nor a device', async () => {
    const file = path.join(dir, 'game.json');
    await writeFile(file, 'precious');
    for (const existing of [file, '/dev/null']) {
      const { status, err } = await run(node, [...command, number, existing]);
      expect(status).toBe(2);
      expect(err).toContain(`${existing} could not be written (it exists already: name a new file).`);
    }
    expect(await readFile(file, 'utf8')).toBe('precious');
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
    expect(await hasMoved()).toBe(false);
  });

  test('leaves the game where it is if standard output is a file on a full disk', async () => {
    const script = `exec "$@" > /dev/full`;
    const { status, err } = await run('sh', ['-c', script, 'sh', node, ...command, number]);
    expect(status).toBe(2);
    expect(err).toContain(
      `Standard output could not be written (the disk is full). ${number} is as it was on this server.`,
    );
    expect(err).not.toContain('    at ');
    expect(await hasMoved()).toBe(false);
  });

  test.skipIf(smallDiskObstacle() !== null)('leaves no part of a file on a full disk', async () => {
    const disk = path.join(dir, 'disk');
    const file = path.join(disk, 'game.json');
    const script = `"$@"; status=$?; ls -A "${disk}"; exit $status`;
    const shell = ['sh', '-c', script, 'sh', node, ...command, number, file];
    await run('mkdir', [disk]);
    const { status, out, err } = await run(...onSmallDisk(disk, '4k', shell));
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(
      `${file} could not be written (the disk is full). ${number} is as it was on this server.`,
    );
    expect(await hasMoved()).toBe(false);
  });
});

describe('transfer-out whose connection breaks while the database commits', () => {
  let link: DatabaseLink;
  beforeAll(async () => {
    link = await databaseLink(own.ctx.db.url);
    // The commit takes a while, during which the file is there already.
    await own.ctx.db.pool.query(
      'create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(3); return null; end $$',
    );
    await own.ctx.db.pool.query(
      'create constraint trigger slow after update of "transferredOutAt" on "Game" deferrable initially deferred for each row when (new."transferredOutAt" is not null) execute function slow()',
    );
  });
  afterAll(async () => {
    await own.ctx.db.pool.query('drop trigger slow on "Game"');
    await link.close();
  });

  const isCommitting = async () =>
    (
      await own.ctx.db.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      )
    ).rows.length > 0;

  /** Starts the command, and cuts the link while the database commits. */
  async function breakAtCommit(file: string) {
    const result = run(node, [...command, number, file], link.url);
    await expect.poll(isCommitting, { timeout: 60_000 }).toBe(true);
    await link.cut();
    return { result };
  }

  test('leaves nothing that looks usable if it is killed then', async () => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATABASE_URL: own.ctx.db.url, DATA_DIR: path.join(dir, 'data') };
    const file = path.join(dir, 'killed.json');
    const child = spawn(node, [...command, number, file], { cwd: root, env, stdio: 'ignore' });
    await expect.poll(isCommitting, { timeout: 60_000 }).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const left = async () => (await readdir(dir)).filter((name) => name.startsWith('killed'));
    expect(await left()).toEqual(['killed.json.unknown']);
    // As the guide says: the command is run again, and its file can be used.
    await expect.poll(isCommitting, { timeout: 60_000 }).toBe(false);
    expect(await run(node, [...command, number, file])).toMatchObject({ status: 0 });
    expect(await left()).toEqual(['killed.json']);
    expect(await hasMoved()).toBe(true);
  });

  test('says under which name its file is if the file cannot be renamed', async () => {
    const file = path.join(dir, 'renamed.json');
    const result = run(node, [...command, number, file]);
    await expect.poll(isCommitting, { timeout: 60_000 }).toBe(true);
    await mkdir(file);
    const { status, err } = await result;
    expect(status).toBe(0);
    expect(err).toContain(
      `${number} has moved, but its file could not be renamed (EISDIR): use ${file}.unknown.`,
    );
    expect(JSON.parse(await readFile(`${file}.unknown`, 'utf8'))).toMatchObject({ game: number });
    expect(await hasMoved()).toBe(true);
  });

  test('says that the game has moved, and leaves the file', async () => {
    const file = path.join(dir, 'broken.json');
    const { result } = await breakAtCommit(file);
    await link.restore();
    const { status, err } = await result;
    expect(err).toContain(`${number} has moved: use what was written.`);
    expect(status).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ game: number });
    expect(await hasMoved()).toBe(true);
  });

  test('says that it does not know if the database stays away, and keeps the file under another name', async () => {
    const file = path.join(dir, 'unknown.json');
    const { result } = await breakAtCommit(file);
    const { status, err } = await result;
    expect(status).not.toBe(0);
    expect(err).toContain(`it is not known whether ${number} has moved. Do not use ${file}.unknown.`);
    expect(err).not.toContain('is as it was');
    expect((await readdir(dir)).filter((name) => name.startsWith('unknown'))).toEqual([
      'unknown.json.unknown',
    ]);
    expect(await hasMoved()).toBe(true);
  });
});
