import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/client.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';
import { granted } from '../../games/game/play.ts';
import { testNow } from '../../helpers/database.ts';
import { allRows } from '../../helpers/rows.ts';
import { emptyDatabase, fillDatabase, onCluster } from './rich-database.ts';

/* A role that owns its database and has no other right, as on a server that is shared with others. */

const role = `plain_${randomBytes(6).toString('hex')}`;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-role-'));
  await onCluster(
    `create role ${role} login password 'secret' nosuperuser nocreatedb nocreaterole noreplication nobypassrls`,
  );
});
afterAll(async () => {
  await onCluster(`drop role ${role}`);
  await rm(dir, { recursive: true, force: true });
});

function asRole(url: string): string {
  const address = new URL(url);
  address.username = role;
  address.password = 'secret';
  return address.href;
}

test('a role that may not create databases makes backups, replays the running games, and restores', async () => {
  const [original, target] = [await emptyDatabase(role), await emptyDatabase(role)];
  const url = asRole(original.url);
  await migrate(url);
  const db = await openDatabase(url);
  const ctx = { db, now: () => testNow, log: pino({ level: 'silent' }), mailDomain: 'whistlestop.test' };
  await fillDatabase(ctx);
  const file = path.join(dir, 'plain.backup.gz');
  const { proof } = granted(await makeBackup(url, file));
  expect(proof).toMatchObject({
    ...{ where: 'running', reason: 'permission denied to create database' },
    ...{ games: 3, turns: 4, differences: [] },
  });
  granted(await restoreBackup(asRole(target.url), granted(await checkRestorable(file)), { hold: false }));
  const restored = await openDatabase(asRole(target.url));
  const games = async ({ pool }: typeof db) => (await allRows(pool))['public."GameState"'];
  expect(await games(restored)).toEqual(await games(db));
  await restored.close();
  await db.close();
  await original.drop();
  await target.drop();
}, 120_000);
