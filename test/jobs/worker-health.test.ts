import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '../../src/context.ts';
import { openDatabase } from '../../src/database/client.ts';
import { enqueueDelivery } from '../../src/database/outbox.ts';
import { LANES } from '../../src/jobs/job-definitions.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { openTransport, type Transport } from '../../src/mail/delivery/transport.ts';
import { anAccount } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { type DatabaseLink, databaseLink } from '../helpers/database-link.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';

let own: TestContext;
let link: DatabaseLink;
let ctx: AppContext;
let server: MailServer;
let transport: Transport;
let worker: Worker;
let lines: string[] = [];

beforeEach(async () => {
  own = await testContext();
  link = await databaseLink(own.url);
  server = await startMailServer();
  transport = openTransport({ url: server.url });
  lines = [];
  const log = pino({ level: 'fatal' }, { write: (line: string) => lines.push(line) });
  ctx = { ...own.ctx, db: await openDatabase(link.url), now: () => new Date(), log };
  const from = 'Whistlestop <post@whistlestop.test>';
  worker = await startWorker({ ctx, transport, from, publicUrl: 'https://whistlestop.test' });
});
afterEach(async () => {
  await worker.stop();
  transport.close();
  await server.close();
  await ctx.db.close();
  await link.close();
  await own.close();
});

const level = async () => (await worker.health()).level;
const PATIENCE = { timeout: 30_000, interval: 100 };
const LONG = 60_000;

async function stallingMail(): Promise<void> {
  const account = await anAccount(own.ctx, 'Ann Baker');
  server.behave(account.email, 'stall');
  const draft = { kind: 'signInLink', account, detail: { token: 't' } } as const;
  await own.ctx.db.prisma.$transaction((tx) => enqueueDelivery(tx, draft, ctx));
}

test(
  'the worker is down if the database has been away for ten seconds, and recovers with it',
  async () => {
    expect(await worker.health()).toEqual({ level: 'ok', message: 'Jobs are being done.' });
    await link.cut();
    await expect
      .poll(() => worker.health().catch((error: Error) => error.message), PATIENCE)
      .toMatchObject({
        level: 'down',
        message: expect.stringMatching(
          /^The workers have had no connection to the database for 10 seconds\./,
        ),
      });
    await link.restore();
    await expect.poll(level, PATIENCE).toBe('ok');
  },
  LONG,
);

test(
  'the worker is down if the database answers but gives out no jobs',
  async () => {
    await own.ctx.db.pool.query('alter table graphile_worker._private_jobs rename column attempts to gone');
    await expect
      .poll(() => worker.health().catch((error: Error) => error.message), PATIENCE)
      .toMatchObject({
        level: 'down',
        message: expect.stringMatching(
          /^No worker takes jobs in these lanes: mail for 1\d seconds, mailRetries for 1\d seconds, turns for 1\d seconds, upkeep for 1\d seconds, calls for 1\d seconds\./,
        ),
      });
    await own.ctx.db.pool.query('alter table graphile_worker._private_jobs rename column gone to attempts');
    await expect.poll(level, PATIENCE).toBe('ok');
  },
  LONG,
);

test(
  'jobs that have been due for more than a minute are a warning, which names their lane',
  async () => {
    for (let i = 0; i < 6; i += 1) await stallingMail();
    const waiting = async () => {
      const { rows } = await own.ctx.db.pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from graphile_worker.jobs
         where locked_at is null and run_at <= now() and attempts < max_attempts`,
      );
      return rows[0]?.waiting;
    };
    // Four workers wait for the mail server.
    await expect.poll(waiting, PATIENCE).toBe(2);
    expect(await level()).toBe('ok');
    const longAgo = `run_at - interval '61 seconds'`;
    await own.ctx.db.pool.query(
      `update graphile_worker._private_jobs set run_at = ${longAgo} where locked_at is null and run_at <= now()`,
    );
    expect(await worker.health()).toEqual({
      level: 'warning',
      message: expect.stringMatching(
        /^Jobs have been due for more than a minute and are not being done: 2 in the lane mail\./,
      ),
    });
  },
  LONG,
);

test(
  'a job that fails again and again is a warning, which names its lane',
  async () => {
    const { pool } = own.ctx.db;
    await pool.query(`select graphile_worker.add_job('process', '{}')`);
    const failures = async () =>
      (await pool.query('select attempts, last_error from graphile_worker.jobs')).rows[0];
    await expect.poll(failures, PATIENCE).toEqual({ attempts: 3, last_error: expect.stringMatching(/./) });
    // A fault of some minutes may be over soon.
    expect(await level()).toBe('ok');
    const earlier = `created_at - interval '11 minutes'`;
    await pool.query(`update graphile_worker._private_jobs set created_at = ${earlier}`);
    expect(await worker.health()).toEqual({
      level: 'warning',
      message: expect.stringMatching(/^Jobs fail again and again: 1 in the lane turns\./),
    });
    await pool.query(`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
    expect(await level()).toBe('ok');
  },
  LONG,
);

test(
  'a worker whose queue was changed by a newer version takes no more jobs, and says so',
  async () => {
    const { exitCode } = process;
    try {
      const notify = `select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 99}')`;
      // Again and again, because the lanes may not listen yet.
      const told = async () => {
        await own.ctx.db.pool.query(notify);
        return lines.length;
      };
      await expect.poll(told, PATIENCE).toBe(Object.keys(LANES).length);
      expect(lines[0]).toContain('a newer version has changed the tables of the queue: stop this server');
      await expect.poll(level, PATIENCE).toBe('down');
    } finally {
      // The queue sets the exit status of the process.
      process.exitCode = exitCode;
    }
  },
  LONG,
);
