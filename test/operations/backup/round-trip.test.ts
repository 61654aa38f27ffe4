import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { openDatabase } from '../../../src/database/client.ts';
import { enqueueJob } from '../../../src/database/outbox.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { type MadeBackup, makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { replayGames } from '../../../src/operations/backup/replay-games.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';
import { anAccount, codesOf, gameNow, granted, type TestGame } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { startMailServer } from '../../helpers/mail-server.ts';
import { allRows, type Rows } from '../../helpers/rows.ts';
import {
  type EmptyDatabase,
  emptyDatabase,
  emptyTables,
  fillDatabase,
  ODD_JSON,
  ODD_TEXT,
  scratchDatabases,
} from './rich-database.ts';

let own: TestContext;
let game: TestGame;
let dir: string;
let file: string;
let made: MadeBackup;
let target: EmptyDatabase;
let restored: AppContext;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-backup-'));
  file = path.join(dir, 'all.backup.gz');
  own = await testContext();
  game = await fillDatabase(own.ctx);
  await addOddJobs();
  made = granted(await makeBackup(own.url, file));
  target = await emptyDatabase();
  granted(await restoreBackup(target.url, granted(await checkRestorable(file)), { hold: true }));
  restored = { ...own.ctx, db: await openDatabase(target.url) };
}, 180_000);
afterAll(async () => {
  await restored?.db.close();
  await target?.drop();
  await own.close();
  await rm(dir, { recursive: true, force: true });
});

/** A job that is being done, one that has failed for good, one with a queue of its own, and a deadline that is over. */
async function addOddJobs(): Promise<void> {
  const { prisma, pool } = own.ctx.db;
  const gameId = game.game.id;
  await prisma.gameSchedule.update({ where: { gameId }, data: { due: testNow, autoProcess: true } });
  await pool.query('DELETE FROM graphile_worker._private_jobs');
  const options = { jobKey: 'odd "key"\n\\N', maxAttempts: 7 };
  await enqueueJob(prisma, 'remind', { gameId, turn: 1 }, options);
  await enqueueJob(
    prisma,
    'deadline',
    { gameId, turn: 3, due: testNow.toISOString() },
    { runAt: new Date(0) },
  );
  await enqueueJob(prisma, 'process', { gameId, turn: 1 }, { maxAttempts: 3 });
  await pool.query(
    `SELECT graphile_worker.add_job('remind', $1::json, queue_name => 'a queue', priority => -3)`,
    [ODD_JSON],
  );
  const update = 'UPDATE graphile_worker._private_jobs SET';
  const where = (task: string) =>
    `WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = '${task}')`;
  await pool.query(`${update} attempts = 3 ${where('process')}`);
  await pool.query(`${update} attempts = 1, locked_at = now(), locked_by = 'someone' ${where('deadline')}`);
}

/** The rows of the server's own tables, without those that a restore changes. */
async function serverRows({ db }: AppContext): Promise<Rows> {
  const changed = ['public."ServerState"', 'public._prisma_migrations'];
  const rows = Object.entries(await allRows(db.pool));
  return Object.fromEntries(rows.filter(([name]) => name.startsWith('public.') && !changed.includes(name)));
}

/** What the queue knows of its jobs, in the order in which they were added. */
async function jobs({ db }: AppContext): Promise<Record<string, unknown>[]> {
  const { rows } = await db.pool.query<Record<string, unknown>>(
    `SELECT t.identifier, j.payload::text, j.key, j.run_at, j.attempts, j.max_attempts, j.priority, q.queue_name,
       j.locked_at
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id ORDER BY j.id`,
  );
  return rows;
}

test('the test fills every table', async () => {
  expect(await emptyTables(own.ctx.db.pool)).toEqual([]);
});

describe('a backup', () => {
  test('is a file that only its owner may read, and nothing is left beside it', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dir)).toEqual(['all.backup.gz']);
    expect(made).toMatchObject({ file, bytes: (await stat(file)).size });
  });

  test('says what it holds', async () => {
    const { rows } = await own.ctx.db.pool.query('SELECT "databaseId" FROM "ServerState"');
    expect(made.header).toMatchObject({
      whistlestop: '0.1.0',
      postgres: expect.stringMatching(/^18\./),
      databaseId: rows[0]?.databaseId,
      seenAt: testNow.toISOString(),
      jobs: { rows: 4 },
    });
    expect(made.header.tables.find(({ name }) => name === 'Game')).toMatchObject({ rows: 3 });
  });

  test('is proven in a scratch database, of which nothing is left', async () => {
    expect(made.proof).toEqual({
      ...{ where: 'scratch', reason: null },
      ...{ games: 3, turns: 4, printoutsOfOtherVersions: 0, differences: [] },
    });
    expect(await scratchDatabases(made.header.databaseId)).toEqual([]);
  });

  test('overwrites nothing', async () => {
    const before = await readFile(file);
    expect(codesOf(await makeBackup(own.url, file, { replay: false }))).toEqual(['exists']);
    expect(await readFile(file)).toEqual(before);
  });

  test('needs a folder in which it can be written, and a database with tables', async () => {
    const nowhere = path.join(dir, 'missing', 'x.gz');
    expect(codesOf(await makeBackup(own.url, nowhere, { replay: false }))).toEqual(['unwritable']);
    const empty = await emptyDatabase();
    expect(codesOf(await makeBackup(empty.url, path.join(dir, 'empty.gz')))).toEqual(['empty']);
    await empty.drop();
    expect(await readdir(dir)).toEqual(['all.backup.gz']);
  });

  test('of a database in which a game differs says so', async () => {
    const odd = await emptyDatabase();
    granted(await restoreBackup(odd.url, granted(await checkRestorable(file)), { hold: false }));
    const db = await openDatabase(odd.url);
    await db.pool.query(`UPDATE "GameState" SET state = '{"turn":9}' WHERE "gameId" = $1`, [game.game.id]);
    await db.close();
    const other = path.join(dir, 'differs.backup.gz');
    const { proof } = granted(await makeBackup(odd.url, other));
    expect(proof?.differences).toEqual([expect.stringMatching(/^EY-1: game: state/)]);
    await odd.drop();
    await rm(other);
  }, 120_000);
});

