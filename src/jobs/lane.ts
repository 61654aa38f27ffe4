import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { backoff } from './backoff.ts';
import type { JobLane } from './job-definitions.ts';
import { queueLogger } from './queue-log.ts';
import { limitAttempts } from './retries.ts';
import type { WorkerPresence } from './worker-presence.ts';

/** What a lane is started with. */
export interface LaneOptions {
  name: JobLane;
  /** How many jobs run at the same time. */
  concurrency: number;
  tasks: TaskList;
  pool: pg.Pool;
  presence: WorkerPresence;
  log: Logger;
}

/** How often the queue is polled, besides the database's notifications, in milliseconds. */
const POLL_INTERVAL = 2_000;

/**
 * The workers of one lane. The queue ends a worker that cannot record the result of its job, and never replaces it. A
 * worker whose connection breaks while it asks for a job may hold one that it does not know of. So if a worker ends, or
 * cannot ask for a job, its whole group gets no more jobs, and a new group takes over as soon as the database can be
 * reached. The workers of the old group finish the jobs that they are doing.
 */
export class Lane {
  readonly name: JobLane;
  readonly #options: LaneOptions;
  readonly #events: WorkerEvents = new EventEmitter();
  readonly #stopped = new AbortController();
  /** What the queue is started with. It keeps what it has looked up about the jobs' kinds under this object. */
  #queueOptions: Parameters<typeof runTaskList>[0];
  #queueOptionsWork = false;
  /** The group that takes jobs; null while the database cannot be reached. */
  #workers: WorkerPool | null = null;
  /** Groups that take no more jobs, until they have ended. */
  readonly #retired = new Set<Promise<void>>();
  /** How many groups in a row could not ask for a single job. */
  #failures = 0;
  /** The workers of the current group that are doing a job. */
  readonly #busy = new Set<string>();
  #lastSeen = performance.now();

  constructor(options: LaneOptions) {
    this.name = options.name;
    this.#options = options;
    this.#queueOptions = this.#newQueueOptions();
    this.#watch();
    this.#start();
  }

  /** For how many milliseconds no worker has asked the queue for a job or done one. */
  silentFor(): number {
    return this.#busy.size > 0 ? 0 : performance.now() - this.#lastSeen;
  }

  /** Takes no new jobs and waits for running ones. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#retire();
    await Promise.all(this.#retired);
  }

  #newQueueOptions(): Parameters<typeof runTaskList>[0] {
    const { concurrency, log } = this.#options;
    const logger = queueLogger(log.child({ lane: this.name }));
    return { concurrency, noHandleSignals: true, pollInterval: POLL_INTERVAL, events: this.#events, logger };
  }

  #watch(): void {
    const { presence, pool, log } = this.#options;
    const events = this.#events;
    events.on('worker:create', ({ worker }) => presence.register(worker.workerId));
    events.on('worker:stop', ({ worker }) => {
      presence.withdraw(worker.workerId);
      this.#replace(worker.workerPool);
    });
    // The queue is not done with the event yet.
    events.on('worker:getJob:error', ({ worker }) => setImmediate(() => this.#replace(worker.workerPool)));
    events.on('worker:getJob:empty', ({ worker }) => this.#saw(worker.workerPool));
    events.on('pool:gracefulShutdown', ({ workerPool }) => this.#giveUp(workerPool));
    events.on('job:start', ({ worker }) => {
      this.#saw(worker.workerPool);
      if (worker.workerPool === this.#workers) this.#busy.add(worker.workerId);
    });
    events.on('job:complete', ({ worker, job, error }) => {
      this.#saw(worker.workerPool);
      this.#busy.delete(worker.workerId);
      if (!error) return;
      limitAttempts(pool, [job.id]).catch((failure: unknown) =>
        log.warn({ err: failure, job: job.id }, 'could not shorten the wait of a failed job'),
      );
    });
  }

  #saw(workers: WorkerPool): void {
    this.#queueOptionsWork = true;
    if (workers !== this.#workers) return;
    this.#failures = 0;
    this.#lastSeen = performance.now();
  }

  #start(): void {
    const { tasks, pool } = this.#options;
    this.#workers = runTaskList(this.#queueOptions, tasks, pool);
  }

  /** Replaces a group of workers, unless that has been done already. */
  #replace(workers: WorkerPool): void {
    if (workers !== this.#workers || this.#stopped.signal.aborted) return;
    this.#retire();
    // The queue never repeats a look-up that has failed once.
    if (!this.#queueOptionsWork) this.#queueOptions = this.#newQueueOptions();
    this.#failures += 1;
    void this.#startAgain();
  }

  #retire(): void {
    const workers = this.#workers;
    if (workers === null) return;
    this.#workers = null;
    this.#busy.clear();
    const ended = workers.gracefulShutdown('These workers are being replaced.').finally(() => {
      this.#retired.delete(ended);
    });
    this.#retired.add(ended);
  }

  /** Starts no new group if the queue itself has retired the current one. */
  #giveUp(workers: WorkerPool): void {
    if (workers !== this.#workers) return;
    this.#workers = null;
    this.#retired.add(workers.promise);
    const message = 'a newer version has changed the tables of the queue: stop this server';
    this.#options.log.fatal({ lane: this.name }, message);
  }

  async #startAgain(): Promise<void> {
    const { presence, log } = this.#options;
    const { signal } = this.#stopped;
    log.warn({ lane: this.name }, 'a worker has ended; new workers start when the database can be reached');
    await sleep(backoff(this.#failures), undefined, { signal }).catch(() => {});
    await presence.recorded();
    if (!signal.aborted) this.#start();
  }
}
