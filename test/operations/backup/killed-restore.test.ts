import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { releaseCommand } from '../../../src/cli/held.ts';
import type { AppContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import type { Account, Game } from '../../../src/database/generated/client.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { transferOut } from '../../../src/games/archive/transfer-out.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';
import { applyDepartures } from '../../../src/operations/departures/apply-departures.ts';
import { copyDepartures } from '../../../src/operations/departures/copy-departures.ts';
import { recordDepartures } from '../../../src/operations/departures/record-departures.ts';
import { readHeld } from '../../../src/operations/held/held-state.ts';
import { holdIfNeeded } from '../../../src/operations/held/hold-at-start.ts';
import { ok } from '../../../src/rules/result.ts';
import { anAccount, codesOf, granted, runningGame } from '../../games/game/play.ts';
import { type Bundle, bundleProgram } from '../../helpers/bundle.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { shortOrLong, shortOrTwice } from '../../helpers/long.ts';
import { type EmptyDatabase, emptyDatabase } from './rich-database.ts';

/* A restore command that is killed on a new machine, where only the folder of the backup has the list of departures. */

const execute = promisify(execFile);
let dying: Bundle;
let own: TestContext;
let dir: string;
let file: string;
let moved: Game;
let ann: Account;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-killed-restore-'));
  dying = await bundleProgram(path.join(import.meta.dirname, 'work-and-die.ts'));
  own = await testContext();
  const { ctx } = own;
  moved = (await runningGame(ctx, { humans: 2, opponents: 2 })).game;
  ann = await anAccount(ctx, 'Ann Baker');
  const backups = path.join(dir, 'backups');
  await mkdir(backups);
  file = path.join(backups, 'all.backup.gz');
  granted(await makeBackup(own.url, file, { replay: false }));
  own.setNow(new Date(ctx.now().getTime() + 3_600_000));
  await ctx.db.prisma.gameSchedule.updateMany({
    where: { gameId: moved.id },
    data: { pausedAt: ctx.now() },
  });
  granted(await transferOut(ctx, gameNumber(moved)));
  granted(await deleteAccount(ctx, ann.id));
  await recordDepartures(ctx, { dataDir: backups, backups: { dir: backups, kept: 7 } });
}, 60_000);
afterAll(async () => {
  await own.close();
  await dying.remove();
  await rm(dir, { recursive: true, force: true });
});

/** What a command that was not killed has sent. */
interface Sent {
  statements: number;
  /** The statement with which the rows are complete; the next one is the commit. */
  rowsWritten: number;
}

/** Runs the command. Returns null if the process was killed in place of statement `last`. */
async function command(
  { url }: EmptyDatabase,
  { dataDir, last = 0, from = file }: { dataDir: string; last?: number; from?: string },
): Promise<Sent | null> {
  const args = ['command', url, from, String(last), dataDir];
  try {
    const { stdout } = await execute(process.execPath, [...dying.args, ...args]);
    return JSON.parse(stdout) as Sent;
  } catch (error) {
    const { signal, message } = error as { signal?: string; message: string };
    if (signal === 'SIGKILL') return null;
    throw new Error(message);
  }
}

const settingsIn = (dataDir: string) => ({
  dataDir,
  backups: { dir: path.join(dataDir, 'backups'), kept: 7 },
});

async function withContext<T>({ url }: EmptyDatabase, work: (ctx: AppContext) => Promise<T>): Promise<T> {
  const db = await openDatabase(url);
  try {
    return await work({ ...own.ctx, db });
  } finally {
    await db.close();
  }
}

/** What a start of the server does before it does anything else. */
async function start(target: EmptyDatabase, dataDir: string): Promise<void> {
  await migrate(target.url);
  await withContext(target, async (ctx) => {
    await holdIfNeeded(ctx, { dataDir, backupDir: path.join(dataDir, 'backups'), held: false });
    await applyDepartures(ctx, settingsIn(dataDir));
  });
}

/** Whether the rows of the backup are there. */
const hasRows = (target: EmptyDatabase) =>
  withContext(target, async ({ db: { pool } }) => {
    const { rows } = await pool.query(`SELECT to_regclass('"Account"') IS NOT NULL AS "exists"`);
    if (!rows[0]?.exists) return false;
    return (await pool.query('SELECT FROM "Account" LIMIT 1')).rowCount === 1;
  });

async function expectLeftAgain(target: EmptyDatabase, when: string): Promise<void> {
  await withContext(target, async (ctx) => {
    const { prisma } = ctx.db;
    expect((await readHeld(ctx))?.reason, when).toBe('restored');
    const game = await prisma.game.findUniqueOrThrow({ where: { id: moved.id } });
    expect(game.transferredOutAt, when).not.toBeNull();
    const account = await prisma.account.findUniqueOrThrow({ where: { id: ann.id } });
    expect(account.deletedAt, when).not.toBeNull();
  });
}

