import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../src/database/generated/client.ts';
import { enqueueDelivery, enqueueJob } from '../../../src/database/outbox.ts';
import { type Mailbox, openMailbox } from '../../../src/mail/mailbox/mailbox.ts';
import { type Condition, createHealth, type Health } from '../../../src/operations/health.ts';
import { createMetrics } from '../../../src/operations/metrics/metrics.ts';
import { startPresence } from '../../../src/operations/processes/server-processes.ts';
import { anAccount } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aWeb, signedIn } from '../visitor.ts';
import { anOperator } from './an-operator.ts';

let own: TestContext;
let app: FastifyInstance;
let mailbox: Mailbox;
let health: Health;
let dir: string;
let operator: Account;
/** What the checks find. */
let found: Omit<Condition, 'check'>;

const fine = { level: 'ok', message: 'All is well.' } as const;

beforeAll(async () => {
  own = await testContext();
  dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-system-'));
  const log = pino({ level: 'silent' });
  mailbox = await openMailbox({ dir: path.join(dir, 'mailbox'), log });
  health = createHealth(log);
  health.add({ name: 'clock', run: async () => fine });
  health.add({ name: 'backups', run: async () => found });
  const backups = { dir: path.join(dir, 'backups'), kept: 7 };
  await mkdir(backups.dir);
  await writeFile(path.join(backups.dir, 'whistlestop-2027-03-01T0330Z.backup.gz'), Buffer.alloc(3_400_000));
  const system = { dataDir: dir, embedded: true, backups, nightlyAt: { hour: 3, minute: 30 } };
  app = await aWeb(own.ctx, { mailbox, health, system });
  operator = await anOperator(own.ctx);
});
afterAll(async () => {
  await app.close();
  await health.close();
  await mailbox.close();
  await own.close();
  await rm(dir, { recursive: true });
});

async function checkFinds(condition: Omit<Condition, 'check'>): Promise<void> {
  found = condition;
  await health.check();
}

