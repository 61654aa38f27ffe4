import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configFrom } from '../../src/config.ts';
import { waitForDataDir } from '../../src/server/wait-for-data-dir.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';
import { smallDiskObstacle } from '../helpers/small-disk-server.ts';

/* A server that starts while the disk of its data folder is full or read-only, with a real mail server. */

const obstacle = process.getuid?.() === 0 ? smallDiskObstacle() : 'only root can mount a small disk';
const log = pino({ level: 'silent' });
const SOON = { interval: 50, patience: 100 };

describe.skipIf(obstacle !== null)(
  `A server whose disk is full at the start${obstacle === null ? '' : ` (skipped: ${obstacle})`}`,
  () => {
    let mail: MailServer;
    let disk: string;
    const mount = (...options: string[]) => execFileSync('mount', [...options, disk]);
    const settings = (more: Record<string, string> = {}) =>
      configFrom({ DATA_DIR: disk, SMTP_URL: mail.url, OPERATOR_EMAIL: 'olive@whistlestop.test', ...more });
    const fill = () => writeFile(path.join(disk, 'ballast'), Buffer.alloc(8 * 1024 * 1024)).catch(() => {});
    const runBefore = () => writeFile(path.join(disk, 'starts.json'), JSON.stringify({ starts: [] }));

    beforeEach(async () => {
      mail = await startMailServer();
      disk = path.join(await mkdtemp(path.join(tmpdir(), 'whistlestop-disk-')), 'disk');
      await mkdir(disk);
      mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs');
    });
    afterEach(async () => {
      execFileSync('umount', [disk]);
      await rm(path.dirname(disk), { recursive: true });
      await mail.close();
    });

    test.each([
      ['full', fill, () => rm(path.join(disk, 'ballast')), 'its disk is full'],
      [
        'read-only',
        async () => mount('-o', 'remount,ro'),
        async () => mount('-o', 'remount,rw'),
        'a file system that is read-only',
      ],
    ])('tells the operator once, waits, and goes on: %s', async (_, spoil, mend, reason) => {
      await runBefore();
      await spoil();
      let goesOn = false;
      const waiting = waitForDataDir(settings(), log, SOON).then(() => {
        goesOn = true;
      });
      await expect.poll(() => mail.taken.length).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect([goesOn, mail.taken.length]).toEqual([false, 1]);
      expect(mail.taken[0]?.subject).toContain('Problem: disk space');
      expect(mail.taken[0]?.text).toContain(`DATA_DIR is ${disk}, but`);
      expect(mail.taken[0]?.text).toContain(reason);
      expect(mail.taken[0]?.to).toMatchObject([{ address: 'olive@whistlestop.test' }]);
      await mend();
      await waiting;
      // What was told is known to the server that starts now.
      const { alerts } = JSON.parse(await readFile(path.join(disk, 'alerts.json'), 'utf8'));
      expect(alerts).toMatchObject([{ check: 'disk', told: { level: 'down' }, okSince: expect.any(String) }]);
    });

    test('ends if no server has used the folder before, or there is no mail server', async () => {
      await fill();
      await expect(waitForDataDir(settings(), log, SOON)).rejects.toThrow('its disk is full');
      await rm(path.join(disk, 'ballast'));
      await runBefore();
      await fill();
      const silent = settings({ SMTP_URL: '' });
      await expect(waitForDataDir(silent, log, SOON)).rejects.toThrow('its disk is full');
      expect(mail.taken).toEqual([]);
    });
  },
);
