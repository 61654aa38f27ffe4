import { execFile } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configFrom } from '../../../src/config.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { createAlerts } from '../../../src/operations/alerts/alerts.ts';
import { backupsCheck } from '../../../src/operations/checks/backups.ts';
import { diskCheck } from '../../../src/operations/checks/disk.ts';
import { createHealth } from '../../../src/operations/health.ts';
import { writeLastSeen } from '../../../src/operations/held/last-seen.ts';
import { newestBackup } from '../../../src/operations/nightly/backup-files.ts';
import { freeSpace } from '../../../src/operations/system/sizes.ts';
import { openAlerts } from '../../../src/server/operations.ts';
import { type MailServer, startMailServer } from '../../helpers/mail-server.ts';
import { mountSilent, silentFolderObstacle } from '../../helpers/silent-folder.ts';
import { FROM } from '../../mail/deliver-deps.ts';

/* The operators are told of a data folder that does not answer, although what was told is stored there. */

const log = pino({ level: 'silent' });
let server: MailServer;
let dir: string;
beforeEach(async () => {
  server = await startMailServer();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-silent-'));
});
afterEach(async () => {
  await server.close();
  await rm(dir, { recursive: true });
});

const subjects = () => server.taken.map(({ subject }) => (subject ?? '').replace(/ \(.*/, ''));

test.skipIf(silentFolderObstacle !== null)(
  `operators get one mail about a data folder that does not answer, and one when it does again${silentFolderObstacle === null ? '' : ` (skipped: ${silentFolderObstacle})`}`,
  async () => {
    const dataDir = path.join(dir, 'data');
    const backupDir = path.join(dataDir, 'backups');
    await mkdir(backupDir, { recursive: true });
    await writeFile(path.join(dir, 'a-file'), 'text');
    const settings = { DATABASE_URL: 'postgres://127.0.0.1/none', SMTP_URL: server.url, DATA_DIR: dataDir };
    const config = configFrom({ ...settings, OPERATOR_EMAIL: 'olive@whistlestop.test' });
    const alerts = await openAlerts(config, log, { smtpUrl: server.url, name: 'all', patience: 5_000 });
    const health = createHealth(log, 1_000, 5_000);
    health.add(diskCheck({ dataDir, needed: false, backupDir, minFreeMb: 0 }));
    health.add(backupsCheck({ dataDir, backups: { dir: backupDir, kept: 3 } }, () => new Date()));
    health.onChecked((conditions) => alerts.observe(conditions));
    await health.check();
    const end = await mountSilent(dataDir);
    // What else a server does there every few seconds.
    const seen = { databaseId: '7b0f3c0e-6f0e-4a5c-9a55-0d6d1c2f7a11', beats: 1, seenAt: new Date() };
    const others = setInterval(() => {
      writeLastSeen(dataDir, seen).catch(() => {});
      newestBackup(backupDir, new Date(), null).catch(() => {});
      freeSpace(dataDir).catch(() => {});
    }, 2_000);
    try {
      await expect.poll(() => subjects().length, { timeout: 40_000 }).toBe(1);
      expect(subjects()[0]).toContain('disk space');
      await sleep(20_000);
      expect(subjects()).toHaveLength(1);
      // All file operations, looking up names and signing in share a few threads.
      const work = Promise.all([readFile(path.join(dir, 'a-file'), 'utf8'), lookup('127.0.0.1')]);
      expect(await Promise.race([work, sleep(5_000, 'still waiting')])).toMatchObject(['text', {}]);
    } finally {
      clearInterval(others);
      await end();
    }
    await expect.poll(() => subjects().length, { timeout: 40_000 }).toBe(2);
    expect(subjects()[1]).toMatch(/^Solved: .*disk space/);
    // What could not be stored is stored by a later round.
    const stored = async () =>
      JSON.parse(await readFile(path.join(dataDir, 'alerts.json'), 'utf8')).alerts as unknown[];
    await expect.poll(stored, { timeout: 20_000 }).toEqual([]);
    await health.close();
    await alerts.close();
  },
  150_000,
);

/** A file that does not answer: a pipe without a writer. */
async function aSilentFile(name: string): Promise<{ file: string; end: () => Promise<void> }> {
  const file = path.join(dir, name);
  await promisify(execFile)('mkfifo', [file]);
  return { file, end: async () => await (await open(file, 'r+')).close() };
}

test.skipIf(process.platform === 'win32')(
  'operators are told although the file of another process does not answer',
  async () => {
    const other = await aSilentFile('alerts-other.json');
    const alerts = await createAlerts({
      transport: openTransport({ url: server.url, connections: 1 }),
      ...{ file: path.join(dir, 'alerts.json'), otherFiles: async () => [other.file] },
      ...{ firstAddress: 'olive@whistlestop.test', from: FROM, mailDomain: 'games.example.org' },
      ...{ publicUrl: 'https://games.example.org', log, patience: 0 },
    });
    const disk = { check: 'disk', level: 'down', message: 'No answer.' } as const;
    alerts.observe([disk]);
    await expect.poll(subjects, { timeout: 15_000 }).toEqual(['Problem: disk space']);
    await alerts.settled();
    alerts.observe([disk]);
    await alerts.settled();
    await other.end();
    // What could not be stored is stored by a later round.
    const stored = async () => {
      alerts.observe([disk]);
      await alerts.settled();
      return JSON.parse(await readFile(path.join(dir, 'alerts.json'), 'utf8')).alerts[0].told;
    };
    await expect.poll(stored, { timeout: 15_000 }).toMatchObject({ level: 'down' });
    expect(subjects()).toHaveLength(1);
    await alerts.close();
  },
  60_000,
);
