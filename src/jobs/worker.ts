import { EventEmitter } from 'node:events';
import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import pg from 'pg';
import type { AppContext } from '../context.ts';
import type { JobName } from '../database/outbox.ts';
import type { Transport } from '../mail/delivery/transport.ts';
import type { NightlySettings } from '../operations/nightly/nightly.ts';
import { ensureNightly } from '../operations/nightly/nightly-schedule.ts';
import { JOBS, type JobDeps, type JobLane, jobsInLane, LANES } from './job-definitions.ts';
import { createPdfCache } from './pdf-cache.ts';
import { waitUntilIdle } from './queue-idle.ts';
import { queueLogger } from './queue-log.ts';
import { startWorkerPresence } from './worker-presence.ts';

/** The running worker of a server. */
export interface Worker {
  /** Takes no new jobs, waits for running ones (a mail server gets a few seconds), and closes. */
  stop(): Promise<void>;
  /** Resolves when no job is due or running; jobs for later do not count. For the demo and for tests. */
  idle(): Promise<void>;
}

/** What the worker needs. */
export interface WorkerOptions {
  ctx: AppContext;
  transport: Transport;
  /** The sender of all mail: `Whistlestop <post@example.org>`. */
  from: string;
  /** The address that players use, without a trailing slash. */
  publicUrl: string;
  /** Mails sent at the same time; at most as many as the transport has connections. */
  mailConcurrency?: number;
  /** Jobs about turns that run at the same time. */
  turnConcurrency?: number;
  /** What the nightly work needs; if it is missing, nothing is done at night. */
  nightly?: NightlySettings;
  /** Milliseconds for which a worker may claim a delivery; for tests. */
  lease?: number;
  /** Milliseconds between two checks for jobs that dead servers have left; for tests. */
  presenceInterval?: number;
}

/** How long `stop` waits for mail that is being sent before it drops the connections, in milliseconds. */
const STOP_TIMEOUT = 5_000;

/** How often the queue is polled, besides the database's notifications, in milliseconds. */
const POLL_INTERVAL = 2_000;

/**
 * Starts working on jobs, in two lanes with workers and connections of their own. A mail server that stalls delays
 * other mail, but never a turn, and never a page: pages use another connection pool.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ctx, transport, mailConcurrency = 4, turnConcurrency = 2 } = options;
  const deps: JobDeps = { ...options, renderPdf: createPdfCache() };
  if (options.nightly !== undefined) await ensureNightly(ctx, options.nightly.at);
  // One connection for the presence, one for each lane to listen on, the rest for queries of the queue.
  const pool = new pg.Pool({
    connectionString: ctx.db.url,
    application_name: 'whistlestop jobs',
    max: 7,
    keepAlive: true,
  });
  pool.on('error', (error) => ctx.log.warn({ err: error }, 'the job queue lost a connection'));
  const presence = await startWorkerPresence(pool, ctx.log, options.presenceInterval);
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => presence.register(worker.workerId));
  const lanes = [
    startLane({ deps, pool, events, lane: 'mail', concurrency: mailConcurrency }),
    startLane({ deps, pool, events, lane: 'turns', concurrency: turnConcurrency }),
    startLane({ deps, pool, events, lane: 'upkeep', concurrency: LANES.upkeep }),
  ];
  let stopping: Promise<void> | null = null;
  return {
    stop() {
      stopping ??= stop(lanes, transport, async () => {
        await presence.release();
        await pool.end();
      });
      return stopping;
    },
    idle: () => waitUntilIdle(pool),
  };
}

function startLane({
  deps,
  pool,
  events,
  lane,
  concurrency,
}: {
  deps: JobDeps;
  pool: pg.Pool;
  events: WorkerEvents;
  lane: JobLane;
  concurrency: number;
}): WorkerPool {
  const { log } = deps.ctx;
  const tasks: TaskList = Object.fromEntries(jobsInLane(lane).map((name) => [name, createTask(deps, name)]));
  const options = {
    concurrency,
    noHandleSignals: true,
    pollInterval: POLL_INTERVAL,
    events,
    logger: queueLogger(log),
  };
  const workers = runTaskList(options, tasks, pool);
  workers.promise.catch((error) => log.error({ err: error, lane }, 'the job queue stopped'));
  return workers;
}

/** The queue's task for a kind of job: validates the payload and adds the job's id to its log lines. */
function createTask<Name extends JobName>(deps: JobDeps, name: Name): TaskList[string] {
  const definition = JOBS[name];
  return async (unchecked, helpers) => {
    const log = deps.ctx.log.child({ job: helpers.job.id, task: name });
    const payload = definition.payload.parse(unchecked);
    await definition.run({ ...deps, ctx: { ...deps.ctx, log } }, payload);
  };
}

async function stop(lanes: WorkerPool[], transport: Transport, close: () => Promise<void>): Promise<void> {
  const timeout = setTimeout(() => transport.close(), STOP_TIMEOUT);
  try {
    await Promise.all(lanes.map((workers) => workers.gracefulShutdown('The server is stopping.')));
  } finally {
    clearTimeout(timeout);
    await close();
  }
}
