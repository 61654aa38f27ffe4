import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import {
  migrationsFolder,
  noFilter,
  openSchemaEngine,
  readMigrations,
  schemaFile,
} from '../../src/database/schema-engine.ts';

let admin: pg.Client;
let pool: pg.Pool;
let url: string;
let folder: string;
const names: string[] = [];
const folders: string[] = [];

beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('clusterUrl') });
  await admin.connect();
});
beforeEach(async () => {
  await pool?.end();
  const name = `migrate_${randomBytes(6).toString('hex')}`;
  names.push(name);
  await admin.query(`create database ${name}`);
  const address = new URL(inject('clusterUrl'));
  address.pathname = `/${name}`;
  url = address.href;
  pool = new pg.Pool({ connectionString: url });
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  folders.push(folder);
  await cp(migrationsFolder, folder, { recursive: true });
});
afterAll(async () => {
  await pool.end();
  for (const name of names) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  for (const made of folders) await rm(made, { recursive: true });
});

const first = '00000000000000_init';
/** All of the project's migrations, in order. */
const all = readdirSync(migrationsFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
const next = '20270301120000_next';

async function write(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, 'migration.sql'), sql);
}

async function tables(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}

describe('the project’s migrations', () => {
  test('lead to exactly the schema', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const engine = await openSchemaEngine(client, url);
    try {
      const content = await readFile(schemaFile, 'utf8');
      const to = { tag: 'schemaDatamodel' as const, files: [{ path: schemaFile, content }] };
      const options = { script: true, exitCode: null, filters: noFilter };
      const from = { tag: 'migrations' as const, ...(await readMigrations()) };
      const { stdout } = await engine.diff({ from, to, ...options });
      expect(stdout?.trim()).toBe('-- This is an empty migration.');
      const whole = await engine.diff({ from: { tag: 'empty' }, to, ...options });
      expect(whole.stdout).toContain('CREATE TABLE "Turn"');
    } finally {
      engine.free();
      await client.end();
    }
  });

  test.each(all)('do not end the transaction that they are part of: %s', async (name) => {
    const script = await readFile(path.join(migrationsFolder, name, 'migration.sql'), 'utf8');
    expect(script).not.toMatch(/^\s*(begin|start transaction|commit|end|rollback)( transaction| work)?;/im);
  });

  test('are applied once and recorded in Prisma’s table', async () => {
    expect((await migrate(url)).applied).toContain(first);
    expect((await migrate(url)).applied).toEqual([]);
    const { rows } = await pool.query(
      'select migration_name, finished_at from _prisma_migrations order by 1',
    );
    expect(rows).toEqual(all.map((name) => ({ migration_name: name, finished_at: expect.any(Date) })));
    await pool.query("select graphile_worker.add_job('deliver')");
  });

  test('are applied once by four servers that start together', async () => {
    const four = await Promise.all([migrate(url), migrate(url), migrate(url), migrate(url)]);
    expect(four.flatMap(({ applied }) => applied)).toEqual(all);
  });
});

describe('a migration that fails', () => {
  test('is rolled back, is reported, and is tried again once it is corrected', async () => {
    await migrate(url, { from: folder });
    const before = await tables();
    await write(next, 'create table "Good" (id int); create table "Account" (id int);');
    await expect(migrate(url, { from: folder })).rejects.toThrow(
      /up to date.+Nothing was changed.+20270301120000_next: .+"Account" already exists/s,
    );
    expect(await tables()).toEqual(before);
    expect((await pool.query('select from _prisma_migrations where finished_at is null')).rowCount).toBe(0);
    await expect(migrate(url, { from: folder })).rejects.toThrow(/already exists/);
    await write(next, 'create table "Good" (id int); create table "Better" (id int);');
    expect((await migrate(url, { from: folder })).applied).toEqual([next]);
    expect(await tables()).toEqual([...before, 'Better', 'Good'].sort());
  });

  test('does not undo the ones before it, and the message names them', async () => {
    await migrate(url, { from: folder });
    await write('20270201120000_good', 'create table "Good" (id int);');
    await write(next, 'create table "Account" (id int);');
    await expect(migrate(url, { from: folder })).rejects.toThrow(
      /Before it, this was applied: 20270201120000_good\. Older versions no longer run on this database/,
    );
    expect(await tables()).toContain('Good');
  });

  test('because the connection is lost is rolled back, and the next start applies it', async () => {
    await write(next, 'create table "Good" (id int); select pg_terminate_backend(pg_backend_pid());');
    await expect(migrate(url, { from: folder })).rejects.toThrow(
      /connection to the database was lost during the migration 20270301120000_next.+all of it or nothing/,
    );
    await write(next, 'create table "Good" (id int);');
    expect((await migrate(url, { from: folder })).applied).toEqual([next]);
  });
});

test('a migration may contain functions and semicolons', async () => {
  await write(
    next,
    "create function one() returns int language plpgsql as $$ begin return 1; end $$; -- so; far\nselect ';';",
  );
  expect((await migrate(url, { from: folder })).applied).toEqual([...all, next]);
  expect((await pool.query('select one()')).rows).toEqual([{ one: 1 }]);
});

describe('a database with another history', () => {
  test('is not changed by an older version', async () => {
    await write(next, 'create table "Later" (id int);');
    await migrate(url, { from: folder });
    await expect(migrate(url)).rejects.toThrow(`newer version of Whistlestop, which applied: ${next}`);
  });

  test('is not changed if an applied migration was edited', async () => {
    await migrate(url, { from: folder });
    await write(first, 'create table "Edited" (id int);');
    await expect(migrate(url, { from: folder })).rejects.toThrow(
      `changed after this database had applied them: ${first}`,
    );
  });
});

test('a missing database is reported', async () => {
  await expect(migrate('postgresql://x:secret@127.0.0.1:9/none')).rejects.toThrow(/ECONNREFUSED/);
});
