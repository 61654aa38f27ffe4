import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/client.ts';
import { SCHEDULE_DEFAULTS } from '../../src/games/schedule/schedule-policy.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { openTransport, type Transport } from '../../src/mail/delivery/transport.ts';
import { calendarGame, firstDue, gameNow } from '../games/game/play.ts';
import { type TestContext, testContext } from '../helpers/database.ts';
import { holdGameLock } from '../helpers/game-lock.ts';

let own: TestContext;
let transport: Transport;
let worker: Worker | null = null;

beforeAll(async () => {
  own = await testContext();
  transport = openTransport({ url: 'smtp://127.0.0.1:9' });
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
  await own.ctx.db.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(async () => {
  transport.close();
  await own.close();
});

async function startTestWorker(ctx = own.ctx): Promise<Worker> {
  const from = 'Whistlestop <post@whistlestop.test>';
  worker = await startWorker({ ctx, transport, from, publicUrl: 'https://whistlestop.test' });
  return worker;
}

interface FoundJob {
  attempts: number;
  /** Seconds until the job runs again. */
  wait: number;
}

/** A job that has had so many attempts and fails again, as it is after the next one. */
async function failAgain(attempts: number, maxAttempts: number): Promise<FoundJob> {
  const { pool } = own.ctx.db;
  const { rows } = await pool.query<{ id: string }>(
    `select (graphile_worker.add_job('process', '[]', max_attempts => $1)).id`,
    [maxAttempts],
  );
  const id = rows[0]?.id;
  await pool.query('update graphile_worker._private_jobs set attempts = $2 where id = $1', [id, attempts]);
  const { idle } = await startTestWorker();
  await idle();
  // The wait of a failed job is shortened right after it has been stored.
  await worker?.stop();
  const found = await pool.query<FoundJob>(
    `select attempts, extract(epoch from run_at - now())::int as wait from graphile_worker.jobs where id = $1`,
    [id],
  );
  return found.rows[0] as FoundJob;
}

test('a job waits longer after each failure, up to a minute', async () => {
  expect((await failAgain(0, 25)).wait).toBeLessThan(4);
  expect(await failAgain(1, 25)).toMatchObject({ attempts: 2 });
  for (const attempts of [3, 11, 23]) {
    const job = await failAgain(attempts, 25);
    expect(job.attempts).toBe(3);
    expect(job.wait).toBeGreaterThan(40);
    expect(job.wait).toBeLessThanOrEqual(60);
  }
});

test('a job whose writer has limited the attempts uses them up', async () => {
  expect(await failAgain(5, 10)).toMatchObject({ attempts: 6 });
});

test('a deadline whose game is locked by others for long is processed soon after', async () => {
  const policy = { ...SCHEDULE_DEFAULTS, daysPerTurn: 14, timeZone: 'America/New_York', autoProcess: true };
  const { game } = await calendarGame(own.ctx, policy);
  const db = await openDatabase(own.url, { lockTimeout: 300 });
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  own.setNow(firstDue);
  const lock = await holdGameLock(own.url, game.id);
  try {
    const { pool } = own.ctx.db;
    const deadline = `key like 'deadline:%'`;
    await pool.query(`delete from graphile_worker._private_jobs where (${deadline}) is not true`);
    await pool.query(`update graphile_worker._private_jobs set run_at = now() where ${deadline}`);
    await startTestWorker({ ...own.ctx, db, log });
    const failures = () => lines.filter((line) => line.includes('lock timeout')).length;
    await expect.poll(failures, { timeout: 20_000 }).toBeGreaterThan(0);
    await lock.release();
    const turn = async () => (await gameNow(own.ctx, game.id)).turn;
    await expect.poll(turn, { timeout: 10_000 }).toBe(2);
  } finally {
    await lock.release();
    await worker?.stop();
    await db.close();
  }
}, 60_000);
