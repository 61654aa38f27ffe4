import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { backoff } from './backoff.ts';
import {
  freeJobsOfDeadWorkers,
  joinServers,
  lockWorker,
  rejoinServers,
  unlockWorker,
} from './worker-locks.ts';

/** The locks in the database that show which workers of this server are alive. */
export interface WorkerPresence {
  /** Marks a worker of this server as alive. */
  register(workerId: string): void;
  /** Frees the jobs that a worker of this server has left and no longer marks it as alive. */
  withdraw(workerId: string): void;
  /** Resolves when the database knows what was registered and withdrawn; waits for it if it cannot be reached. */
  recorded(): Promise<void>;
  /** For how many milliseconds the database has not been reachable; 0 if it is. */
  lostFor(): number;
  /** Gives up all locks. The database does the same when the connection is lost. */
  release(): Promise<void>;
}

/** Milliseconds between two checks for jobs that dead servers have left. */
const CHECK_INTERVAL = 15_000;

/** A server that has sent nothing for so many intervals, and at least so many milliseconds, counts as dead. */
const SILENT_INTERVALS = 4;
const MIN_SILENCE = 2_000;

/**
 * Marks workers as alive and frees the jobs of dead ones. A worker that dies leaves its job locked, and the queue would
 * wait four hours before another worker gets it. Every live worker therefore holds an advisory lock on its id. The jobs
 * of a worker whose server is alive are freed as soon as it is withdrawn; those of a server that was killed, when
 * another one notices that the locks of its workers can be acquired, or when one starts while no other is running. A server
 * that hangs or is frozen loses its locks after four intervals without a check.
 * @param interval milliseconds between two checks for dead workers
 * @throws if the database cannot be reached
 */
export async function startWorkerPresence(
  pool: pg.Pool,
  log: Logger,
  interval = CHECK_INTERVAL,
): Promise<WorkerPresence> {
  const client = await pool.connect();
  try {
    await joinServers(client, log, silenceAfter(interval));
  } catch (error) {
    client.release(true);
    throw error;
  }
  return new Presence({ pool, log, interval }, client);
}

function silenceAfter(interval: number): number {
  return Math.max(SILENT_INTERVALS * interval, MIN_SILENCE);
}

/** Keeps what the database knows equal to what was registered and withdrawn, on one connection at a time. */
class Presence implements WorkerPresence {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #silence: number;
  readonly #timer: NodeJS.Timeout;
  readonly #stopped = new AbortController();
  /** Null while the database cannot be reached. */
  #client: pg.PoolClient | null = null;
  #lostAt = 0;
  /** The workers that are alive, and those of them whose locks this connection holds. */
  readonly #alive = new Set<string>();
  readonly #locked = new Set<string>();
  /** Workers that are dead and may have left jobs. */
  readonly #dead = new Set<string>();
  #checkDue = false;
  #updating: Promise<void> | null = null;

  constructor(
    { pool, log, interval }: { pool: pg.Pool; log: Logger; interval: number },
    client: pg.PoolClient,
  ) {
    this.#pool = pool;
    this.#log = log;
    this.#silence = silenceAfter(interval);
    this.#adopt(client);
    this.#timer = setInterval(() => {
      this.#checkDue = true;
      void this.recorded();
    }, interval);
    this.#timer.unref();
  }

  register(workerId: string): void {
    this.#alive.add(workerId);
    void this.recorded();
  }

  withdraw(workerId: string): void {
    this.#alive.delete(workerId);
    this.#dead.add(workerId);
    void this.recorded();
  }

  async recorded(): Promise<void> {
    if (this.#hasWork()) this.#updating ??= this.#update();
    await this.#updating;
  }

  lostFor(): number {
    return this.#client === null ? performance.now() - this.#lostAt : 0;
  }

  async release(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped.abort();
    await this.#updating;
    // Closing the connection releases the locks.
    this.#drop(this.#client);
  }

  /** Writes what the database does not know yet, again and again until nothing is left. Never rejects. */
  async #update(): Promise<void> {
    const { signal } = this.#stopped;
    let failures = 0;
    while (this.#hasWork()) {
      const client = this.#client;
      try {
        if (client === null) await this.#reconnect();
        else await this.#writeTo(client);
        failures = 0;
      } catch (error) {
        this.#log.warn({ err: error }, 'could not register the workers in the database; trying again');
        this.#drop(client);
        failures += 1;
        await sleep(backoff(failures), undefined, { signal }).catch(() => {});
      }
    }
    // In the same tick in which no work was left, so that work that comes later starts another update.
    this.#updating = null;
  }

  #hasWork(): boolean {
    if (this.#client === null) return !this.#stopped.signal.aborted;
    const unlocked = [...this.#alive].some((id) => !this.#locked.has(id));
    return unlocked || this.#dead.size > 0 || this.#checkDue;
  }

  async #reconnect(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      await rejoinServers(client, this.#silence);
      this.#adopt(client);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #writeTo(client: pg.PoolClient): Promise<void> {
    for (const id of this.#alive) {
      if (this.#locked.has(id)) continue;
      await lockWorker(client, id);
      this.#locked.add(id);
    }
    for (const id of this.#dead) {
      await unlockWorker(client, id);
      this.#dead.delete(id);
      this.#locked.delete(id);
    }
    if (!this.#checkDue) return;
    await freeJobsOfDeadWorkers(client, this.#alive, this.#log);
    this.#checkDue = false;
  }

  #adopt(client: pg.PoolClient): void {
    this.#client = client;
    this.#locked.clear();
    client.on('error', () => {
      this.#drop(client);
      // Until it is connected again, other servers take this one for dead.
      void this.recorded();
    });
  }

  #drop(client: pg.PoolClient | null): void {
    if (client === null || client !== this.#client) return;
    this.#client = null;
    this.#lostAt = performance.now();
    client.release(true);
  }
}
