// The jobs of the queue in a backup: what they do and when, not the rows of the queue's own tables, which another
// version of the queue may have arranged differently.
import type pg from 'pg';
import { quoted } from './database-catalog.ts';

/** How jobs are read, in the order in which they were added; without the ordinal, these are the columns of a backup. */
const JOB_COLUMNS = {
  identifier: 't.identifier',
  payload: 'j.payload::text',
  run_at: 'j.run_at',
  job_key: 'j.key',
  max_attempts: 'j.max_attempts',
  // A job that runs counts as waiting: the attempt under way has not happened.
  attempts: 'CASE WHEN j.locked_at IS NULL THEN j.attempts ELSE greatest(j.attempts - 1, 0) END',
  priority: 'j.priority',
  queue: 'q.queue_name',
};

const JOBS = `
  FROM graphile_worker._private_jobs j
    JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id`;

/** The names of the columns of jobs. */
export const jobColumns: readonly string[] = Object.keys(JOB_COLUMNS);

/** The SQL that writes all jobs in COPY's text format. */
export const COPY_JOBS_OUT = `COPY (
  SELECT ${Object.entries(JOB_COLUMNS)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ')}
  ${JOBS} ORDER BY j.id) TO STDOUT`;

/** Counts all jobs. */
export async function countJobs(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n ${JOBS}`);
  return Number(rows[0]?.n);
}

/** Makes the table that `COPY_JOBS_IN` fills. It is gone when the transaction ends. */
export async function createJobsTable(client: pg.ClientBase): Promise<void> {
  await client.query(`
    CREATE TEMPORARY TABLE restored_jobs (
      ordinal bigint GENERATED ALWAYS AS IDENTITY, identifier text, payload json, run_at timestamptz,
      job_key text, max_attempts int, attempts int, priority int, queue text
    ) ON COMMIT DROP`);
}

/** Whether these are names of columns of jobs, each at most once. A file can name anything. */
export function areJobColumns(names: unknown): names is string[] {
  return (
    Array.isArray(names) &&
    new Set(names).size === names.length &&
    names.every((name) => jobColumns.includes(name as string))
  );
}

/** The SQL that reads jobs in COPY's text format. */
export function copyJobsIn(columns: readonly string[]): string {
  return `COPY restored_jobs (${columns.map(quoted).join(', ')}) FROM STDIN`;
}

/** Adds the jobs of the table to the queue, in their order. */
export async function addRestoredJobs(client: pg.ClientBase): Promise<void> {
  await client.query(`
    CREATE TEMPORARY TABLE added_jobs ON COMMIT DROP AS
    SELECT (graphile_worker.add_job(
      identifier => identifier, payload => payload, queue_name => queue, run_at => run_at,
      max_attempts => max_attempts, job_key => job_key, priority => priority
    )).id AS id, attempts
    FROM (SELECT * FROM restored_jobs ORDER BY ordinal) jobs`);
  // Of each number of attempts, all jobs at once: most have none.
  await client.query(`
    SELECT graphile_worker.reschedule_jobs(ids, attempts => attempts)
    FROM (SELECT array_agg(id) AS ids, attempts FROM added_jobs WHERE attempts > 0 GROUP BY attempts) tried`);
}
