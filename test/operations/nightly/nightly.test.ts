import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWorker, type Worker } from '../../../src/jobs/worker.ts';
import { openTransport, type Transport } from '../../../src/mail/delivery/transport.ts';
import { backupsCheck } from '../../../src/operations/checks/backups.ts';
import { nightlyElsewhereCheck } from '../../../src/operations/checks/nightly-elsewhere.ts';
import { DEPARTURES_FILE } from '../../../src/operations/departures/departure-list.ts';
import { type NightlySettings, runNightly } from '../../../src/operations/nightly/nightly.ts';
import {
  ensureNightly,
  nextNightly,
  scheduleNextNight,
  startNightlyNow,
} from '../../../src/operations/nightly/nightly-schedule.ts';
import { runningGame } from '../../games/game/play.ts';
import { type TestContext, testContext, testNow } from '../../helpers/database.ts';
import { allRows } from '../../helpers/rows.ts';
import { FROM, PUBLIC_URL } from '../../mail/deliver-deps.ts';

/** The nightly work: when it runs on a real queue, and what it does on a real database. */

const at = { hour: 3, minute: 30 };
const HOUR = 3_600_000;
let own: TestContext;
let dir: string;
let settings: NightlySettings;
let transport: Transport;
let workers: Worker[] = [];

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  own.setNow(testNow);
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-nightly-'));
  const backups = { dir: path.join(dir, 'backups'), kept: 2 };
  settings = { at, dataDir: dir, backups, minFreeMb: 0, keepDays: { mail: 365, practice: 30, jobs: 30 } };
  transport = openTransport({ url: 'smtp://127.0.0.1:9' });
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  transport.close();
  await own.ctx.db.pool.query('delete from graphile_worker._private_jobs');
  await rm(dir, { recursive: true });
});

async function startTestWorker(nightly: NightlySettings = settings): Promise<Worker> {
  const worker = await startWorker({ ctx: own.ctx, transport, from: FROM, publicUrl: PUBLIC_URL, nightly });
  workers.push(worker);
  return worker;
}

interface NightlyJob {
  run_at: Date;
  attempts: number;
  locked: boolean;
}

/** The nightly jobs that wait or run. */
async function nightlyJobs(): Promise<NightlyJob[]> {
  const { rows } = await own.ctx.db.pool.query<NightlyJob>(
    `select run_at, attempts, locked_at is not null as locked from graphile_worker.jobs
     where task_identifier = 'nightly' and attempts < max_attempts order by id`,
  );
  return rows;
}

/** The files in the folder of the backups, besides the list of what has left, which is copied along with them. */
const backupsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name !== DEPARTURES_FILE);

const change = (sql: string) =>
  own.ctx.db.pool.query(`update graphile_worker._private_jobs set ${sql} where key = 'nightly'`);

describe('the time of the nightly work', () => {
  test.each([
    ['2027-03-01T03:29:59Z', '2027-03-01T03:30:00Z'],
    ['2027-03-01T03:30:00Z', '2027-03-02T03:30:00Z'],
    ['2027-12-31T23:59:59Z', '2028-01-01T03:30:00Z'],
  ])('at %s the next one is %s', (now, next) => {
    expect(nextNightly(new Date(now), at)).toEqual(new Date(next));
  });
});

