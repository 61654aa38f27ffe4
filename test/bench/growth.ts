// npm run growth: what a server with many games would need, measured with few: bytes for each game and turn of every
// ruleset, jobs a second, and how long the queries take that are repeated every few seconds. docs/scale.md explains the
// figures. Compare ratios, not times, between machines.
import { EventEmitter } from 'node:events';
import os from 'node:os';
import { Logger, runTaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { AppContext } from '../../src/context.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { countWaitingMail } from '../../src/mail/delivery/waiting-mail.ts';
import { readCurrentCounts, readTotalCounts } from '../../src/operations/metrics/database-metrics.ts';
import { dueJobs, mailsSentLastMinute, queueCounts } from '../../src/operations/system/queue-counts.ts';
import { findRuleset, RULESETS } from '../../src/rules/catalog.ts';
import { runningGame } from '../games/game/play.ts';
import { copyGame } from '../helpers/many-games.ts';
import { withContext } from './bench-context.ts';

/** The copies of each game, of which the sizes are the average. */
const COPIES = 300;

/** How many jobs wait in the queue when its queries are measured. */
const QUEUE_SIZES = [1_000, 50_000, 200_000];

const TABLES = ['Turn', 'Printout', 'Sheet', 'Delivery'] as const;

const print = (...columns: (string | number)[]) => {
  const [first = '', ...others] = columns.map(String);
  process.stdout.write(`${first.padEnd(44)}${others.map((text) => text.padStart(13)).join('')}\n`);
};

print(`Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}`);

/** A game of four people, or as many as it can have, played to its end or for eight turns. Returns its number of turns. */
async function playGame(ctx: AppContext, ruleset: string): Promise<{ id: string; turns: number }> {
  const humans = Math.min(4, findRuleset(ruleset)?.seats.max ?? 4);
  const { game, gm } = await runningGame(ctx, { ruleset, humans, opponents: 0 });
  for (let turn = 1; turn <= 8; turn += 1) {
    const { status } = await ctx.db.prisma.game.findUniqueOrThrow({ where: { id: game.id } });
    if (status !== 'running') return { id: game.id, turns: turn - 1 };
    await processTurn(ctx, { gameId: game.id, turn, by: gm.id });
    await ctx.db.prisma.delivery.updateMany({ data: { status: 'sent', sentAt: ctx.now() } });
  }
  return { id: game.id, turns: 8 };
}

/** The number that an expression of SQL gives. */
async function sizeOf(pool: pg.Pool, what: string): Promise<number> {
  return (await pool.query<{ n: number }>(`select (${what})::float8 as n`)).rows[0]?.n ?? 0;
}

async function measureGames(ctx: AppContext): Promise<void> {
  const { pool } = ctx.db;
  const all = `sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  const indexes = all.replace('pg_total_relation_size', 'pg_indexes_size');
  print('', 'turns', 'kB a game', 'of indexes', ...TABLES.map((table) => `kB ${table}`));
  for (const ruleset of Object.keys(RULESETS)) {
    const { id, turns } = await playGame(ctx, ruleset);
    const measured = [all, indexes, ...TABLES.map((table) => `pg_total_relation_size('"${table}"')`)];
    const read = () =>
      Promise.all(measured.map((what) => sizeOf(pool, what.includes(' from ') ? `select ${what}` : what)));
    const before = await read();
    await copyGame(pool, id, { count: COPIES });
    const after = await read();
    const kB = after.map((bytes, i) => ((bytes - (before[i] as number)) / COPIES / 1000).toFixed(1));
    print(ruleset, turns, ...kB);
  }
  const mails = await sizeOf(pool, 'select count(*) from "Delivery"');
  print('');
  print(`with ${mails} records of mail`, 'ms');
  print('mail that waits (every 5 s, each worker)', await timeOf(() => countWaitingMail(ctx)));
  print('mail of the last minute', await timeOf(() => mailsSentLastMinute(pool)));
  print('/metrics, every 10 s', await timeOf(() => readCurrentCounts(pool, {})));
  print('/metrics, every minute', await timeOf(() => readTotalCounts(pool)));
}

async function measureQueue({ db: { pool } }: AppContext): Promise<void> {
  await quietQueue(pool);
  print('');
  print('jobs that wait for later', 'jobs a second', 'ms dead', 'ms due', 'ms by kind', 'bytes a job');
  for (const size of QUEUE_SIZES) {
    const before = await sizeOf(pool, 'select count(*) from graphile_worker._private_jobs');
    await addLaterJobs(pool, size - before);
    await pool.query('analyze graphile_worker._private_jobs');
    const dead = 'select distinct locked_by from graphile_worker.jobs where locked_by is not null';
    print(
      size,
      Math.round(await jobsPerSecond(pool)),
      await timeOf(() => pool.query(dead)),
      await timeOf(() => dueJobs(pool)),
      await timeOf(() => queueCounts(pool)),
      Math.round((await sizeOf(pool, `pg_total_relation_size('graphile_worker._private_jobs')`)) / size),
    );
  }
}

/** Makes the queue know the kind of job that is measured. */
async function quietQueue(pool: pg.Pool): Promise<void> {
  await pool.query('delete from graphile_worker._private_jobs');
  await addDueJobs(pool, 1);
  await pool.query('delete from graphile_worker._private_jobs');
}

/** Adds jobs for tomorrow by plain SQL, because adding each through the queue would take minutes. */
async function addLaterJobs(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into graphile_worker._private_jobs (task_id, payload, run_at, key)
     select t.id, json_build_object('gameId', gen_random_uuid(), 'turn', n), now() + interval '1 day', gen_random_uuid()
     from graphile_worker._private_tasks t, generate_series(1, $1::int) n where t.identifier = 'deadline'`,
    [count],
  );
}

async function addDueJobs(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `select count(*) from generate_series(1, $1::int) n, lateral graphile_worker.add_job('deadline', json_build_object('turn', n))`,
    [count],
  );
}

/** How many jobs without any work four workers do in a second, until 2,000 are done. */
async function jobsPerSecond(pool: pg.Pool): Promise<number> {
  const count = 2_000;
  await addDueJobs(pool, count);
  const events: WorkerEvents = new EventEmitter();
  let done = 0;
  const finished = new Promise<void>((resolve) => {
    events.on('job:success', () => {
      done += 1;
      if (done === count) resolve();
    });
  });
  const logger = new Logger(() => () => {});
  const startedAt = performance.now();
  const options = { concurrency: 4, noHandleSignals: true, pollInterval: 2_000, events, logger };
  const workers = runTaskList(options, { deadline: async () => {} }, pool);
  await finished;
  const seconds = (performance.now() - startedAt) / 1000;
  await workers.gracefulShutdown();
  return count / seconds;
}

/** The median milliseconds of five calls. */
async function timeOf(run: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return (times.sort((a, b) => a - b)[2] as number).toFixed(1);
}

await withContext(measureGames);
await withContext(measureQueue);
