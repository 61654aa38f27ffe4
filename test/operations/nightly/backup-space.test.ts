import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { backupsCheck } from '../../../src/operations/checks/backups.ts';
import { DEPARTURES_FILE } from '../../../src/operations/departures/departure-list.ts';
import { type NightlySettings, runNightly } from '../../../src/operations/nightly/nightly.ts';
import { anAccount } from '../../games/game/play.ts';
import { testNow } from '../../helpers/database.ts';
import { useContext } from '../../helpers/use-context.ts';

/* Backups must not take the space that the server needs. */

const TERABYTE = 1024 ** 4;
const own = useContext();
let dir: string;
let folder: string;
let settings: NightlySettings;

beforeEach(async () => {
  own.setNow(testNow);
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-space-'));
  folder = path.join(dir, 'backups');
  await mkdir(folder);
  const backups = { dir: folder, kept: 3 };
  const keepDays = { mail: 365, practice: 30, jobs: 30 };
  settings = { at: { hour: 3, minute: 30 }, dataDir: dir, backups, minFreeMb: 0, keepDays };
});
afterEach(() => rm(dir, { recursive: true }));

const nameOf = (day: number) => `whistlestop-2027-02-${day}T0330Z.backup.gz`;
const backupsIn = async () => (await readdir(folder)).filter((name) => name !== DEPARTURES_FILE).sort();

describe('a nightly backup', () => {
  test('is not begun if it would take what must stay free; the operator learns why, and good backups stay', async () => {
    for (const day of [24, 25, 26, 27]) await writeFile(path.join(folder, nameOf(day)), 'x');
    const report = await runNightly(own.ctx, { ...settings, minFreeMb: 1_000_000_000 });
    expect(report).toMatchObject({ backup: null, departures: 1 });
    // The one that would have been deleted for the new one has made space for it.
    expect(await backupsIn()).toEqual([nameOf(26), nameOf(27)]);
    const { level, message } = await backupsCheck(settings, own.ctx.now).run();
    expect(level).toBe('warning');
    expect(message).toMatch(
      /failed: only [\d,]+ MB are free in \S+, and a backup needs about 1 MB besides the 1,000,000,000 MB that stay free \(MIN_FREE_MB\)\. Delete files, enlarge the disk, or set BACKUP_DIR to a folder on another one\./,
    );
  });

  test('is not begun if one as large as the last has no space, which stays even if only one is kept', async () => {
    const last = path.join(folder, nameOf(27));
    await writeFile(last, 'x');
    // Takes no space itself.
    await truncate(last, 8 * TERABYTE);
    const backups = { dir: folder, kept: 1 };
    expect(await runNightly(own.ctx, { ...settings, backups })).toMatchObject({ backup: null });
    expect(await backupsIn()).toEqual([nameOf(27)]);
    const { message } = await backupsCheck(settings, own.ctx.now).run();
    expect(message).toContain('and a backup needs about 10,485,760 MB. Delete files');
  });
});

test('a backup ends and leaves no file once there is no more space for it while it is written', async () => {
  const { id } = await anAccount(own.ctx, 'Ann Baker');
  await own.ctx.db.pool.query(`update "Account" set name = repeat('x', 20000000) where id = $1`, [id]);
  let asked = 0;
  const requireSpace = async () => {
    asked += 1;
    if (asked === 2) throw new Error('no space left');
  };
  const made = makeBackup(own.url, path.join(folder, nameOf(27)), { replay: false, requireSpace });
  await expect(made).rejects.toThrow('no space left');
  expect(await backupsIn()).toEqual([]);
});