describe('the nightly job', () => {
  test('waits once, however many workers start', async () => {
    await Promise.all([startTestWorker(), startTestWorker()]);
    await startTestWorker();
    expect(await nightlyJobs()).toEqual([
      { run_at: new Date('2027-03-02T03:30:00Z'), attempts: 0, locked: false },
    ]);
  });

  test('waits for another time if the setting has changed', async () => {
    await ensureNightly(own.ctx, at);
    await ensureNightly(own.ctx, { hour: 14, minute: 5 });
    expect(await nightlyJobs()).toMatchObject([{ run_at: new Date('2027-03-01T14:05:00Z') }]);
  });

  test('runs when a server starts that was off at night, and schedules its successor', async () => {
    await ensureNightly(own.ctx, at);
    await change("run_at = now() - interval '5 hours'");
    const worker = await startTestWorker();
    await worker.idle();
    expect(await backupsIn(settings.backups.dir)).toEqual(['whistlestop-2027-03-01T1200Z.backup.gz']);
    expect(await nightlyJobs()).toEqual([
      { run_at: new Date('2027-03-02T03:30:00Z'), attempts: 0, locked: false },
    ]);
  });

  test('runs again if its server was killed, and still has one successor', async () => {
    await ensureNightly(own.ctx, at);
    await change("run_at = now() - interval '1 hour', locked_at = now(), locked_by = 'dead', attempts = 1");
    const worker = await startTestWorker();
    await expect
      .poll(() => backupsIn(settings.backups.dir).catch(() => []), { timeout: 25_000 })
      .toHaveLength(1);
    await worker.idle();
    expect(await nightlyJobs()).toMatchObject([{ run_at: new Date('2027-03-02T03:30:00Z'), locked: false }]);
  });

  test('is replaced at the next start if it has failed for good', async () => {
    await ensureNightly(own.ctx, at);
    await change('attempts = max_attempts');
    await startTestWorker();
    expect(await nightlyJobs()).toMatchObject([{ attempts: 0, run_at: new Date('2027-03-02T03:30:00Z') }]);
  });

  test('is moved back while the server runs if a wrong clock has put it off for a month', async () => {
    const { ctx } = own;
    const worker = await startWorker({
      ...{ ctx, transport, from: FROM, publicUrl: PUBLIC_URL, nightly: settings, nightlyInterval: 100 },
    });
    workers.push(worker);
    await change("run_at = '2027-03-31T03:30:00Z'");
    await expect
      .poll(nightlyJobs, { timeout: 10_000 })
      .toEqual([{ run_at: new Date('2027-03-02T03:30:00Z'), attempts: 0, locked: false }]);
  });

  test('can be started at once', async () => {
    const worker = await startTestWorker();
    await startNightlyNow(own.ctx);
    await worker.idle();
    expect(await backupsIn(settings.backups.dir)).toHaveLength(1);
    expect(await nightlyJobs()).toMatchObject([{ run_at: new Date('2027-03-02T03:30:00Z') }]);
  });

  test('begins again afterward if someone starts it while it runs', async () => {
    await startNightlyNow(own.ctx);
    await change("locked_at = now(), locked_by = 'this server', attempts = 1");
    await startNightlyNow(own.ctx);
    await scheduleNextNight(own.ctx, at);
    const waiting = (await nightlyJobs()).filter(({ locked }) => !locked);
    expect(waiting).toMatchObject([{ attempts: 0 }]);
    expect(waiting[0]?.run_at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test.each([0.3, 30])(
    'runs once in a night while the clock of the server is %d hours behind',
    async (hours) => {
      const real = Date.now();
      const night = new Date(real + 60_000);
      const { ctx } = own;
      own.setNow(new Date(real - hours * HOUR));
      const atNow = { hour: night.getUTCHours(), minute: night.getUTCMinutes() };
      const worker = await startWorker({
        ...{ ctx, transport, from: FROM, publicUrl: PUBLIC_URL, nightlyInterval: 100 },
        nightly: { ...settings, at: atNow },
      });
      workers.push(worker);
      await change('run_at = now()');
      await worker.idle();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const [job] = await nightlyJobs();
      expect(job).toMatchObject({ attempts: 0, locked: false });
      expect(job?.run_at.getTime()).toBeGreaterThan(real + 20 * HOUR);
      expect(await backupsIn(settings.backups.dir)).toHaveLength(1);
    },
  );

  test('deletes nothing while the clocks of server and database disagree: one of them is wrong', async () => {
    const old = { from: new Date('2020-01-01'), until: new Date('2020-01-02') };
    await own.ctx.db.prisma.downtime.create({ data: old });
    const worker = await startTestWorker();
    const left = async (now: Date) => {
      own.setNow(now);
      await startNightlyNow(own.ctx);
      await worker.idle();
      return own.ctx.db.prisma.downtime.count();
    };
    const real = Date.now();
    for (const hours of [1_440, -2]) expect(await left(new Date(real + hours * HOUR))).toBe(1);
    const files = await readdir(settings.backups.dir);
    expect(files.filter((name) => name.endsWith('.backup.gz'))).toHaveLength(2);
    expect(await left(new Date(real + HOUR / 2))).toBe(0);
  });
});

describe('the nightly work', () => {
  test('makes a backup, keeps as many as are wanted, and says in one line what it did', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(line, _encoding, done) {
        lines.push(String(line));
        done();
      },
    });
    const ctx = { ...own.ctx, log: pino({ level: 'info' }, sink) };
    for (const day of [1, 2, 3]) {
      own.setNow(new Date(`2027-03-0${day}T03:30:00Z`));
      await runNightly(ctx, settings);
    }
    expect((await readdir(settings.backups.dir)).sort()).toEqual([
      DEPARTURES_FILE,
      'whistlestop-2027-03-02T0330Z.backup.gz',
      'whistlestop-2027-03-03T0330Z.backup.gz',
    ]);
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({
      ...{ msg: 'nightly work finished', backup: 'whistlestop-2027-03-03T0330Z.backup.gz' },
      ...{ deliveries: 0, failedJobs: 0, mailboxFiles: 0 },
    });
  });

  test('may run twice in a row: the second time changes nothing', async () => {
    await runningGame(own.ctx, { humans: 2, opponents: 2 });
    own.setNow(new Date('2029-03-01T03:30:00Z'));
    await runNightly(own.ctx, settings);
    const [rows, files] = [await allRows(own.ctx.db.pool), await readdir(settings.backups.dir)];
    const report = await runNightly(own.ctx, settings);
    expect(Object.values(report)).not.toContain(null);
    expect(await allRows(own.ctx.db.pool)).toEqual(rows);
    expect(await readdir(settings.backups.dir)).toEqual(files);
  });

  test('deletes what killed processes have left before it writes, as it may fill the disk', async () => {
    const { dir: folder } = settings.backups;
    const name = 'whistlestop-2027-02-27T0330Z.backup.gz.part-01ab23cd';
    await mkdir(folder);
    await writeFile(path.join(folder, name), 'x');
    await utimes(path.join(folder, name), 0, 0);
    const db = { ...own.ctx.db, url: own.url.replace(/[^/]*$/, 'missing') };
    expect(await runNightly({ ...own.ctx, db }, settings)).toMatchObject({ backup: null });
    expect(await readdir(folder)).toEqual([DEPARTURES_FILE]);
  });

  test('deletes no backup, and nothing that killed processes have left, if it may delete nothing', async () => {
    const { dir: folder } = settings.backups;
    await mkdir(folder);
    const names = ['25', '26', '27'].map((day) => `whistlestop-2027-02-${day}T0330Z.backup.gz`);
    names.push('whistlestop-2027-02-24T0330Z.backup.gz.part-01ab23cd');
    for (const name of names) {
      await writeFile(path.join(folder, name), 'x');
      await utimes(path.join(folder, name), 0, 0);
    }
    const { backup } = await runNightly(own.ctx, settings, { deletes: false });
    expect((await readdir(folder)).sort()).toEqual([DEPARTURES_FILE, ...names, backup].sort());
    // There is never so much space.
    const full = { ...settings, minFreeMb: 1_000_000_000 };
    own.setNow(new Date(testNow.getTime() + 24 * HOUR));
    expect(await runNightly(own.ctx, full, { deletes: false })).toMatchObject({ backup: null });
    expect((await readdir(folder)).sort()).toEqual([DEPARTURES_FILE, ...names, backup].sort());
  });

  test('ends before the next step once it may not go on, and deletes nothing', async () => {
    await own.ctx.db.prisma.downtime.create({
      data: { from: new Date('2025-01-01'), until: new Date('2025-01-02') },
    });
    let asked = 0;
    const mayGoOn = async () => ++asked <= 1;
    await expect(runNightly(own.ctx, settings, { mayGoOn })).rejects.toThrow('Its next step is departures');
    expect(await readdir(settings.backups.dir)).toHaveLength(1);
    expect(await own.ctx.db.prisma.downtime.count()).toBe(1);
  });

  test('makes no backup if none are wanted', async () => {
    const report = await runNightly(own.ctx, { ...settings, backups: { ...settings.backups, kept: 0 } });
    expect(report.backup).toBe('off');
    // Only the list of what has left, in the data folder.
    expect(await readdir(dir)).toEqual([DEPARTURES_FILE]);
  });

  test('goes on if the backup fails, and the condition says why until one succeeds', async () => {
    const check = backupsCheck(settings, own.ctx.now);
    const db = { ...own.ctx.db, url: own.url.replace(/[^/]*$/, 'missing') };
    await own.ctx.db.prisma.downtime.create({
      data: { from: new Date('2025-01-01'), until: new Date('2025-01-02') },
    });
    const report = await runNightly({ ...own.ctx, db }, settings);
    expect(report).toMatchObject({ backup: null, downtimes: 1 });
    const failed = await check.run();
    expect(failed.level).toBe('warning');
    expect(failed.message).toBe(
      'The backup of Mon, Mar 1, 2027, 12:00 PM UTC failed: database "missing" does not exist. There is none yet. Correct the cause, and start a backup on the System page.',
    );
    await runNightly(own.ctx, settings);
    expect(await check.run()).toMatchObject({ level: 'ok' });
  });
});