/** The text of a page's main part, without its tags. */
function textOf(html: string): string {
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
  return main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

test('the System page says what is wrong and what to do first, in words', async () => {
  await checkFinds({ level: 'warning', message: 'The last backup failed. Free some space.' });
  const visitor = await signedIn(app, own.ctx, operator);
  const page = await visitor.get('/operator/system');
  expect(page.statusCode).toBe(200);
  expect(textOf(page.body)).toContain(
    'Backups Warning The last backup failed. Free some space. Clock OK All is well.',
  );
});

test('while something is not OK, the operator’s pages name it and link the System page', async () => {
  const visitor = await signedIn(app, own.ctx, operator);
  const banner = 'The server needs attention: backups. See what is wrong and what to do';
  await checkFinds({ level: 'down', message: 'Gone.' });
  for (const url of ['/operator', '/mailbox']) {
    expect(textOf((await visitor.get(url)).body)).toContain(banner);
  }
  expect(textOf((await visitor.get('/operator/system')).body)).not.toContain(banner);
  expect(textOf((await visitor.get('/my/games')).body)).not.toContain(banner);
  const player = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Pam Player'));
  expect(textOf((await player.get('/mailbox')).body)).not.toContain('needs attention');
  await checkFinds(fine);
  expect(textOf((await visitor.get('/operator')).body)).not.toContain('needs attention');
});

test('the System page shows versions, clocks, sizes, backups, the queue and mail', async () => {
  await enqueueJob(own.ctx.db.prisma, 'remind', { gameId: crypto.randomUUID(), turn: 1 }, { wait: 1e6 });
  const visitor = await signedIn(app, own.ctx, operator);
  const text = textOf((await visitor.get('/operator/system')).body);
  expect(text).toMatch(/Whistlestop \d+\.\d+\.\d+ Node \d+\.\d+\.\d+ PostgreSQL 1\d/);
  expect(text).toContain('Clock of the server 2027-03-01 12:00:00 UTC');
  expect(text).toMatch(/The server’s clock is [\d,]+ seconds ahead of the database’s\./);
  expect(text).toMatch(/Database [\d.]+ MB/);
  expect(text).toContain('Built-in mailbox, 0 e-mails 0 bytes');
  expect(text).toContain('Backups 3.4 MB');
  expect(text).toMatch(/Free disk space [\d.]+ [GT]B/);
  expect(text).toContain(`A backup is written to ${dir}/backups every night. The newest 7 are kept.`);
  expect(text).toContain('Next one: Tue, Mar 2, 2027, 3:30 AM UTC, in 15 hours.');
  expect(text).toContain('whistlestop-2027-03-01T0330Z.backup.gz Mon, Mar 1, 2027, 3:30 AM UTC 3.4 MB');
  expect(text).toMatch(/Remind players 1 0 0/);
  expect(text).toMatch(/Sent 0 Failed 0/);
});

test('the System page shows how busy the queue is, with the figures of the metrics', async () => {
  const { prisma, pool } = own.ctx.db;
  await pool.query('delete from graphile_worker._private_jobs');
  for (const wait of [-90_000, -30_000, 60_000]) {
    await enqueueJob(prisma, 'remind', { gameId: crypto.randomUUID(), turn: 1 }, { wait });
  }
  const draft = { kind: 'signInLink', account: operator, detail: { token: 't' } } as const;
  for (const minutes of [0, 2]) {
    const { id } = await prisma.$transaction((tx) => enqueueDelivery(tx, draft, own.ctx));
    const sentAt = new Date(Date.now() - minutes * 60_000);
    await prisma.delivery.update({ where: { id }, data: { status: 'sent', sentAt } });
  }
  await pool.query(`delete from graphile_worker._private_jobs where key like 'deliver:%'`);
  const visitor = await signedIn(app, own.ctx, operator);
  const text = textOf((await visitor.get('/operator/system')).body);
  expect(text).toMatch(
    /Jobs that are due 2 The oldest has been due for (9\d|1\d\d) seconds E-mails sent in the last minute 1 /,
  );
  const lanes = { turns: ['remind'] };
  const metrics = await createMetrics({
    pool,
    health,
    lanes,
    dataDir: dir,
    backupDir: dir,
    now: () => new Date(),
  }).text();
  expect(metrics).toContain('whistlestop_due_jobs{lane="turns"} 2\n');
  expect(metrics).toMatch(/whistlestop_oldest_due_job_age_seconds\{lane="turns"\} (9\d|1\d\d)\.?/);
  expect(metrics).toContain('whistlestop_mails_sent_last_minute 1\n');
  await prisma.delivery.deleteMany({ where: { sentAt: { not: null } } });
});

test('the System page lists the processes that are there, and not those that are gone', async () => {
  const { pool } = own.ctx.db;
  const presence = await startPresence(own.ctx, health, { name: 'worker-2', role: 'worker' });
  await pool.query(
    `insert into "ServerProcess" select gen_random_uuid(), 'worker-3', 'worker', 'gone', 'ok', now(), now() - interval '1 minute'`,
  );
  await checkFinds({ level: 'warning', message: 'No space.' });
  const visitor = await signedIn(app, own.ctx, operator);
  const listed = async () => textOf((await visitor.get('/operator/system')).body);
  await expect.poll(listed).toMatch(/worker-2 Workers \S+ [^W]*Warning/);
  expect(await listed()).not.toContain('worker-3');
  await presence.stop();
  await checkFinds(fine);
  expect(await listed()).not.toContain('worker-2');
});

test('the operator sends all waiting mail now', async () => {
  const visitor = await signedIn(app, own.ctx, operator);
  expect((await visitor.get('/operator/system')).body).not.toContain('Send all waiting mail now');
  const { prisma } = own.ctx.db;
  const draft = { kind: 'signInLink', account: operator, detail: { token: 't' } } as const;
  const { id } = await prisma.$transaction((tx) => enqueueDelivery(tx, draft, own.ctx));
  const later = new Date(own.ctx.now().getTime() + 8 * 3_600_000);
  await prisma.delivery.update({ where: { id }, data: { status: 'retrying', nextAttempt: later } });
  expect((await visitor.get('/operator/system')).body).toContain('Send all waiting mail now');
  const sent = await visitor.post('/operator/system/mail');
  expect(sent.headers.location).toBe('/operator/system?done=waiting-mail-sent');
  const delivery = await prisma.delivery.findUniqueOrThrow({ where: { id } });
  expect(delivery.nextAttempt).toEqual(own.ctx.now());
});

test('the operator starts the nightly work now', async () => {
  const visitor = await signedIn(app, own.ctx, operator);
  expect((await visitor.get('/operator/system')).body).toContain('Back up and clean up now');
  const started = await visitor.post('/operator/system/nightly');
  expect(started.headers.location).toBe('/operator/system?done=nightly-started');
  const { rows } = await own.ctx.db.pool.query(
    `select run_at <= now() as due from graphile_worker.jobs where task_identifier = 'nightly'`,
  );
  expect(rows).toEqual([{ due: true }]);
});

test('it is a page for operators', async () => {
  const player = await signedIn(app, own.ctx, await anAccount(own.ctx, 'Pat Player'));
  expect((await player.get('/operator/system')).statusCode).toBe(403);
  expect((await player.post('/operator/system/mail')).statusCode).toBe(403);
  expect((await player.post('/operator/system/nightly')).statusCode).toBe(403);
});

test('it also works for a process that knows neither its folders nor its condition', async () => {
  const bare = await aWeb(own.ctx);
  const visitor = await signedIn(bare, own.ctx, operator);
  const text = textOf((await visitor.get('/operator/system')).body);
  expect(text).toContain('Nothing has been checked yet.');
  expect(text).not.toContain('Free disk space');
  await bare.close();
});
