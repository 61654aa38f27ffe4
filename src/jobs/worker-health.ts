import type pg from 'pg';
import type { Condition } from '../operations/health.ts';
import { type JobLane, jobsInLane } from './job-definitions.ts';
import { COUNTED_ATTEMPTS, DEFAULT_ATTEMPTS } from './retries.ts';

/** What is asked about a lane. */
export interface LaneSigns {
  name: JobLane;
  /** See `Lane`. */
  silentFor(): number;
}

/** Milliseconds after which a lane without a sign of life, or a lost connection, counts as a fault. */
const MAX_SILENCE = 10_000;

/** How long jobs may be due before the operator is told. */
const MAX_WAIT = '1 minute';

/** How old a job must be before its failures are told. Those of younger ones may be over soon. */
const FAILING_SINCE = '10 minutes';

/** Whether jobs are being done. @throws if the queue does not answer */
export async function workerHealth(
  lanes: readonly LaneSigns[],
  lostFor: number,
  queue: pg.Pool,
): Promise<Omit<Condition, 'check'>> {
  if (lostFor > MAX_SILENCE) {
    return {
      level: 'down',
      message: `The workers have had no connection to the database for ${seconds(lostFor)}. They connect by themselves once it can be reached.`,
    };
  }
  const silent = lanes.filter((lane) => lane.silentFor() > MAX_SILENCE);
  if (silent.length > 0) {
    const names = silent.map((lane) => `${lane.name} for ${seconds(lane.silentFor())}`).join(', ');
    return {
      level: 'down',
      message: `No worker takes jobs in these lanes: ${names}. Look at the log, and restart the server if this does not end.`,
    };
  }
  const waiting = await waitingJobs(lanes, queue);
  if (waiting.length > 0) {
    return {
      level: 'warning',
      message: `Jobs have been due for more than a minute and are not being done: ${waiting.join(', ')}. If they do not become fewer, look for errors in the log.`,
    };
  }
  const failing = await failingJobs(lanes, queue);
  if (failing.length > 0) {
    return {
      level: 'warning',
      message: `Jobs fail again and again: ${failing.join(', ')}. They are tried every minute. The log says why they fail.`,
    };
  }
  return { level: 'ok', message: 'Jobs are being done.' };
}

function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} seconds`;
}

/** The jobs that have been due for too long: `3 in the lane mail`, for each lane that has any. */
async function waitingJobs(lanes: readonly LaneSigns[], queue: pg.Pool): Promise<string[]> {
  const { rows } = await queue.query<JobCount>(
    `select task_identifier as task, count(*)::int as jobs from graphile_worker.jobs
     where locked_at is null and attempts < max_attempts and run_at < now() - $1::interval group by 1`,
    [MAX_WAIT],
  );
  return inLanes(lanes, rows);
}

/**
 * The jobs that have failed more often than an outage explains and are still tried, for each lane that has any. Mail is left out: it
 * rightly waits for minutes if its server was killed, and mail that waits longer has a check of its own.
 */
async function failingJobs(lanes: readonly LaneSigns[], queue: pg.Pool): Promise<string[]> {
  const { rows } = await queue.query<JobCount>(
    `select task_identifier as task, count(*)::int as jobs from graphile_worker.jobs
     where attempts >= $1 and attempts < max_attempts and max_attempts = $2 and last_error is not null
       and task_identifier not in ('deliver', 'deliverAgain') and created_at < now() - $3::interval group by 1`,
    [COUNTED_ATTEMPTS, DEFAULT_ATTEMPTS, FAILING_SINCE],
  );
  return inLanes(lanes, rows);
}

interface JobCount {
  task: string;
  jobs: number;
}

/** Jobs of each kind as `3 in the lane mail`, for each lane that has any. */
function inLanes(lanes: readonly LaneSigns[], rows: readonly JobCount[]): string[] {
  return lanes.flatMap(({ name }) => {
    const kinds: readonly string[] = jobsInLane(name);
    const jobs = rows.filter(({ task }) => kinds.includes(task)).reduce((sum, row) => sum + row.jobs, 0);
    return jobs > 0 ? [`${jobs} in the lane ${name}`] : [];
  });
}
