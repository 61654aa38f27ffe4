import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DiskCheckOptions, diskCheck } from '../../../src/operations/checks/disk.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-disk-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const run = (options: Partial<DiskCheckOptions> = {}) =>
  diskCheck({ dataDir: dir, needed: true, backupDir: null, minFreeMb: 0, ...options }).run();

/** The free megabytes of the disk. Other programs use it, too, so tests stay away from the limits. */
async function freeMb(): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return (bavail * bsize) / 1024 / 1024;
}

describe('The check of the disk', () => {
  test('is content with enough space, and leaves nothing behind', async () => {
    expect(await run()).toEqual({ level: 'ok', message: 'There is enough free disk space.' });
    expect(await readdir(dir)).toEqual([]);
  });

  test('finds the server down below the limit, and says how much is needed', async () => {
    const minFreeMb = Math.ceil(2 * (await freeMb()));
    const { level, message } = await run({ minFreeMb });
    expect(level).toBe('down');
    const limit = `until at least ${minFreeMb.toLocaleString('en-US')} MB are free (MIN_FREE_MB).`;
    expect(message).toMatch(/^Only [\d,]+ MB are free in \//);
    expect(message).toContain(dir);
    expect(message).toContain(limit);
  });

  test('warns below three times the limit', async () => {
    const { level, message } = await run({ minFreeMb: Math.floor((await freeMb()) / 2) });
    expect(level).toBe('warning');
    expect(message).toContain('MB are free in');
    expect(message).toContain('the server takes nothing more');
  });

  test('finds the server down if the folder cannot be written to', async () => {
    const file = path.join(dir, 'a-file');
    await writeFile(file, 'not a folder');
    expect(await run({ dataDir: file })).toEqual({
      level: 'down',
      message: `The server cannot write to ${file} (ENOTDIR) and takes nothing more until it can.`,
    });
  });

  test('does not ask for a folder that the server does not need', async () => {
    const dataDir = path.join(dir, 'none');
    expect((await run({ dataDir, needed: false })).level).toBe('ok');
    expect(await run({ dataDir })).toMatchObject({
      level: 'down',
      message: expect.stringContaining('ENOENT'),
    });
    expect(await readdir(dir)).toEqual([]);
  });

  test('does not mind a folder for backups that does not exist yet', async () => {
    expect((await run({ backupDir: path.join(dir, 'later', 'backups') })).level).toBe('ok');
  });
});

/** Why there can be no small disks here; null if there can. */
const obstacle = ((): string | null => {
  if (process.getuid?.() !== 0) return 'only root can mount a small disk';
  try {
    execFileSync('mount', ['--version'], { stdio: 'ignore' });
    return process.platform === 'linux' ? null : 'needs tmpfs';
  } catch {
    return 'there is no mount command';
  }
})();

describe.skipIf(obstacle !== null)(
  `On a disk of its own${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
  () => {
    let disk: string;
    const mount = (...options: string[]) => execFileSync('mount', [...options, disk]);

    beforeEach(async () => {
      disk = path.join(dir, 'disk');
      await mkdir(disk);
      mount('-t', 'tmpfs', '-o', 'size=8m', 'tmpfs');
    });
    afterEach(() => execFileSync('umount', [disk]));

    test('a full disk and a read-only one are found even without a limit', async () => {
      expect((await run({ dataDir: disk })).level).toBe('ok');
      const ballast = path.join(disk, 'ballast');
      await writeFile(ballast, Buffer.alloc(8 * 1024 * 1024)).catch(() => {});
      expect(await run({ dataDir: disk })).toMatchObject({
        level: 'down',
        message: expect.stringContaining('ENOSPC'),
      });
      await rm(ballast);
      expect((await run({ dataDir: disk })).level).toBe('ok');
      mount('-o', 'remount,ro');
      expect(await run({ dataDir: disk })).toMatchObject({
        level: 'down',
        message: expect.stringContaining('EROFS'),
      });
    });

    test('a full disk for backups is a warning: the server can still take sheets', async () => {
      const { level, message } = await run({ backupDir: path.join(disk, 'backups'), minFreeMb: 5 });
      expect([level, message.includes(`in ${disk}/backups, where backups are written`)]).toEqual([
        'warning',
        true,
      ]);
    });
  },
);
