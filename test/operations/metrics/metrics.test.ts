import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueueJob } from '../../../src/database/outbox.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { cached } from '../../../src/operations/cached.ts';
import { createHealth, type Health } from '../../../src/operations/health.ts';
import { createMetrics, type MetricsOptions } from '../../../src/operations/metrics/metrics.ts';
import { runningGame, send } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';

let own: TestContext;
let dataDir: string;
let health: Health;

beforeAll(async () => {
  own = await testContext();
});
afterAll(() => own.close());
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'whistlestop-metrics-'));
  health = createHealth(pino({ level: 'silent' }));
});
afterEach(async () => {
  await health.close();
  await rm(dataDir, { recursive: true });
});

const metricsOf = (more: Partial<MetricsOptions> = {}) =>
  createMetrics({
    ...{ pool: own.ctx.db.pool, health, dataDir, backupDir: path.join(dataDir, 'backups') },
    now: () => new Date('2027-03-01T12:00:00Z'),
    lanes: { mail: ['deliver'], turns: ['deadline', 'remind'] },
    ...more,
  });

/** The values of our metrics by name and labels. Each call counts anew. */
async function values(more: Partial<MetricsOptions> = {}): Promise<Record<string, number>> {
  const lines = (await metricsOf(more).text()).split('\n').filter((line) => line.startsWith('whistlestop_'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]));
}

describe('the metrics', () => {
  test('count turns, sheets, mail, games and jobs', async () => {
    const { game, gm, seats } = await runningGame(own.ctx, { humans: 2, opponents: 2 });
    const before = await values();
    expect(before).toMatchObject({
      whistlestop_turns_processed_total: 0,
      'whistlestop_games{status="running"}': 1,
      'whistlestop_games{status="over"}': 0,
      'whistlestop_mails{status="failed"}': 0,
    });
    expect(before['whistlestop_mails{status="queued"}']).toBeGreaterThan(0);
    const [seat] = seats;
    if (seat !== undefined) await send(own.ctx, seat, 1, { press: 'x'.repeat(5000) });
    await processTurn(own.ctx, { gameId: game.id, turn: 1, by: gm.id });
    expect(await values()).toMatchObject({
      whistlestop_turns_processed_total: 1,
      'whistlestop_sheets{outcome="refused"}': 1,
    });
  });

  test('say how long the oldest due job of each lane has been waiting', async () => {
    await own.ctx.db.pool.query('delete from graphile_worker._private_jobs');
    const { prisma } = own.ctx.db;
    await enqueueJob(prisma, 'remind', { gameId: crypto.randomUUID(), turn: 1 }, { wait: -90_000 });
    await enqueueJob(prisma, 'remind', { gameId: crypto.randomUUID(), turn: 1 }, { wait: -30_000 });
    await enqueueJob(prisma, 'deliver', { deliveryId: crypto.randomUUID() }, { wait: 60_000 });
    const found = await values();
    expect(found['whistlestop_oldest_due_job_age_seconds{lane="turns"}']).toBeGreaterThanOrEqual(90);
    expect(found['whistlestop_oldest_due_job_age_seconds{lane="turns"}']).toBeLessThan(120);
    expect(found['whistlestop_oldest_due_job_age_seconds{lane="mail"}']).toBe(0);
  });

  test('show the checks, the connections, the last backup and the free space', async () => {
    health.add({ name: 'disk', run: async () => ({ level: 'warning', message: '' }) });
    health.add({ name: 'clock', run: async () => ({ level: 'ok', message: '' }) });
    await health.check();
    const found = await values();
    expect(found).toMatchObject({
      'whistlestop_check_ok{check="disk"}': 0,
      'whistlestop_check_ok{check="clock"}': 1,
      whistlestop_database_pool_waiting_requests: 0,
    });
    expect(found.whistlestop_database_pool_connections).toBeGreaterThan(0);
    expect(found.whistlestop_data_free_bytes).toBeGreaterThan(1e6);
    expect(found).not.toHaveProperty('whistlestop_last_backup_timestamp_seconds');
    await mkdir(path.join(dataDir, 'backups'));
    await writeFile(path.join(dataDir, 'backups', 'whistlestop-2027-03-01T0330Z.backup.gz'), 'x');
    // Made while the clock was wrong.
    await writeFile(path.join(dataDir, 'backups', 'whistlestop-2027-04-01T0330Z.backup.gz'), 'x');
    expect((await values()).whistlestop_last_backup_timestamp_seconds).toBe(
      Date.parse('2027-03-01T03:30:00Z') / 1000,
    );
  });

  test('are given without counts while the database does not answer', async () => {
    const pool = new pg.Pool({ connectionString: 'postgresql://x:x@127.0.0.1:9/x' });
    const found = await values({ pool });
    expect(Object.keys(found).filter((name) => /_(turns|sheets|mails|games|oldest)/.test(name))).toEqual([]);
    expect(found.whistlestop_data_free_bytes).toBeGreaterThan(1e6);
    await pool.end();
  });

  test('belong to one server each, although several run in this process', async () => {
    const [one, other] = [metricsOf(), metricsOf()];
    for (const metrics of [one, other]) {
      expect((await metrics.text()).match(/^whistlestop_turns_processed_total /gm)).toHaveLength(1);
    }
  });
});

describe('a cached value', () => {
  test('is read once within its time, however many ask; a failure is not kept', async () => {
    let reads = 0;
    const read = cached(async () => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return reads;
    }, 60_000);
    await expect(read()).rejects.toThrow('away');
    expect(await Promise.all([read(), read(), read()])).toEqual([2, 2, 2]);
    expect(await cached(async () => ++reads, 0)()).toBe(3);
  });
});
