import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { migrationsFolder } from '../../src/database/schema-engine.ts';
import { type Bundle, bundleProgram } from '../helpers/bundle.ts';
import { shortOrLong, shortOrTwice } from '../helpers/long.ts';

const execute = promisify(execFile);
const init = '00000000000000_init';
const operations = '20261122052109_operations';
const next = '20270301120000_next';
const options = { timeout: shortOrLong(180_000, 900_000) };

let dying: Bundle;
let admin: pg.Client;
/** A copy of the project's migrations, to which tests add. */
let folder: string;
let pool: pg.Pool;
let url: string;
let names: string[] = [];

beforeAll(async () => {
  dying = await bundleProgram(path.join(import.meta.dirname, 'migrate-and-die.ts'));
  admin = new pg.Client({ connectionString: inject('clusterUrl') });
  await admin.connect();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  await cp(migrationsFolder, folder, { recursive: true });
  await newDatabase();
});
afterEach(async () => {
  await pool.end();
  for (const name of names) await admin.query(`drop database ${name} with (force)`);
  names = [];
  await rm(folder, { recursive: true });
});
afterAll(async () => {
  await admin.end();
  await dying.remove();
});

async function newDatabase(): Promise<void> {
  if (names.length > 0) await pool.end();
  const name = `killed_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}`);
  names.push(name);
  const address = new URL(inject('clusterUrl'));
  address.pathname = `/${name}`;
  url = address.href;
  pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => {});
}

async function write(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, 'migration.sql'), sql);
}

/** Adds a migration of which every application is counted. */
async function writeCounted(name: string, before = '', after = ''): Promise<void> {
  await write(
    name,
    `${before}; create table if not exists "Applied" (migration text);
    insert into "Applied" values ('${name}'); ${after}`,
  );
}

/** The migrations in the folder, in order. */
const migrationsIn = () =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

async function expectAllAppliedOnce(): Promise<void> {
  const { rows } = await pool.query('select migration from "Applied"');
  expect(rows).toEqual([{ migration: next }]);
  const recorded = await pool.query(
    'select migration_name as name, finished_at from _prisma_migrations where rolled_back_at is null order by 1',
  );
  const finished_at = expect.any(Date);
  expect(recorded.rows).toEqual(migrationsIn().map((name) => ({ name, finished_at })));
  await pool.query("select graphile_worker.add_job('deliver')");
  expect(await migrate(url, { from: folder })).toEqual({ applied: [] });
}

const child = (last: number) => [...dying.args, url, folder, String(last)];

describe('a server that is killed while it migrates', () => {
  test('after any statement leaves a database that the next start completes', options, async () => {
    await writeCounted(next);
    const { stdout } = await execute(process.execPath, child(0));
    expect(Number(stdout)).toBeGreaterThan(40);
    await expectAllAppliedOnce();
    for (const last of shortOrTwice(Number(stdout), 7)) {
      await newDatabase();
      const [, signal] = await once(spawn(process.execPath, child(last), { stdio: 'ignore' }), 'exit');
      expect(signal, `killed after ${last} statements`).toBe('SIGKILL');
      await migrate(url, { from: folder });
      await expectAllAppliedOnce();
    }
  });

  test.each([
    ['at the beginning of a script', 'select pg_sleep(20)', ''],
    ['at the end of a script', '', 'select pg_sleep(20)'],
    [
      'unnoticed until a script ends',
      'set local client_connection_check_interval = 0; select pg_sleep(3)',
      '',
    ],
  ])('%s leaves nothing of it, and the next start applies it', options, async (_when, before, after) => {
    await writeCounted(next, before, after);
    const server = spawn(process.execPath, child(0), { stdio: 'ignore' });
    await vi.waitUntil(async () => (await sleeping()) > 0, { timeout: 20_000 });
    server.kill('SIGKILL');
    await once(server, 'exit');
    await writeCounted(next);
    expect((await migrate(url, { from: folder })).applied).toEqual([next]);
    await expectAllAppliedOnce();
  });
});

async function sleeping(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and query like '%pg_sleep(%' and wait_event = 'PgSleep'",
  );
  return rows[0]?.n ?? 0;
}

describe('a database that an earlier version left with a migration that is not finished', () => {
  // Those versions had no others.
  beforeEach(async () => {
    for (const name of migrationsIn()) {
      if (name > operations) await rm(path.join(folder, name), { recursive: true });
    }
  });

  /** What earlier versions wrote before the script of a migration, and left if they were killed. */
  async function recordAttempt(name: string, state: { rolledBack?: boolean; logs?: string } = {}) {
    const sql = await readFile(path.join(folder, name, 'migration.sql'));
    const checksum = createHash('sha256').update(sql).digest('hex');
    await pool.query(
      'insert into _prisma_migrations (id, checksum, migration_name, rolled_back_at, logs) values ($1, $2, $3, $4, $5)',
      [randomUUID(), checksum, name, state.rolledBack ? new Date() : null, state.logs ?? null],
    );
  }

  const runScript = async (name: string) =>
    pool.query(await readFile(path.join(folder, name, 'migration.sql'), 'utf8'));

  /** Brings the database to the point before the project's second migration. */
  async function migrateToFirst(): Promise<void> {
    await rm(path.join(folder, operations), { recursive: true });
    await migrate(url, { from: folder });
    await cp(path.join(migrationsFolder, operations), path.join(folder, operations), { recursive: true });
    await writeCounted(next);
  }

  test('is completed if the script was not applied', async () => {
    await migrateToFirst();
    await recordAttempt(operations);
    expect((await migrate(url, { from: folder })).applied).toEqual([operations, next]);
    await expectAllAppliedOnce();
  });

  test('is recognized if the script was applied', async () => {
    await migrateToFirst();
    await recordAttempt(operations);
    await runScript(operations);
    expect((await migrate(url, { from: folder })).applied).toEqual([next]);
    await expectAllAppliedOnce();
    const { rows } = await pool.query('select count(*)::int as n from "ServerState"');
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('is recognized even if later starts have failed because of it', async () => {
    await migrateToFirst();
    await recordAttempt(operations, { rolledBack: true });
    await runScript(operations);
    await recordAttempt(operations, { rolledBack: true, logs: 'already exists' });
    await recordAttempt(operations, { logs: 'already exists' });
    expect((await migrate(url, { from: folder })).applied).toEqual([next]);
    await expectAllAppliedOnce();
  });

  test('is recognized on the first start, too', async () => {
    await rm(path.join(folder, operations), { recursive: true });
    await migrate(url, { from: folder });
    await pool.query('delete from _prisma_migrations');
    await recordAttempt(init);
    expect((await migrate(url, { from: folder })).applied).toEqual([]);
    await cp(path.join(migrationsFolder, operations), path.join(folder, operations), { recursive: true });
    await runScript(operations);
    await recordAttempt(operations);
    await writeCounted(next);
    expect((await migrate(url, { from: folder })).applied).toEqual([next]);
    await expectAllAppliedOnce();
  });

  test('is not changed if its tables are neither as before nor as afterwards', async () => {
    await migrateToFirst();
    await recordAttempt(operations);
    await pool.query(`create type "HeldReason" as enum ('other')`);
    await expect(migrate(url, { from: folder })).rejects.toThrow(
      /20261122052109_operations failed and was rolled back\. Nothing was changed.+was interrupted or failed\. If tables were changed by hand.+restore a backup.+"HeldReason" already exists/s,
    );
    await pool.query('drop type "HeldReason"');
    expect((await migrate(url, { from: folder })).applied).toEqual([operations, next]);
    await expectAllAppliedOnce();
  });
});
