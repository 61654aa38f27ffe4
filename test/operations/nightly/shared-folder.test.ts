import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import { readBackupHeader } from '../../../src/operations/backup/read-backup.ts';
import { backupsCheck } from '../../../src/operations/checks/backups.ts';
import { backupFiles, newestBackup } from '../../../src/operations/nightly/backup-files.ts';
import { makeNightlyBackup } from '../../../src/operations/nightly/nightly-backup.ts';
import { useContext } from '../../helpers/use-context.ts';

/* Two servers should not have one folder for their backups, but if they have, each has all of its own. */

const [one, two] = [useContext(), useContext()];
const IDS = ['11111111-6f0e-4a5c-9a55-0d6d1c2f7a11', '22222222-6f0e-4a5c-9a55-0d6d1c2f7a11'] as const;
const NIGHT = new Date('2027-03-01T03:30:10Z');
const plain = (day: number) => `whistlestop-2027-03-0${day}T0330Z.backup.gz`;
const own = (day: number) => `whistlestop-2027-03-0${day}T0330Z-22222222.backup.gz`;

let dir: string;
let folder: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-shared-'));
  folder = path.join(dir, 'backups');
  for (const [index, { ctx }] of [one, two].entries()) {
    await mkdir(path.join(dir, `${index}`));
    await ctx.db.prisma.serverState.update({ where: { id: 1 }, data: { databaseId: IDS[index] ?? '' } });
  }
});
afterEach(() => rm(dir, { recursive: true }));

const settingsOf = (index: number) => ({
  dataDir: path.join(dir, `${index}`),
  backups: { dir: folder, kept: 2 },
  minFreeMb: 0,
});
const backUp = (ctx: AppContext, index: number) => makeNightlyBackup(ctx, settingsOf(index), true);

function setDay(day: number): void {
  const now = new Date(NIGHT.getTime() + (day - 1) * 24 * 3_600_000);
  for (const { setNow } of [one, two]) setNow(now);
}

test('a backup of another server in the same minute does not count, and none deletes those of the other', async () => {
  for (const day of [1, 2, 3]) {
    setDay(day);
    expect(await backUp(one.ctx, 0)).toBe(plain(day));
    expect(await backUp(two.ctx, 1)).toBe(own(day));
    // Again within the minute: the one that is there counts.
    expect(await backUp(two.ctx, 1)).toBe(own(day));
  }
  const files = (await readdir(folder)).filter((name) => name.endsWith('.gz')).sort();
  expect(files).toEqual([own(2), plain(2), own(3), plain(3)]);
  const header = await readBackupHeader(path.join(folder, own(3)));
  expect(header.ok && header.value.databaseId).toBe(IDS[1]);
  const namesOf = async (id: string) => (await backupFiles(folder, id)).map(({ name }) => name);
  expect(await namesOf(IDS[0])).toEqual([plain(3), plain(2)]);
  expect(await namesOf(IDS[1])).toEqual([own(3), own(2)]);
  expect(await newestBackup(folder, one.ctx.now(), IDS[1])).toMatchObject({ name: own(3) });
});

test('backups of another server do not hide that there are none any more', async () => {
  setDay(1);
  await backUp(two.ctx, 1);
  for (const day of [2, 3]) {
    setDay(day);
    await backUp(one.ctx, 0);
  }
  const level = async (index: number) => (await backupsCheck(settingsOf(index), one.ctx.now).run()).level;
  expect([await level(0), await level(1)]).toEqual(['ok', 'warning']);
});

test('one that cannot be read is of another server, too', async () => {
  setDay(1);
  await mkdir(path.join(folder, plain(1)), { recursive: true });
  expect(await backUp(two.ctx, 1)).toBe(own(1));
  expect(await newestBackup(folder, two.ctx.now(), IDS[1])).toMatchObject({ name: own(1) });
});