describe('the check of the backups', () => {
  const check = () => backupsCheck(settings, own.ctx.now).run();
  const later = (hours: number) => own.setNow(new Date(testNow.getTime() + hours * HOUR));

  test('gives a new server a day and a half for its first backup', async () => {
    expect(await check()).toMatchObject({ level: 'ok' });
    later(35.9);
    expect(await check()).toMatchObject({ level: 'ok' });
    later(36.1);
    const found = await check();
    expect(found.level).toBe('warning');
    expect(found.message).toContain(`no backup of the last 36 hours in ${settings.backups.dir}`);
    expect(found.message).toContain('There is none yet.');
  });

  test('warns if the newest backup is older than a day and a half', async () => {
    await runNightly(own.ctx, settings);
    later(35.9);
    expect((await check()).message).toBe(
      'A backup is made every night. The newest is from Mon, Mar 1, 2027, 12:00 PM UTC.',
    );
    later(36.1);
    expect(await check()).toMatchObject({ level: 'warning' });
  });

  test('does not count a backup that is dated in the future', async () => {
    await check();
    await mkdir(settings.backups.dir);
    await writeFile(path.join(settings.backups.dir, 'whistlestop-2027-04-01T0330Z.backup.gz'), 'x');
    later(36.1);
    const found = await check();
    expect(found.level).toBe('warning');
    expect(found.message).toContain('There is none yet.');
  });

  test('is satisfied if no backups are wanted', async () => {
    settings.backups.kept = 0;
    later(1000);
    expect(await check()).toEqual({ level: 'ok', message: 'No backups are made (BACKUPS_KEPT is 0).' });
  });

  test('warns if the folder cannot be read; that does not make the server unready', async () => {
    await writeFile(settings.backups.dir, 'a file where the folder should be');
    const found = await check();
    expect(found.level).toBe('warning');
    expect(found.message).toContain('cannot be listed: ENOTDIR');
  });

  test('survives a damaged record', async () => {
    await writeFile(path.join(dir, 'nightly-backup.json'), '{"since": 12');
    expect(await check()).toMatchObject({ level: 'ok' });
    expect(JSON.parse(await readFile(path.join(dir, 'nightly-backup.json'), 'utf8'))).toMatchObject({
      since: testNow.toISOString(),
      failure: null,
    });
  });
});

