import type pg from 'pg';
import type { Logger } from 'pino';

/** A server's signs of life in the database; given up, or lost with its connection when the server dies. */
export interface WorkerPresence {
  /** Says that a worker of this server lives, until the presence is released. */
  announce(workerId: string): void;
  release(): Promise<void>;
}

/** The lock that says "a worker is there", and the first half of those that say which. */
const WORKERS = 0x77_6f_72_6b;

/** Milliseconds between two looks for what dead servers have left. */
const LOOK = 15_000;

/** A worker announces itself a moment after it has begun: jobs locked for less than this many seconds are left alone. */
const FRESH = 5;

/**
 * Says that a worker is there, and frees the jobs of those that are not. A server that was killed leaves its jobs
 * locked, and the queue would wait four hours before it gave them to another. Every living worker holds an advisory
 * lock under its id, which the database takes back from the dead: whoever gets the lock of another worker knows that
 * it is dead. At the beginning, a server that is alone need not ask for each: whatever is locked is left over.
 */
export async function announceWorker(pool: pg.Pool, log: Logger, every = LOOK): Promise<WorkerPresence> {
  const own = new Set<string>();
  const first = await connect(pool, log);
  /** Null while the database cannot be reached. */
  let client: pg.PoolClient | null = first;
  let looking: Promise<void> = Promise.resolve();
  try {
    await freeAllIfAlone(first, log);
  } catch (error) {
    first.release(true);
    throw error;
  }

  async function look(): Promise<void> {
    if (client !== null) {
      try {
        return await freeOfTheDead(client, own, log);
      } catch (error) {
        log.warn({ err: error }, 'the workers’ signs of life are given anew');
        client.release(true);
        client = null;
      }
    }
    // Where that fails, too, the next look tries again.
    client = await reconnect(pool, own, log);
  }
  const failed = (error: unknown) => log.warn({ err: error }, 'the database does not hear of the workers');
  const timer = setInterval(() => {
    looking = looking.then(look).catch(failed);
  }, every);
  timer.unref();

  return {
    announce(workerId) {
      own.add(workerId);
      looking = looking.then(() => (client === null ? undefined : lockOf(client, workerId))).catch(failed);
    },
    async release() {
      clearInterval(timer);
      await looking;
      // Closing the connection gives the locks back.
      client?.release(true);
      client = null;
    },
  };
}

/** A new connection with all the signs of life on it. */
async function reconnect(pool: pg.Pool, own: ReadonlySet<string>, log: Logger): Promise<pg.PoolClient> {
  const client = await connect(pool, log);
  try {
    await client.query('select pg_advisory_lock_shared($1)', [WORKERS]);
    for (const id of own) await lockOf(client, id);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function connect(pool: pg.Pool, log: Logger): Promise<pg.PoolClient> {
  const client = await pool.connect();
  client.on('error', (error) => log.warn({ err: error }, 'the worker lost its sign of life'));
  return client;
}

async function lockOf(client: pg.PoolClient, workerId: string): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [WORKERS, workerId]);
}

async function freeAllIfAlone(client: pg.PoolClient, log: Logger): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [WORKERS]);
  const alone = rows[0]?.alone === true;
  if (alone) await free(client, await holders(client, 0), log);
  await client.query('select pg_advisory_lock_shared($1)', [WORKERS]);
  if (alone) await client.query('select pg_advisory_unlock($1)', [WORKERS]);
}

async function freeOfTheDead(client: pg.PoolClient, own: ReadonlySet<string>, log: Logger): Promise<void> {
  const others = (await holders(client, FRESH)).filter((id) => !own.has(id));
  for (const id of others) {
    const key = [WORKERS, id];
    const { rows } = await client.query('select pg_try_advisory_lock($1, hashtext($2)) as dead', key);
    if (rows[0]?.dead !== true) continue;
    await free(client, [id], log);
    await client.query('select pg_advisory_unlock($1, hashtext($2))', key);
  }
}

/** The workers that have held a job for so many seconds. */
async function holders(client: pg.PoolClient, seconds: number): Promise<string[]> {
  const { rows } = await client.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker.jobs
     where locked_by is not null and locked_at <= now() - make_interval(secs => $1)`,
    [seconds],
  );
  return rows.map((row) => row.locked_by);
}

async function free(client: pg.PoolClient, workers: readonly string[], log: Logger): Promise<void> {
  if (workers.length === 0) return;
  await client.query('select graphile_worker.force_unlock_workers($1)', [workers]);
  log.warn({ workers }, 'freed jobs that a killed server had left');
}
