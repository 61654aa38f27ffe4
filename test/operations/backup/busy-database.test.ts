import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/client.ts';
import { enqueueJob } from '../../../src/database/outbox.ts';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';
import { anAccount, granted } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { shortOrLong } from '../../helpers/long.ts';
import { emptyDatabase } from './rich-database.ts';

const script = path.resolve(import.meta.dirname, 'work-and-die.ts');
let own: TestContext;
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-busy-'));
  own = await testContext();
});
afterEach(async () => {
  await own.close();
  await rm(dir, { recursive: true, force: true });
});

test('a backup of a database in use has of every transaction all or nothing', async () => {
  const { prisma } = own.ctx.db;
  let isWriting = true;
  let written = 0;
  // Of each transaction there is a row in a table that is copied early, in one that is copied late, and a job.
  const write = async (writer: number) => {
    while (isWriting) {
      await prisma.$transaction(async (tx) => {
        const at = own.ctx.now();
        const data = {
          name: `Writer ${writer}`,
          email: `${writer}.${written++}@players.test`,
          createdAt: at,
        };
        const { id } = await tx.account.create({ data });
        await tx.downtime.create({ data: { from: at, until: at } });
        await tx.session.create({
          data: {
            id: `${id}`.padStart(64, '0'),
            accountId: id,
            method: 'code',
            createdAt: at,
            seenAt: at,
            expiresAt: at,
          },
        });
        await enqueueJob(tx, 'remind', { gameId: `${id}`, turn: 1 });
      });
    }
  };
  const writers = [1, 2, 3].map(write);
  for (let round = 1; round <= shortOrLong(3, 40); round += 1) {
    await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(60 * round);
    const one = path.join(dir, `${round}.gz`);
    const { header } = granted(await makeBackup(own.url, one, { replay: false }));
    const rows = (name: string) => header.tables.find((table) => table.name === name)?.rows;
    expect([rows('Session'), rows('Downtime'), header.jobs.rows]).toEqual(Array(3).fill(rows('Account')));
    const text = gunzipSync(await readFile(one)).toString();
    const accounts = [...text.matchAll(/^(\d+)\tWriter/gm)].map((match) => match[1]);
    const jobs = [...text.matchAll(/^remind\t\{"gameId":"(\d+)"/gm)].map((match) => match[1]);
    expect(accounts).toHaveLength(rows('Account') as number);
    expect(jobs.sort()).toEqual(accounts.sort());
  }
  isWriting = false;
  await Promise.all(writers);
  const target = await emptyDatabase();
  const last = granted(await checkRestorable(path.join(dir, `${shortOrLong(3, 40)}.gz`)));
  granted(await restoreBackup(target.url, last, { hold: false }));
  const restored = await openDatabase(target.url);
  // The sequence is not behind its rows, though it went on while they were copied.
  await anAccount({ ...own.ctx, db: restored }, 'Nora Next');
  await restored.close();
  await target.drop();
}, 120_000);

test('backup and restore take no more memory for a large database than for a small one', async () => {
  const megabytes = shortOrLong(150, 3000);
  const memoryOf = async (work: 'backup' | 'restore', url: string, name: string) => {
    const args = ['--import', './src/typescript.js', script, work, url, path.join(dir, name), '0'];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return (JSON.parse(stdout) as { maxRss: number }).maxRss / 1000;
  };
  const targets = [await emptyDatabase(), await emptyDatabase()] as const;
  const small = {
    backup: await memoryOf('backup', own.url, 'small.gz'),
    restore: await memoryOf('restore', targets[0].url, 'small.gz'),
  };
  await own.ctx.db.pool.query(
    `INSERT INTO "Account" (name, email, "createdAt", address)
     SELECT 'Ann', n || '@players.test', now(), repeat(md5(n::text), 3200) FROM generate_series(1, $1::int) n`,
    [megabytes * 10],
  );
  const large = {
    backup: await memoryOf('backup', own.url, 'large.gz'),
    restore: await memoryOf('restore', targets[1].url, 'large.gz'),
  };
  expect(large.backup).toBeLessThan(small.backup + 60);
  expect(large.restore).toBeLessThan(small.restore + 60);
  for (const target of targets) await target.drop();
}, 600_000);