describe('a restored backup', () => {
  test('has every row of every table but what gives access to accounts, to the byte', async () => {
    const before = await serverRows(own.ctx);
    expect(Object.keys(before).length).toBeGreaterThan(25);
    // All that gives access ends: test/security/restored-access.test.ts.
    const access = ['Session', 'SignInLink', 'AddressProof', 'AccessToken', 'CalendarFeed'];
    const gone = Object.fromEntries([...access, 'WebhookCall'].map((table) => [`public."${table}"`, []]));
    const chats = before['public."Webhook"']?.filter((row) => !String(row).includes(',program,'));
    expect(chats).toHaveLength(1);
    const ended = { ...gone, 'public."Webhook"': chats };
    expect(await serverRows(restored)).toEqual({ ...before, ...ended });
    const { rows } = await restored.db.pool.query(
      `SELECT (SELECT count(*)::int FROM "Delivery" WHERE detail::text = $1) AS json,
         (SELECT count(*)::int FROM "Account" WHERE address = $2) AS text`,
      [ODD_JSON, ODD_TEXT],
    );
    expect(rows).toEqual([{ json: 1, text: 1 }]);
  });

  test('is the same database, which is held until the operator decides how to go on', async () => {
    const { prisma } = restored.db;
    const before = await own.ctx.db.prisma.serverState.findFirstOrThrow();
    expect(before).toMatchObject({ heldAt: null, heldReason: null });
    const held = { heldAt: expect.any(Date), heldReason: 'restored' };
    expect(await prisma.serverState.findMany()).toEqual([{ ...before, ...held }]);
  });

  test('goes on numbering accounts where the original stopped', async () => {
    const last = await restored.db.prisma.account.aggregate({ _max: { id: true } });
    const next = await anAccount(restored, 'Nora Next');
    expect(next.id).toBe((last._max.id as number) + 1);
    await restored.db.prisma.account.delete({ where: { id: next.id } });
  });

  test('has every job; one that was being done waits as if that attempt had not begun', async () => {
    const before = await jobs(own.ctx);
    const waiting = before.map((job) =>
      job.locked_at === null ? job : { ...job, attempts: 0, locked_at: null },
    );
    expect(await jobs(restored)).toEqual(waiting);
    expect(
      before.map(({ identifier, attempts, locked_at }) => [identifier, attempts, locked_at !== null]),
    ).toEqual([
      ['remind', 0, false],
      ['deadline', 1, true],
      ['process', 3, false],
      ['remind', 0, false],
    ]);
  });

  test('can be replayed, and goes on once it is released', async () => {
    expect(await replayGames(restored)).toMatchObject({ games: 3, turns: 4, differences: [] });
    await restored.db.pool.query('UPDATE "ServerState" SET "heldAt" = NULL, "heldReason" = NULL');
    const server = await startMailServer();
    const transport = openTransport({ url: server.url });
    const worker = await startWorker({
      // No server with pages runs here, and no date is to be put off for that.
      ...{ ctx: { ...restored, downtimeHours: 0 }, transport, from: 'Whistlestop <post@whistlestop.test>' },
      publicUrl: 'https://whistlestop.test',
    });
    await expect.poll(async () => (await gameNow(restored, game.game.id)).turn, { timeout: 20_000 }).toBe(4);
    await worker.stop();
    transport.close();
    await server.close();
    expect(await replayGames(restored)).toMatchObject({ turns: 5, differences: [] });
  }, 60_000);
});

test('a backup is not restored over accounts or games, nor beside tables of others', async () => {
  const backup = granted(await checkRestorable(file));
  const before = await allRows(own.ctx.db.pool);
  const refused = await restoreBackup(own.url, backup, { hold: true });
  expect(codesOf(refused)).toEqual(['not-empty']);
  expect(JSON.stringify(refused)).toContain('The database already has accounts.');
  expect(JSON.stringify(refused)).not.toContain('An earlier restore');
  expect(await allRows(own.ctx.db.pool)).toEqual(before);
  const foreign = await emptyDatabase();
  const db = await openDatabase(foreign.url);
  await db.pool.query('CREATE TABLE invoices (id int)');
  expect(codesOf(await restoreBackup(foreign.url, backup, { hold: true }))).toEqual(['not-empty']);
  await db.close();
  await foreign.drop();
});

test('a file that is not a backup, or cannot be read, is refused', async () => {
  const other = path.join(dir, 'other');
  expect(codesOf(await checkRestorable(other))).toEqual(['unreadable']);
  await writeFile(other, 'not a backup');
  expect(codesOf(await checkRestorable(other))).toEqual(['unknown-format']);
  await writeFile(other, '');
  expect(codesOf(await checkRestorable(other))).toEqual(['damaged']);
  await rm(other);
});