describe('a restore command that is killed', () => {
  test('closes what has left, at the next start of the server or if it is run again', async () => {
    const whole = await emptyDatabase();
    const { statements, rowsWritten } = (await command(whole, { dataDir: path.join(dir, 'whole') })) as Sent;
    await expectLeftAgain(whole, 'not killed');
    const backup = granted(await checkRestorable(file));
    expect(codesOf(await restoreBackup(whole.url, backup, { hold: true }))).toEqual(['not-empty']);
    await whole.drop();
    const [commit, middle] = [rowsWritten + 1, Math.round((rowsWritten + statements) / 2)];
    const others = shortOrTwice(statements - commit, shortOrLong(0, 5)).map((n) => commit + n);
    const points = [
      ...[commit, middle].map((last) => ({ last, starts: false })),
      ...[commit + 1, ...others].map((last) => ({ last, starts: true })),
    ];
    for (const [i, { last, starts }] of points.entries()) {
      const [target, dataDir] = [await emptyDatabase(), path.join(dir, `killed-${i}`)];
      expect(await command(target, { dataDir, last }), `statement ${last}`).toBeNull();
      expect(await hasRows(target)).toBe(last > commit);
      if (starts) await start(target, dataDir);
      else expect(await command(target, { dataDir })).not.toBeNull();
      await expectLeftAgain(target, `killed in place of statement ${last} of ${statements}`);
      await target.drop();
    }
  }, 600_000);

  test('is not continued with another backup, or once the server has started', async () => {
    const [target, dataDir] = [await emptyDatabase(), path.join(dir, 'continued')];
    const backup = granted(await checkRestorable(file));
    granted(await restoreBackup(target.url, backup, { hold: true }));
    const madeAt = new Date(0).toISOString();
    const other = { ...backup, header: { ...backup.header, madeAt } };
    expect(codesOf(await restoreBackup(target.url, other, { hold: true }))).toEqual(['not-empty']);
    granted(await restoreBackup(target.url, backup, { hold: true }));
    await start(target, dataDir);
    const refused = await restoreBackup(target.url, backup, { hold: true });
    expect(JSON.stringify(refused)).toContain('An earlier restore has written all rows.');
    await target.drop();
  }, 60_000);

  test('is held from the first start even if its backup is of a version that could not be held', async () => {
    const older = await emptyDatabase();
    await migrate(older.url, { only: ['00000000000000_init'] });
    const insert = `INSERT INTO "Account" (name, email, "createdAt") VALUES ('Ann', 'ann@players.test', now())`;
    await withContext(older, ({ db }) => db.pool.query(insert));
    const other = path.join(dir, 'older.backup.gz');
    granted(await makeBackup(older.url, other, { replay: false }));
    const backup = granted(await checkRestorable(other));
    const again = async ({ url }: EmptyDatabase) => {
      granted(await restoreBackup(url, backup, { hold: true }));
    };
    for (const goOn of [(target: EmptyDatabase) => start(target, path.join(dir, 'older')), again]) {
      const target = await emptyDatabase();
      // The first newer migration fails, after the rows were written.
      const change = (sql: string) => withContext(target, ({ db }) => db.pool.query(sql));
      const beforeRows = async () => {
        await change(`CREATE TYPE "HeldReason" AS ENUM ('other')`);
        return ok(null);
      };
      await expect(restoreBackup(target.url, backup, { hold: true, beforeRows })).rejects.toThrow(
        'HeldReason',
      );
      await change('DROP TYPE "HeldReason"');
      await goOn(target);
      const held = await withContext(target, readHeld);
      expect(held?.reason).toBe('restored');
      await target.drop();
    }
    await older.drop();
  }, 120_000);

  test('and whose server is released before it has started has closed what left', async () => {
    const [target, dataDir] = [await emptyDatabase(), path.join(dir, 'released')];
    const backup = granted(await checkRestorable(file));
    granted(await restoreBackup(target.url, backup, { hold: true }));
    granted(await copyDepartures(path.dirname(file), dataDir, backup.header.databaseId));
    await withContext(target, async (ctx) => {
      const silent = { write: () => true };
      const choice = { dates: 'put-off', mail: 'cancel', tellPlayers: false } as const;
      const output = { stdout: silent, stderr: silent };
      expect(await releaseCommand(ctx, settingsIn(dataDir), choice, output)).toBe(0);
      const game = await ctx.db.prisma.game.findUniqueOrThrow({ where: { id: moved.id } });
      expect(game.transferredOutAt).not.toBeNull();
    });
    await start(target, dataDir);
    expect(await withContext(target, readHeld)).toBeNull();
    await target.drop();
  }, 60_000);
});

describe('the list beside a backup', () => {
  test('that cannot be read or copied ends the restore before a row is written', async () => {
    const [target, folder] = [await emptyDatabase(), path.join(dir, 'unreadable')];
    await mkdir(path.join(folder, 'departures.jsonl'), { recursive: true });
    const copy = path.join(folder, 'all.backup.gz');
    await copyFile(file, copy);
    const dataDir = path.join(dir, 'data');
    await expect(command(target, { dataDir, from: copy })).rejects.toThrow(
      'beside the backup, cannot be read',
    );
    await writeFile(dataDir, 'a file in place of the folder');
    await expect(command(target, { dataDir })).rejects.toThrow('could not be copied to');
    expect(await hasRows(target)).toBe(false);
    await target.drop();
  }, 60_000);
});
