import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../src/database/generated/client.ts';
import { type CheckName, type Condition, createHealth, type Health } from '../../src/operations/health.ts';
import { runningGame } from '../games/game/play.ts';
import { anOperator } from '../web/operator/an-operator.ts';
import { type ServedApp, serveApp } from './served.ts';

/* The operator's System page in a real browser, while something is wrong. */

const CONDITIONS: Record<string, Omit<Condition, 'check'>> = {
  database: { level: 'ok', message: 'The database takes writes.' },
  workers: { level: 'ok', message: 'Jobs are being done.' },
  clock: { level: 'ok', message: 'The clocks agree.' },
  deadlines: { level: 'ok', message: 'No turn is late.' },
  disk: {
    level: 'down',
    message:
      'The disk of /srv/whistlestop/data has 120 MB of free space, and the server needs 200 MB (MIN_FREE_MB). Delete files or enlarge the disk; the server goes on by itself.',
  },
  backups: {
    level: 'warning',
    message:
      'The backup of Mon, Mar 1, 2027, 3:30 AM UTC failed: /srv/whistlestop/data/backups/whistlestop-2027-03-01T0330Z.backup.gz cannot be written (ENOSPC). The disk is full. Free some space. The newest is from Sun, Feb 28, 2027, 3:30 AM UTC. Correct the cause, and start a backup on the System page.',
  },
};

let served: ServedApp;
let health: Health;
let dir: string;
let operator: Account;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-system-'));
  const backups = { dir: path.join(dir, 'backups'), kept: 7 };
  await mkdir(backups.dir);
  for (const day of [26, 27, 28]) {
    await writeFile(path.join(backups.dir, `whistlestop-2027-02-${day}T0330Z.backup.gz`), Buffer.alloc(2e6));
  }
  health = createHealth(pino({ level: 'silent' }));
  for (const [name, found] of Object.entries(CONDITIONS)) {
    health.add({ name: name as CheckName, run: async () => found });
  }
  await health.check();
  const system = { dataDir: dir, embedded: true, backups, nightlyAt: { hour: 3, minute: 30 } };
  served = await serveApp({ other: () => ({ health, system }) });
  operator = await anOperator(served.ctx);
  await runningGame(served.ctx, { humans: 3, opponents: 1 });
}, 240_000);
afterAll(async () => {
  await health.close();
  await served.close();
  await rm(dir, { recursive: true });
});

test.each([
  ['a desktop', undefined],
  ['a phone', 360],
])('the System page and the banner that leads to it are accessible on %s', async (_device, phone) => {
  const page = await served.signedIn(operator, { ...(phone !== undefined && { phone }) });
  await page.goto('/operator');
  expect(await served.faultsOf(page)).toEqual([]);
  await page.click('p.advice a');
  expect(await page.textContent('h1')).toBe('System');
  expect(await page.locator('#conditions ~ table tbody tr').first().textContent()).toContain('Down');
  expect(await served.faultsOf(page)).toEqual([]);
});
