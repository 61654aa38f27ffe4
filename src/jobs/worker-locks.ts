import type pg from 'pg';
import type { Logger } from 'pino';
import { noticeFrozenProcess, noticeLostMachine } from '../database/lost-machines.ts';
import { deadJobs, keepInterrupted, limitAttempts } from './retries.ts';

/*
 * The advisory locks that show which workers are alive, and the jobs of dead workers. All locks are held by one
 * connection for each server, and the database releases them when that connection ends.
 */

/** The key of the lock that every server with workers shares, and the first half of each worker's own key. */
const LOCK_KEY = 0x77_6f_72_6b;

/** Jobs locked for less than this many seconds are left alone: a new worker needs a moment to get its lock. */
const MIN_LOCKED_SECONDS = 5;

/** So many seconds after the database has started, every server has connected again and has got its locks back. */
const RECONNECT_SECONDS = 10;

/** How long a query may take, in milliseconds, before the connection counts as lost. */
const QUERY_TIMEOUT = 10_000;

/** Runs a query that fails if it is not answered in time. */
async function query<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const timed = { text, values, query_timeout: QUERY_TIMEOUT };
  return (await client.query<Row>(timed)).rows;
}

/**
 * Gets this server's share of the lock of all servers. If no other server is running, frees all locked jobs first, and keeps
 * those that an earlier version has given up.
 */
export async function joinServers(client: pg.PoolClient, log: Logger, silence: number): Promise<void> {
  const [row] = await query<{ alone: boolean }>(client, 'select pg_try_advisory_lock($1) as alone', [
    LOCK_KEY,
  ]);
  if (row?.alone === true) {
    const holders = await workersHoldingJobs(client, 'true');
    await freeJobsOfKilled(client, holders, log);
    const kept = await keepInterrupted(client, await deadJobs(client));
    if (kept.length > 0) log.warn({ jobs: kept }, 'found jobs that were given up; next try in an hour');
  }
  await rejoinServers(client, silence);
  if (row?.alone === true) await query(client, 'select pg_advisory_unlock($1)', [LOCK_KEY]);
}

/** Gets this server's share of the lock of all servers on a new connection. */
export async function rejoinServers(client: pg.PoolClient, silence: number): Promise<void> {
  await noticeLostMachine(client);
  await noticeFrozenProcess(client, silence);
  await query(client, 'select pg_advisory_lock_shared($1)', [LOCK_KEY]);
}

/** Shows a worker as alive as long as the connection lives. */
export async function lockWorker(client: pg.PoolClient, workerId: string): Promise<void> {
  // The lock is shared because two ids can have the same hash.
  await query(client, 'select pg_advisory_lock_shared($1, hashtext($2))', [LOCK_KEY, workerId]);
}

/** Frees the jobs that a worker of this server has left, and gives up its lock. */
export async function unlockWorker(client: pg.PoolClient, workerId: string): Promise<void> {
  const jobs = await freeJobs(client, [workerId]);
  if (jobs.length > 0) await limitAttempts(client, jobs);
  await query(client, 'select pg_advisory_unlock_shared($1, hashtext($2))', [LOCK_KEY, workerId]);
}

/** Frees the jobs of other servers' workers that are dead: if their lock can be acquired, no one holds it. */
export async function freeJobsOfDeadWorkers(
  client: pg.PoolClient,
  own: ReadonlySet<string>,
  log: Logger,
): Promise<void> {
  const holders = await workersHoldingJobs(
    client,
    `locked_at <= now() - interval '${MIN_LOCKED_SECONDS} seconds'
     and pg_postmaster_start_time() <= now() - interval '${RECONNECT_SECONDS} seconds'`,
  );
  for (const id of holders.filter((holder) => !own.has(holder))) {
    const key = [LOCK_KEY, id];
    const tried = 'select pg_try_advisory_lock($1, hashtext($2)) as dead';
    const [row] = await query<{ dead: boolean }>(client, tried, key);
    if (row?.dead !== true) continue;
    await freeJobsOfKilled(client, [id], log);
    await query(client, 'select pg_advisory_unlock($1, hashtext($2))', key);
  }
}

/** The ids of the workers that hold jobs for which a condition is true. */
async function workersHoldingJobs(client: pg.PoolClient, condition: string): Promise<string[]> {
  const rows = await query<{ locked_by: string }>(
    client,
    `select distinct locked_by from graphile_worker.jobs where locked_by is not null and ${condition}`,
  );
  return rows.map((row) => row.locked_by);
}

/** Frees the jobs of workers whose servers were killed, so that none of them is lost however often that happens. */
async function freeJobsOfKilled(
  client: pg.PoolClient,
  workers: readonly string[],
  log: Logger,
): Promise<void> {
  if (workers.length === 0) return;
  // If this server is killed in between, the next one finds the jobs as they were.
  await query(client, 'begin');
  const jobs = await freeJobs(client, workers);
  const kept = await keepInterrupted(client, jobs);
  await query(client, 'commit');
  log.warn({ workers, jobs }, 'freed the jobs of a killed server');
  if (kept.length > 0) {
    log.error(
      { jobs: kept },
      'the servers that did these jobs were killed again and again; next try in an hour',
    );
  }
}

/** Frees the jobs of workers. @returns their ids */
async function freeJobs(client: pg.PoolClient, workers: readonly string[]): Promise<string[]> {
  const held = 'select id from graphile_worker.jobs where locked_by = any($1)';
  const jobs = await query<{ id: string }>(client, held, [workers]);
  await query(client, 'select graphile_worker.force_unlock_workers($1)', [workers]);
  return jobs.map(({ id }) => id);
}
