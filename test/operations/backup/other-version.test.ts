import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/client.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';
import { codesOf, granted } from '../../games/game/play.ts';
import { allRows } from '../../helpers/rows.ts';
import { type EmptyDatabase, emptyDatabase } from './rich-database.ts';

/* Backups of databases that another version of Whistlestop has migrated. */

const FIRST = '00000000000000_init';
let dir: string;
let older: EmptyDatabase;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-versions-'));
  older = await emptyDatabase();
  await migrate(older.url, { only: [FIRST] });
  const db = await openDatabase(older.url);
  await db.pool.query(
    `INSERT INTO "Account" (name, email, "createdAt") VALUES ('Ann Baker', 'ann@players.test', now())`,
  );
  await db.close();
});
afterAll(async () => {
  await older.drop();
  await rm(dir, { recursive: true, force: true });
});

test('a backup of an older version is restored as it was and then brought up to date, and held', async () => {
  const file = path.join(dir, 'older.backup.gz');
  const { header, proof } = granted(await makeBackup(older.url, file));
  expect(header).toMatchObject({ databaseId: null, seenAt: null, migrations: [{ name: FIRST }] });
  expect(proof).toMatchObject({ where: 'scratch', games: 0, differences: [] });
  const backup = granted(await checkRestorable(file));
  const target = await emptyDatabase();
  granted(await restoreBackup(target.url, backup, { hold: true }));
  expect((await migrate(target.url)).applied).toEqual([]);
  const [before, after] = [await openDatabase(older.url), await openDatabase(target.url)];
  const accounts = async (db: typeof before) => (await allRows(db.pool))['public."Account"'] ?? [];
  // The columns that newer versions have added come last.
  const known = (await accounts(before)).map((row) => row.slice(0, -1));
  expect(known.length).toBeGreaterThan(0);
  expect((await accounts(after)).map((row, i) => row.slice(0, known[i]?.length))).toEqual(known);
  expect(await after.prisma.serverState.findMany()).toMatchObject([{ heldReason: 'restored' }]);
  await before.close();
  await after.close();
  await target.drop();
  const newer = await emptyDatabase();
  await migrate(newer.url);
  const refused = await restoreBackup(newer.url, backup, { hold: true });
  expect(codesOf(refused)).toEqual(['not-empty']);
  expect(JSON.stringify(refused)).toContain('the tables of a newer version than the backup');
  await newer.drop();
}, 60_000);

test('a database of a newer version is left alone', async () => {
  const newer = await emptyDatabase();
  await migrate(newer.url);
  const db = await openDatabase(newer.url);
  await db.pool.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ('x', 'y', '29990101000000_later', now(), 1)`,
  );
  await db.close();
  const refused = await makeBackup(newer.url, path.join(dir, 'newer.backup.gz'));
  expect(codesOf(refused)).toEqual(['newer-version']);
  expect(JSON.stringify(refused)).toContain('29990101000000_later');
  await newer.drop();
});
