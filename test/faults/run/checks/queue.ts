import { query, type RunDatabase } from '../machine/database.ts';
import { type PlannedCheck, planCheck } from './check.ts';

/**
 * What the queue leaves of a job that was replaced by a later one with the same key while it was running, and that then
 * failed or lost its worker. It is never run: the later job does its work. Jobs of mail, and those that process a turn because
 * all sheets are in, always have a key, so one that has none was replaced, even if it failed.
 */
const REPLACED = `(key IS NULL AND attempts >= max_attempts AND locked_at IS NULL
  AND (last_error IS NULL OR task_identifier IN ('deliver', 'deliverAgain', 'process')))`;

/** Jobs that should have been done. */
const STUCK = `
  SELECT id, task_identifier AS task, key, attempts, max_attempts, run_at, locked_at, last_error
  FROM graphile_worker.jobs
  WHERE NOT ${REPLACED}
    AND (locked_at IS NOT NULL OR attempts >= max_attempts OR run_at < now() - interval '5 seconds'
      OR (attempts > 0 AND last_error IS NOT NULL))
  ORDER BY run_at`;

/** Whether a running game waits for a date that no job waits for. */
const WITHOUT_JOB = `
  SELECT g.prefix || '-' || g.serial AS game, g.turn, s.due, j.run_at
  FROM "Game" g JOIN "GameSchedule" s ON s."gameId" = g.id
  LEFT JOIN graphile_worker.jobs j ON j.key = 'deadline:' || g.id
  WHERE g.status = 'running' AND s."pausedAt" IS NULL AND s."autoProcess" AND s.due IS NOT NULL
    AND (j.run_at IS NULL OR abs(extract(epoch FROM j.run_at - s.due) - s."graceHours" * 3600) > 5)`;

/** Whether the queue has nothing left to do, and everything to do later is planned. */
export function checkQueue(database: RunDatabase): PlannedCheck[] {
  return [
    planCheck('no job is stuck or has failed', async (problems) => {
      for (const job of await query(database, STUCK)) {
        const state =
          job.locked_at === null ? `due ${String(job.run_at)}` : `locked ${String(job.locked_at)}`;
        const tries = `attempt ${String(job.attempts)} of ${String(job.max_attempts)}`;
        problems.push(
          `${String(job.task)} ${String(job.key)}: ${state}, ${tries}: ${String(job.last_error)}`,
        );
      }
      const [count] = await query(database, 'SELECT count(*)::int AS jobs FROM graphile_worker.jobs');
      return Number(count?.jobs);
    }),
    planCheck('every due date has its job', async (problems) => {
      for (const { game, turn, due, run_at } of await query(database, WITHOUT_JOB)) {
        problems.push(
          `${String(game)}: turn ${String(turn)} is due ${String(due)}, its job ${String(run_at)}`,
        );
      }
      const [count] = await query(
        database,
        'SELECT count(*)::int AS games FROM "GameSchedule" WHERE due IS NOT NULL',
      );
      return Number(count?.games);
    }),
  ];
}

/** The queue in a few lines, for the report of a failure. */
export async function queueInWords(database: RunDatabase): Promise<string> {
  try {
    const jobs = await query(
      database,
      `SELECT task_identifier, key, attempts, run_at, locked_at, locked_by, last_error
       FROM graphile_worker.jobs ORDER BY run_at LIMIT 60`,
    );
    const activity = await query(
      database,
      `SELECT pid, application_name, state, wait_event_type, wait_event, xact_start, left(query, 120) AS query
       FROM pg_stat_activity WHERE backend_type = 'client backend' ORDER BY pid`,
    );
    const lines = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');
    return `jobs:\n${lines(jobs)}\n\nconnections:\n${lines(activity)}\n`;
  } catch (error) {
    return `The database does not answer: ${(error as Error).message}\n`;
  }
}
