import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/client.ts';
import { type MadeBackup, makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';
import { finishRestore } from '../../../src/operations/backup/unfinished-restore.ts';
import { granted, runningGame } from '../../games/game/play.ts';
import { type Bundle, bundleProgram } from '../../helpers/bundle.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { shortOrTwice } from '../../helpers/long.ts';
import { allRows, type Rows } from '../../helpers/rows.ts';
import { emptyDatabase, onCluster, scratchDatabases } from './rich-database.ts';

const execute = promisify(execFile);
let dying: Bundle;
let own: TestContext;
let dir: string;
let file: string;
let made: MadeBackup;
let rows: Rows;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-killed-'));
  dying = await bundleProgram(path.join(import.meta.dirname, 'work-and-die.ts'));
  own = await testContext();
  await runningGame(own.ctx, { humans: 2, opponents: 2 });
  file = path.join(dir, 'all.backup.gz');
  made = granted(await makeBackup(own.url, file, { replay: false }));
  rows = await playedRows(own.url);
}, 60_000);
afterAll(async () => {
  await own.close();
  await dying.remove();
  await rm(dir, { recursive: true, force: true });
});

/** Returns the number of statements, or null if the process was killed. */
async function work(
  ...args: [work: 'backup' | 'restore', url: string, file: string, last: number]
): Promise<number | null> {
  try {
    const { stdout } = await execute(process.execPath, [...dying.args, ...args.map(String)]);
    return (JSON.parse(stdout) as { statements: number }).statements;
  } catch (error) {
    const { signal, message } = error as { signal?: string; message: string };
    if (signal === 'SIGKILL') return null;
    throw new Error(message);
  }
}

/** The rows of people and games, without the sessions and links that a restore ends. */
async function playedRows(url: string): Promise<Rows> {
  const db = await openDatabase(url);
  const all = await allRows(db.pool);
  await db.close();
  const others = /ServerState|Session|SignInLink|AddressProof|_prisma_migrations|graphile_worker/;
  return Object.fromEntries(Object.entries(all).filter(([name]) => !others.test(name)));
}

async function heldReason(url: string): Promise<string | null> {
  const db = await openDatabase(url);
  const { heldReason } = await db.prisma.serverState.findFirstOrThrow();
  await db.close();
  return heldReason;
}

test('a restore that is killed leaves nothing or everything, and restoring again completes it', async () => {
  const backup = granted(await checkRestorable(file));
  const whole = await emptyDatabase();
  const statements = (await work('restore', whole.url, file, 0)) as number;
  expect(await playedRows(whole.url)).toEqual(rows);
  await finishRestore(whole.url);
  const refused = await restoreBackup(whole.url, backup, { hold: true });
  expect(JSON.stringify(refused)).toContain('An earlier restore has written all rows.');
  await whole.drop();
  expect(statements).toBeGreaterThan(50);
  for (const last of shortOrTwice(statements, 6)) {
    const target = await emptyDatabase();
    expect(await work('restore', target.url, file, last)).toBeNull();
    const isComplete = Object.values(await playedRows(target.url)).flat().length > 0;
    // A complete one is held: `rows` compares everything else.
    if (isComplete) expect(await heldReason(target.url)).toBe('restored');
    const again = await restoreBackup(target.url, backup, { hold: true });
    expect(again.ok, `killed in place of statement ${last}`).toBe(true);
    expect(await heldReason(target.url)).toBe('restored');
    expect(await playedRows(target.url)).toEqual(rows);
    await target.drop();
  }
}, 300_000);

test('a backup that is killed leaves no file that looks like one', async () => {
  const other = path.join(dir, 'killed.backup.gz');
  const statements = (await work('backup', own.url, path.join(dir, 'counted.backup.gz'), 0)) as number;
  for (const last of shortOrTwice(statements, 3)) {
    expect(await work('backup', own.url, other, last)).toBeNull();
    expect(await readdir(dir)).not.toContain('killed.backup.gz');
  }
  granted(await makeBackup(own.url, other, { replay: false }));
  granted(await checkRestorable(other));
}, 120_000);

test('scratch databases of a killed process are dropped by the next backup, and those in use are not', async () => {
  const id = made.header.databaseId?.replaceAll('-', '');
  const name = (age: number) => `whistlestop_scratch_${id}_${(Date.now() - age).toString(36)}00`;
  const [left, used, young] = [name(3_600_000), name(3_500_000), name(1_000)];
  for (const one of [left, used, young]) await onCluster(`create database ${one}`);
  const address = new URL(own.url);
  address.pathname = `/${used}`;
  const user = await openDatabase(address.href);
  const { proof } = granted(await makeBackup(own.url, path.join(dir, 'proven.backup.gz')));
  expect(proof).toMatchObject({ where: 'scratch', games: 1, differences: [] });
  expect((await scratchDatabases(made.header.databaseId)).sort()).toEqual([used, young].sort());
  await user.close();
  for (const one of [used, young]) await onCluster(`drop database ${one} with (force)`);
}, 60_000);
