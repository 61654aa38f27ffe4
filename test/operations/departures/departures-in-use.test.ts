import { execFile } from 'node:child_process';
import {
  chown,
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { configFrom } from '../../../src/config.ts';
import { openDatabase } from '../../../src/database/client.ts';
import { transferOut } from '../../../src/games/archive/transfer-out.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { giveToFolderOwner } from '../../../src/operations/backup/files.ts';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { recordDepartures } from '../../../src/operations/departures/record-departures.ts';
import { readHeld } from '../../../src/operations/held/held-state.ts';
import { startServer } from '../../../src/server.ts';
import { anAccount, formingGame, granted } from '../../games/game/play.ts';
import { type Bundle, bundleProgram } from '../../helpers/bundle.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { anOperator } from '../../web/operator/an-operator.ts';
import { aWeb, signedIn, testCode } from '../../web/visitor.ts';
import { type EmptyDatabase, emptyDatabase } from '../backup/rich-database.ts';

/* The list of departures as the commands, the pages and a start of the server use it. */

// Each command takes some seconds on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const root = path.resolve(import.meta.dirname, '../../..');
const log = pino({ level: 'silent' });
/** The command line, which starts sooner than as people start it. */
let commandLine: Bundle;
let own: TestContext;
let target: EmptyDatabase;
let dir: string;

beforeAll(async () => {
  commandLine = await bundleProgram(path.join(root, 'src/cli.ts'));
});
afterAll(() => commandLine.remove());
beforeEach(async () => {
  own = await testContext();
  own.setNow(new Date());
  target = await emptyDatabase();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-departures-'));
});
afterEach(async () => {
  await own.close();
  await target.drop();
  await rm(dir, { recursive: true });
});

const folder = (name: string) => path.join(dir, name);
const listIn = (name: string) => path.join(folder(name), 'departures.jsonl');

const AS_PEOPLE_DO = ['--import', './src/typescript.js', 'src/cli.ts'];

/** Runs a command on a database, with a data folder. */
function whistlestop(
  { url, dataDir, how = commandLine.args }: { url: string; dataDir: string; how?: string[] },
  ...args: string[]
): Promise<{ status: number; out: string; err: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATABASE_URL: url, DATA_DIR: folder(dataDir) };
  return new Promise((resolve) => {
    execFile(process.execPath, [...how, ...args], { cwd: root, env }, (error, out, err) =>
      resolve({ status: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

async function start(url: string, dataDir: string, more: Record<string, string> = {}) {
  const settings = { DATABASE_URL: url, DATA_DIR: folder(dataDir), PORT: '0', ROLE: 'web', ...more };
  return await startServer(configFrom(settings), log);
}

test('commands write the list, and a restore finds it beside the backup', async () => {
  const home = { url: own.url, dataDir: 'home', how: AS_PEOPLE_DO };
  const { game } = await formingGame(own.ctx, { humans: 1, opponents: 0 });
  const other = await formingGame(own.ctx, { humans: 1, opponents: 0 });
  const number = gameNumber(game);
  await mkdir(folder('copies'));
  const file = path.join(folder('copies'), 'all.backup.gz');
  granted(await makeBackup(own.url, file, { replay: false }));
  expect(await whistlestop(home, 'transfer-out', number, path.join(dir, 'game.json'))).toMatchObject({
    status: 0,
    err: '',
  });
  expect(await whistlestop(home, 'delete-game', gameNumber(other.game), '--for-good')).toMatchObject({
    status: 0,
  });
  const list = await readFile(listIn('home'), 'utf8');
  expect(list.split('\n').map((line) => line && JSON.parse(line).kind)).toEqual([
    'begun',
    'gameMoved',
    'gameDeleted',
    '',
  ]);
  await copyFile(listIn('home/backups'), listIn('copies'));

  const restored = { url: target.url, dataDir: 'new' };
  const { status, out, err } = await whistlestop(restored, 'restore', file);
  expect(status, err).toBe(0);
  expect(out).toContain(`because they have moved to another server since the backup: ${number}.`);
  expect(out).toContain(
    `Games that were deleted since the backup are deleted again: ${gameNumber(other.game)}.`,
  );
  expect(await readFile(listIn('new'), 'utf8')).toBe(list);
  const held = await whistlestop(restored, 'held');
  expect([held.status, held.out]).toEqual([1, expect.stringContaining(`since the backup: ${number}.`)]);
  // The held server must not write: it may be a copy with which someone tries out a restore.
  await whistlestop(restored, 'transfer-out', number, '--take-back');
  expect(await readFile(listIn('new'), 'utf8')).toBe(list);
});

test('an account that is deleted on its page is deleted again by the start of a restored server', async () => {
  const settings = { dataDir: folder('home'), backups: { dir: folder('backups'), kept: 7 } };
  const system = { ...settings, embedded: false, nightlyAt: { hour: 3, minute: 30 } };
  const app = await aWeb(own.ctx, { system });
  try {
    const ann = await anAccount(own.ctx, 'Ann Baker');
    const bob = await anAccount(own.ctx, 'Bob');
    const file = path.join(dir, 'all.backup.gz');
    granted(await makeBackup(own.url, file, { replay: false }));
    const visitor = await signedIn(app, own.ctx, ann);
    const posted = await visitor.post('/account/delete', { deleteCode: testCode, sure: 'yes' });
    expect(posted.statusCode).toBe(303);
    expect(await readFile(listIn('home'), 'utf8')).toContain(`"account":${ann.id},`);
    // The process ended before it could write this one: the next start does.
    granted(await deleteAccount(own.ctx, bob.id));
    await (await start(own.url, 'home')).stop();
    expect(await readFile(listIn('home'), 'utf8')).toContain(`"account":${bob.id},`);

    expect((await whistlestop({ url: target.url, dataDir: 'new' }, 'restore', file)).status).toBe(0);
    await mkdir(folder('new'));
    await copyFile(listIn('home'), listIn('new'));
    const server = await start(target.url, 'new');
    try {
      const where = { deletedAt: { not: null } };
      const deleted = await server.ctx.db.prisma.account.findMany({ where, orderBy: { id: 'asc' } });
      expect(deleted.map(({ id }) => id)).toEqual([ann.id, bob.id]);
      const pages = await aWeb(server.ctx, { system: { ...system, dataDir: folder('new') } });
      const operator = await signedIn(pages, server.ctx, await anOperator(server.ctx));
      const { body } = await operator.get('/operator/held');
      await pages.close();
      expect(body).toContain(
        `Accounts that were deleted since the backup are deleted again: ${ann.id}, ${bob.id}.`,
      );
      expect(body).not.toContain('are back');
    } finally {
      await server.stop();
    }
  } finally {
    await app.close();
  }
});

test('a server whose database goes back in time while it runs closes again what has moved', async () => {
  const { game } = await formingGame(own.ctx, { humans: 1, opponents: 0 });
  const server = await start(own.url, 'home');
  try {
    granted(await transferOut(own.ctx, gameNumber(game)));
    const settings = { dataDir: folder('home'), backups: { dir: folder('home/backups'), kept: 7 } };
    await recordDepartures(own.ctx, settings);
    // As in a copy from before the transfer.
    await own.ctx.db.prisma.$transaction([
      own.ctx.db.prisma.game.update({ where: { id: game.id }, data: { transferredOutAt: null } }),
      own.ctx.db.prisma.gameEvent.deleteMany({ where: { type: 'gameTransferredOut' } }),
      own.ctx.db.prisma.serverState.update({ where: { id: 1 }, data: { beats: 0 } }),
    ]);
    const movedAt = async () =>
      (await own.ctx.db.prisma.game.findUniqueOrThrow({ where: { id: game.id } })).transferredOutAt;
    await expect.poll(movedAt, { timeout: 30_000 }).not.toBeNull();
    expect((await readHeld(own.ctx))?.reason).toBe('olderDatabase');
  } finally {
    await server.stop();
  }
});

test('a server starts although its list cannot be read, and its health says so', async () => {
  await mkdir(listIn('home'), { recursive: true });
  const server = await start(own.url, 'home', { ROLE: 'all' });
  const level = async () =>
    (await server.health.check()).find(({ check }) => check === 'departures')?.level ?? 'none';
  await expect.poll(level, { timeout: 10_000 }).toBe('warning');
  await server.stop();
  const db = await openDatabase(own.url);
  await db.prisma.serverState.updateMany({ data: { heldAt: new Date(), heldReason: 'restored' } });
  await db.close();
  await (await start(own.url, 'home')).stop();
  const { out } = await whistlestop({ url: own.url, dataDir: 'home' }, 'held');
  expect(out).toContain(`The list of departures (departures.jsonl) in ${folder('home')} could not be read.`);
});

test('a restore whose data folder has a list that cannot be read is refused before anything is restored, and works once it can', async () => {
  const { game } = await formingGame(own.ctx, { humans: 1, opponents: 0 });
  const file = path.join(dir, 'all.backup.gz');
  granted(await makeBackup(own.url, file, { replay: false }));
  granted(await transferOut(own.ctx, gameNumber(game)));
  await recordDepartures(own.ctx, { dataDir: dir, backups: { dir, kept: 7 } });
  await mkdir(listIn('new'), { recursive: true });
  const restore = () => whistlestop({ url: target.url, dataDir: 'new' }, 'restore', file);
  const refused = await restore();
  expect([refused.status, refused.err]).toEqual([2, expect.not.stringContaining('Error')]);
  expect(refused.err).toContain(
    `beside the backup could not be copied to ${folder('new')} (EISDIR). Make room there, or correct the permissions, and run the command again.`,
  );
  await rm(listIn('new'), { recursive: true });
  const { status, out } = await restore();
  expect(status).toBe(0);
  expect(out).toContain(`because they have moved to another server since the backup: ${gameNumber(game)}.`);
});

describe.skipIf(process.getuid?.() !== 0)('what a command of root makes', () => {
  const SERVER = 65_534;
  const owner = async (file: string) => (await stat(file)).uid;

  test('in the folders of the server belongs to the user that runs the server', async () => {
    const home = { url: own.url, dataDir: 'home' };
    await mkdir(folder('home'));
    await chown(folder('home'), SERVER, SERVER);
    const { game } = await formingGame(own.ctx, { humans: 1, opponents: 0 });
    const moved = await whistlestop(home, 'transfer-out', gameNumber(game), path.join(dir, 'game.json'));
    expect(moved.status, moved.err).toBe(0);
    for (const made of [listIn('home'), folder('home/backups'), listIn('home/backups')]) {
      expect(await owner(made), made).toBe(SERVER);
    }
    const file = path.join(folder('home/backups'), 'mine.backup.gz');
    expect((await whistlestop(home, 'backup', '--no-replay', file)).status).toBe(0);
    expect(await owner(file)).toBe(SERVER);
    // Elsewhere, a backup may not be meant for the owner of the folder.
    await mkdir(folder('elsewhere'));
    await chown(folder('elsewhere'), SERVER, SERVER);
    const other = path.join(folder('elsewhere'), 'mine.backup.gz');
    expect((await whistlestop(home, 'backup', '--no-replay', other)).status).toBe(0);
    expect(await owner(other)).toBe(0);
  });

  test('does not give away what a link in the folder leads to', async () => {
    const secret = path.join(dir, 'secret');
    await writeFile(secret, '');
    await mkdir(folder('home'));
    await chown(folder('home'), SERVER, SERVER);
    await symlink(secret, path.join(folder('home'), 'symbolic'));
    await link(secret, path.join(folder('home'), 'hard'));
    await writeFile(path.join(folder('home'), 'file'), '');
    for (const name of ['symbolic', 'hard', 'file']) {
      await giveToFolderOwner(path.join(folder('home'), name));
    }
    expect(await owner(secret)).toBe(0);
    expect(await owner(path.join(folder('home'), 'file'))).toBe(SERVER);
  });
});
