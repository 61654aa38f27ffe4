import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { backupsCheck } from '../../../src/operations/checks/backups.ts';
import { diskCheck } from '../../../src/operations/checks/disk.ts';
import { backupFiles, newestBackup } from '../../../src/operations/nightly/backup-files.ts';
import { mountSilent, silentFolderObstacle } from '../../helpers/silent-folder.ts';

/* A folder for backups on another machine that has fallen silent: every file operation in it hangs. */

const obstacle = silentFolderObstacle;

test.skipIf(obstacle !== null)(
  `a folder for backups that does not answer is a warning, and keeps nothing else waiting${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-silent-'));
    const dir = path.join(dataDir, 'backups');
    await mkdir(dir);
    await writeFile(path.join(dataDir, 'a-file'), 'text');
    const end = await mountSilent(dir);
    const now = () => new Date();
    const disk = diskCheck({ dataDir, needed: true, backupDir: dir, minFreeMb: 0 });
    const backups = backupsCheck({ dataDir, backups: { dir, kept: 3 } }, now);
    try {
      for (const _ of [1, 2]) {
        const looks = [
          newestBackup(dir, now(), null),
          backupFiles(dir, null),
          newestBackup(dir, now(), null),
        ];
        const settled = Promise.allSettled(looks);
        const [space, files] = await Promise.all([disk.run(), backups.run()]);
        expect(space).toEqual({ level: 'ok', message: 'There is enough free disk space.' });
        expect(files.level).toBe('warning');
        expect(files.message).toMatch(/^The backups in .* cannot be listed: no answer\./);
        expect((await settled).every(({ status }) => status === 'rejected')).toBe(true);
      }
      // All file operations, and signing in, share a few threads.
      const read = readFile(path.join(dataDir, 'a-file'), 'utf8');
      expect(await Promise.race([read, sleep(5_000, 'still waiting')])).toBe('text');
    } finally {
      await end();
    }
    // It answers again.
    await expect.poll(async () => await newestBackup(dir, now(), null).catch(() => 'no answer')).toBeNull();
    await rm(dataDir, { recursive: true, force: true });
  },
);
