import type { Task, TaskList } from 'graphile-worker';
import type { AppContext } from '../context.ts';
import type { JobName } from '../database/outbox.ts';
import type { Transport } from '../mail/delivery/transport.ts';
import type { Condition } from '../operations/health.ts';
import type { NightlySettings } from '../operations/nightly/nightly.ts';
import { correctNightly, ensureNightly } from '../operations/nightly/nightly-schedule.ts';
import { JOBS, type JobDeps, type JobLane, jobsInLane, LANES } from './job-definitions.ts';
import { Lane } from './lane.ts';
import { createPdfCache } from './pdf-cache.ts';
import { waitUntilIdle } from './queue-idle.ts';
import { openQueuePool } from './queue-pool.ts';
import { workerHealth } from './worker-health.ts';
import { startWorkerPresence } from './worker-presence.ts';

/** The running worker of a server. */
export interface Worker {
  /** Takes no new jobs, waits for running ones (a mail server gets a few seconds), and closes. */
  stop(): Promise<void>;
  /** Resolves when no job is due or running; jobs for later do not count. For the demo and for tests. */
  idle(): Promise<void>;
  /** Whether jobs are being done, for the check `workers`. @throws if the queue does not answer */
  health(): Promise<Omit<Condition, 'check'>>;
}

/** What the worker needs. */
export interface WorkerOptions {
  ctx: AppContext;
  transport: Transport;
  /** The sender of all mail: `Whistlestop <post@example.org>`. */
  from: string;
  /** The address that players use, without a trailing slash. */
  publicUrl: string;
  /** What the nightly work needs; if it is missing, nothing is done at night. */
  nightly?: NightlySettings;
  /** Whether the server is held at this moment, so that no job may begin; if it is missing, it never is. */
  isHeldNow?: () => Promise<boolean>;
  /** How many jobs of a lane run at the same time, if not as many as `LANES` says; 0: this worker has no such lane. */
  concurrency?: Partial<Record<JobLane, number>>;
  /** Milliseconds for which a worker may claim a delivery; for tests. */
  lease?: number;
  /** Milliseconds between two checks for jobs that dead servers have left; for tests. */
  presenceInterval?: number;
  /** Milliseconds between two looks at the time of the nightly work; for tests. */
  nightlyInterval?: number;
}

/** Milliseconds between two looks at the time of the nightly work. */
const NIGHTLY_INTERVAL = 3_600_000;

/** How long `stop` waits for mail that is being sent before it drops the connections, in milliseconds. */
const STOP_TIMEOUT = 5_000;

/**
 * Starts working on jobs, in lanes with workers of their own. A mail server that stalls delays other mail, but never a
 * turn, and never a page: pages use another connection pool.
 * @throws if the database cannot be reached; later it may be away for any time
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ctx, transport, nightly } = options;
  const { log } = ctx;
  if (nightly !== undefined) await ensureNightly(ctx, nightly.at);
  const deps: JobDeps = { ...options, renderPdf: createPdfCache() };
  const planned = planLanes({ ...LANES, ...options.concurrency });
  const pool = openQueuePool(ctx.db.url, connectionsFor(planned), (error) =>
    log.warn({ err: error }, 'the job queue lost a connection'),
  );
  const presence = await startWorkerPresence(pool, log, options.presenceInterval).catch(async (error) => {
    await pool.end();
    throw error;
  });
  const lanes = planned.map(
    (plan) => new Lane({ ...plan, tasks: tasksOf(options, deps, plan.name), pool, presence, log }),
  );
  const correcting = correctNightlyEvery(options);
  let stopping: Promise<void> | null = null;
  const close = async () => {
    clearInterval(correcting);
    await stopLanes(lanes, transport);
    await presence.release();
    await pool.end();
  };
  return {
    stop() {
      stopping ??= close();
      return stopping;
    },
    idle: () => waitUntilIdle(pool),
    health: () => workerHealth(lanes, presence.lostFor(), pool),
  };
}

/** Looks now and then whether the nightly work waits for a time that a wrong clock gave it. */
function correctNightlyEvery({ ctx, nightly, nightlyInterval = NIGHTLY_INTERVAL }: WorkerOptions) {
  if (nightly === undefined) return undefined;
  const correct = () =>
    correctNightly(ctx, nightly.at).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'could not look at the time of the nightly work'),
    );
  return setInterval(correct, nightlyInterval).unref();
}

interface PlannedLane {
  name: JobLane;
  concurrency: number;
}

/** The lanes that have jobs and workers. */
function planLanes(concurrency: Record<JobLane, number>): PlannedLane[] {
  return (Object.keys(LANES) as JobLane[])
    .filter((name) => jobsInLane(name).length > 0 && concurrency[name] > 0)
    .map((name) => ({ name, concurrency: concurrency[name] }));
}

/** One connection for the presence and one for checks, one for each lane to listen on, and one for each worker. */
function connectionsFor(lanes: readonly PlannedLane[]): number {
  return lanes.reduce((sum, { concurrency }) => sum + 1 + concurrency, 2);
}

function tasksOf({ isHeldNow }: WorkerOptions, deps: JobDeps, lane: JobLane): TaskList {
  return Object.fromEntries(
    jobsInLane(lane).map((name) => {
      const task = createTask(deps, name);
      return [name, isHeldNow === undefined ? task : onlyIfReleased(task, isHeldNow)];
    }),
  );
}

/** The worker is stopped soon after the server is held, but what is due already must wait, too. */
function onlyIfReleased(task: Task, isHeldNow: () => Promise<boolean>): Task {
  return async (payload, helpers) => {
    if (await isHeldNow()) throw new Error('The server is held, so this job waits.');
    await task(payload, helpers);
  };
}

/** The queue's task for a kind of job: validates the payload and adds the job's id to its log lines. */
function createTask<Name extends JobName>(deps: JobDeps, name: Name): Task {
  const definition = JOBS[name];
  return async (unchecked, helpers) => {
    const log = deps.ctx.log.child({ job: helpers.job.id, task: name });
    const payload = definition.payload.parse(unchecked);
    await definition.run({ ...deps, ctx: { ...deps.ctx, log } }, payload);
  };
}

async function stopLanes(lanes: readonly Lane[], transport: Transport): Promise<void> {
  const timeout = setTimeout(() => transport.close(), STOP_TIMEOUT);
  try {
    await Promise.all(lanes.map((lane) => lane.stop()));
    // Slow mails go on after their jobs have ended.
    await transport.addresses.idle();
  } finally {
    clearTimeout(timeout);
  }
}
