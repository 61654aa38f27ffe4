import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backupName, listBackups, pruneBackups } from '../../../src/operations/backup/prune-backups.ts';
import { deleteAbandonedParts, withPart } from '../../../src/operations/backup/unfinished-backups.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-prune-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const write = (name: string) => writeFile(path.join(dir, name), 'x');
const databaseId = '7b0f3c0e-6f0e-4a5c-9a55-0d6d1c2f7a11';
const today = new Date('2026-11-06T12:00:00Z');
const nightOf = (day: number) => backupName(new Date(Date.UTC(2026, 10, day, 3, 30, 59)));

test('nightly backups are named after the minute in which they were begun', () => {
  expect(nightOf(22)).toBe('whistlestop-2026-11-22T0330Z.backup.gz');
});

test('the newest backups remain, whatever the dates of the files say, and no other file is touched', async () => {
  for (const day of [3, 1, 5, 4, 2]) await write(nightOf(day));
  const others = [
    'whistlestop-2020-01-01.backup.gz',
    'whistlestop-2020-01-01T0000Z.backup.gz.old',
    'my whistlestop-2020-01-01T0000Z.backup.gz',
    '.env',
  ];
  for (const name of others) await write(name);
  await mkdir(path.join(dir, 'folder'));
  await utimes(path.join(dir, nightOf(5)), 0, 0);
  expect(await pruneBackups({ dir, databaseId }, 2, today)).toEqual([nightOf(3), nightOf(2), nightOf(1)]);
  expect((await readdir(dir)).sort()).toEqual([...others, 'folder', nightOf(4), nightOf(5)].sort());
  expect(await listBackups(dir)).toEqual([nightOf(5), nightOf(4)]);
  expect(await pruneBackups({ dir, databaseId }, 2, today)).toEqual([]);
});

test('a backup that is dated in the future does not take the place of one that was just made', async () => {
  for (const day of [4, 5, 20]) await write(nightOf(day));
  expect(await pruneBackups({ dir, databaseId }, 1, today)).toEqual([nightOf(4), nightOf(20)]);
});

test('an unfinished backup whose process is not known is deleted after a day', async () => {
  const [old, young] = [`${nightOf(1)}.part-01ab23cd`, `${nightOf(2)}.part-01ab23cd`];
  for (const name of [old, young, 'notes.part-01ab23cd']) await write(name);
  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  for (const name of [old, 'notes.part-01ab23cd']) await utimes(path.join(dir, name), longAgo, longAgo);
  await deleteAbandonedParts(dir);
  expect((await readdir(dir)).sort()).toEqual(['notes.part-01ab23cd', young].sort());
});

test('a folder that does not exist has no backups', async () => {
  expect(await pruneBackups({ dir: path.join(dir, 'missing'), databaseId }, 1, today)).toEqual([]);
});

test('an unfinished backup of a process of this machine that has ended is deleted at once', async () => {
  const night = path.join(dir, nightOf(3));
  await withPart(night, async (part) => {
    const mine = path.basename(part);
    const ended = execFileSync(process.execPath, ['-p', 'process.pid']).toString().trim();
    const as = (pid: string | number, random: string) =>
      mine.replace(`-${process.pid}-`, `-${pid}-`).replace(/[0-9a-f]+$/, random);
    const elsewhere = as(ended, '0000000a').replace(/part-[0-9a-f]{8}/, 'part-00000000');
    const living = as(process.ppid, '0000000b');
    // A process before this one had the same number.
    const left = [as(ended, '0000000c'), as(process.pid, '0000000d')];
    left.push(as(ended, '0000000e').replace('Z.backup', 'Z-7b0f3c0e.backup'));
    for (const name of [mine, elsewhere, living, ...left]) await write(name);
    await deleteAbandonedParts(dir);
    expect((await readdir(dir)).sort()).toEqual([mine, elsewhere, living].sort());
  });
  await deleteAbandonedParts(path.join(dir, 'missing'));
});
