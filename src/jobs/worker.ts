import { EventEmitter } from 'node:events';
import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import pg from 'pg';
import type { AppContext } from '../context.ts';
import type { JobName } from '../database/outbox.ts';
import type { Transport } from '../mail/delivery/transport.ts';
import { JOBS, type JobDeps, jobsOf } from './job-definitions.ts';
import { createPdfCache } from './pdf-cache.ts';
import { whenIdle } from './queue.ts';
import { queueLogger } from './queue-log.ts';
import { announceWorker } from './worker-presence.ts';

/** What works off the jobs. */
export interface Worker {
  /** Takes no new job, lets those under way finish (a mail server gets a few seconds), and closes. */
  stop(): Promise<void>;
  /** Resolves when no job is due or under way; jobs for later do not count. For the demo and for tests. */
  idle(): Promise<void>;
}

/** What the jobs need to be done. */
export interface WorkerOptions {
  ctx: AppContext;
  transport: Transport;
  /** The sender of all mails: `Whistlestop <post@example.org>`. */
  from: string;
  /** The address that players use, without a slash at its end. */
  publicUrl: string;
  /** Mails under way at a time; no more than the transport has connections. */
  mails?: number;
  /** Turns worked on at a time. */
  turns?: number;
  /** Milliseconds a worker may keep a delivery; for tests. */
  lease?: number;
  /** Milliseconds between two looks for jobs that dead servers have left; for tests. */
  look?: number;
}

/** How long `stop` waits for mails under way before it drops their connections. */
const PATIENCE = 5_000;

/** How often waiting jobs are looked for besides the database's own call, in milliseconds. */
const POLL = 2_000;

/**
 * Starts working off the jobs, in two lanes with workers and connections of their own: a mail server that
 * stalls keeps other mails waiting, but never a turn, and never a page, for the pages' connections are others.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ctx, transport, mails = 4, turns = 2 } = options;
  const deps: JobDeps = { ...options, print: createPdfCache() };
  // One connection for the presence and one for each lane's ear, the rest for asking the queue.
  const pool = new pg.Pool({
    connectionString: ctx.db.url,
    application_name: 'whistlestop jobs',
    max: 6,
    keepAlive: true,
  });
  pool.on('error', (error) => ctx.log.warn({ err: error }, 'a connection of the job queue was lost'));
  const presence = await announceWorker(pool, ctx.log, options.look);
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => presence.announce(worker.workerId));
  const lanes = [lane(deps, pool, events, 'mail', mails), lane(deps, pool, events, 'turns', turns)];
  let stopping: Promise<void> | null = null;
  return {
    stop() {
      stopping ??= stop(lanes, transport, async () => {
        await presence.release();
        await pool.end();
      });
      return stopping;
    },
    idle: () => whenIdle(pool),
  };
}

function lane(
  deps: JobDeps,
  pool: pg.Pool,
  events: WorkerEvents,
  name: 'mail' | 'turns',
  concurrency: number,
): WorkerPool {
  const tasks: TaskList = Object.fromEntries(jobsOf(name).map((job) => [job, taskOf(deps, job)]));
  const options = {
    concurrency,
    noHandleSignals: true,
    pollInterval: POLL,
    events,
    logger: queueLogger(deps.ctx.log),
  };
  const workers = runTaskList(options, tasks, pool);
  workers.promise.catch((error) => deps.ctx.log.error({ err: error, lane: name }, 'the job queue stopped'));
  return workers;
}

/** A job's task: what it was told is checked, and its log lines carry its id. */
function taskOf<Name extends JobName>(deps: JobDeps, name: Name): TaskList[string] {
  const definition = JOBS[name];
  return async (told, helpers) => {
    const log = deps.ctx.log.child({ job: helpers.job.id, task: name });
    const payload = definition.payload.parse(told);
    await definition.run({ ...deps, ctx: { ...deps.ctx, log } }, payload);
  };
}

async function stop(lanes: WorkerPool[], transport: Transport, close: () => Promise<void>): Promise<void> {
  const impatience = setTimeout(() => transport.close(), PATIENCE);
  try {
    await Promise.all(lanes.map((workers) => workers.gracefulShutdown('The server is stopping.')));
  } finally {
    clearTimeout(impatience);
    await close();
  }
}