describe('the check of the backups where NIGHTLY_WORK is off', () => {
  const level = async () => (await nightlyElsewhereCheck(own.ctx).run()).level;
  const createdHoursAgo = (hours: number) => change(`created_at = now() - interval '${hours} hours'`);

  test('gives a new server a day and a half, and then warns if no process does the work', async () => {
    const createdAt = new Date(Date.now() - 35.9 * HOUR);
    const { id } = await own.ctx.db.prisma.account.create({
      data: { name: 'Olive', email: 'olive@whistlestop.test', createdAt },
    });
    expect(await level()).toBe('ok');
    const earlier = new Date(Date.now() - 36.1 * HOUR);
    await own.ctx.db.prisma.account.update({ where: { id }, data: { createdAt: earlier } });
    expect(await level()).toBe('warning');
    await ensureNightly(own.ctx, at);
    expect(await level()).toBe('ok');
  });

  test('warns if the last work was done more than a day and a half ago, until it is done again', async () => {
    await ensureNightly(own.ctx, at);
    await createdHoursAgo(35.9);
    expect(await level()).toBe('ok');
    await createdHoursAgo(36.1);
    const found = await nightlyElsewhereCheck(own.ctx).run();
    expect(found.level).toBe('warning');
    expect(found.message).toContain('No process has done the nightly work for 36 hours');
    // Neither a start of such a process nor work that only waits is enough.
    await startNightlyNow(own.ctx);
    expect(await level()).toBe('warning');
    const worker = await startTestWorker();
    await worker.idle();
    expect(await level()).toBe('ok');
  });

  test('warns if the work has failed for good', async () => {
    await ensureNightly(own.ctx, at);
    await change("attempts = max_attempts, created_at = now() - interval '2 days'");
    expect(await level()).toBe('warning');
  });
});
