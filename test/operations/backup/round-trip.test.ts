import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/database/client.ts';
import { type MadeBackup, makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';
import { granted } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { allRows, type Rows } from '../../helpers/rows.ts';
import {
  type EmptyDatabase,
  emptyDatabase,
  emptyTables,
  fillDatabase,
  ODD_JSON,
  ODD_TEXT,
} from './rich-database.ts';

let own: TestContext;
let dir: string;
let file: string;
let made: MadeBackup;
let target: EmptyDatabase;
let restored: Database;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-backup-'));
  file = path.join(dir, 'all.backup.gz');
  own = await testContext();
  await fillDatabase(own.ctx);
  target = await emptyDatabase();
  made = granted(await makeBackup(own.url, file));
  granted(await restoreBackup(target.url, granted(await checkRestorable(file)), { hold: true }));
  restored = await openDatabase(target.url);
}, 120_000);
afterAll(async () => {
  await restored.close();
  await target.drop();
  await own.close();
  await rm(dir, { recursive: true, force: true });
});

/** The rows of the server's own tables, without those that say how they came here. */
async function serverRows(database: Database): Promise<Rows> {
  const rows = await allRows(database.pool);
  return Object.fromEntries(
    Object.entries(rows).filter(
      ([name]) =>
        name.startsWith('public.') && !['public."ServerState"', 'public._prisma_migrations'].includes(name),
    ),
  );
}

test('the test fills every table', async () => {
  expect(await emptyTables(own.ctx.db.pool)).toEqual([]);
});

describe('a restored backup', () => {
  test('has every row of every table, to the byte', async () => {
    const before = await serverRows(own.ctx.db);
    expect(Object.keys(before).length).toBeGreaterThan(25);
    expect(await serverRows(restored)).toEqual(before);
    const { rows } = await restored.pool.query(
      'SELECT (SELECT count(*)::int FROM "Delivery" WHERE detail::text = $1) AS json, (SELECT count(*)::int FROM "Account" WHERE address = $2) AS text',
      [ODD_JSON, ODD_TEXT],
    );
    expect(rows).toEqual([{ json: 1, text: 1 }]);
  });
});
test('x', async () => {
  console.log(made, (await stat(file)).mode.toString(8));
});
