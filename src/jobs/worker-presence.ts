import type pg from 'pg';
import type { Logger } from 'pino';

/** The locks in the database that show which workers of this server are alive. */
export interface WorkerPresence {
  /** Marks a worker of this server as alive until the presence is released. */
  register(workerId: string): void;
  /** Gives up all locks. The database does the same when the connection is lost. */
  release(): Promise<void>;
}

/** The key of the lock that every server with workers shares, and the first half of each worker's own key. */
const LOCK_KEY = 0x77_6f_72_6b;

/** Milliseconds between two checks for jobs that dead servers have left. */
const CHECK_INTERVAL = 15_000;

/** Jobs locked for less than this many seconds are left alone: a new worker needs a moment to register. */
const MIN_LOCKED_SECONDS = 5;

/**
 * Marks workers as alive and frees the jobs of dead ones. A server that was killed leaves its jobs locked, and the
 * queue would wait four hours before another worker gets them. Every live worker therefore holds an advisory lock on
 * its id, which the database releases when its connection ends: if the lock of a worker can be acquired, that worker
 * is dead. A server that starts while no other is running frees all locked jobs at once.
 * @param interval milliseconds between two checks for dead workers
 */
export async function startWorkerPresence(
  pool: pg.Pool,
  log: Logger,
  interval = CHECK_INTERVAL,
): Promise<WorkerPresence> {
  const own = new Set<string>();
  const first = await connect(pool, log);
  /** Null while the database cannot be reached. */
  let client: pg.PoolClient | null = first;
  let pending: Promise<void> = Promise.resolve();
  try {
    await freeAllIfAlone(first, log);
  } catch (error) {
    first.release(true);
    throw error;
  }

  async function check(): Promise<void> {
    if (client !== null) {
      try {
        return await freeJobsOfDeadWorkers(client, own, log);
      } catch (error) {
        log.warn({ err: error }, 'registering the workers again on a new connection');
        client.release(true);
        client = null;
      }
    }
    // If this fails too, the next check tries again.
    client = await reconnect(pool, own, log);
  }
  const failed = (error: unknown) =>
    log.warn({ err: error }, 'could not register the workers in the database');
  const timer = setInterval(() => {
    pending = pending.then(check).catch(failed);
  }, interval);
  timer.unref();

  return {
    register(workerId) {
      own.add(workerId);
      pending = pending
        .then(() => (client === null ? undefined : lockWorker(client, workerId)))
        .catch(failed);
    },
    async release() {
      clearInterval(timer);
      await pending;
      // Closing the connection releases the locks.
      client?.release(true);
      client = null;
    },
  };
}

/** Opens a new connection and acquires all locks on it again. */
async function reconnect(pool: pg.Pool, own: ReadonlySet<string>, log: Logger): Promise<pg.PoolClient> {
  const client = await connect(pool, log);
  try {
    await client.query('select pg_advisory_lock_shared($1)', [LOCK_KEY]);
    for (const id of own) await lockWorker(client, id);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function connect(pool: pg.Pool, log: Logger): Promise<pg.PoolClient> {
  const client = await pool.connect();
  client.on('error', (error) =>
    log.warn({ err: error }, 'lost the connection that shows the workers as alive'),
  );
  return client;
}

async function lockWorker(client: pg.PoolClient, workerId: string): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_KEY, workerId]);
}

async function freeAllIfAlone(client: pg.PoolClient, log: Logger): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [LOCK_KEY]);
  const alone = rows[0]?.alone === true;
  if (alone) await freeJobs(client, await workersHoldingJobs(client, 0), log);
  await client.query('select pg_advisory_lock_shared($1)', [LOCK_KEY]);
  if (alone) await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]);
}

async function freeJobsOfDeadWorkers(
  client: pg.PoolClient,
  own: ReadonlySet<string>,
  log: Logger,
): Promise<void> {
  const others = (await workersHoldingJobs(client, MIN_LOCKED_SECONDS)).filter((id) => !own.has(id));
  for (const id of others) {
    const key = [LOCK_KEY, id];
    const { rows } = await client.query('select pg_try_advisory_lock($1, hashtext($2)) as dead', key);
    if (rows[0]?.dead !== true) continue;
    await freeJobs(client, [id], log);
    await client.query('select pg_advisory_unlock($1, hashtext($2))', key);
  }
}

/** The ids of the workers that have held a job for at least this many seconds. */
async function workersHoldingJobs(client: pg.PoolClient, seconds: number): Promise<string[]> {
  const { rows } = await client.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker.jobs
     where locked_by is not null and locked_at <= now() - make_interval(secs => $1)`,
    [seconds],
  );
  return rows.map((row) => row.locked_by);
}

async function freeJobs(client: pg.PoolClient, workers: readonly string[], log: Logger): Promise<void> {
  if (workers.length === 0) return;
  await client.query('select graphile_worker.force_unlock_workers($1)', [workers]);
  log.warn({ workers }, 'freed the jobs of a killed server');
}
