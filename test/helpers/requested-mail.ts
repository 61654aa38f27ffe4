import type { AppContext } from '../../src/context.ts';
import type { JobName } from '../../src/database/outbox.ts';
import { JOBS, type JobDeps } from '../../src/jobs/job-definitions.ts';

const REQUESTS = ['requestedLink', 'requestedSignUp', 'requestedAddress'] as const satisfies JobName[];

/** Does the waiting jobs in which people asked for a mail, as the worker would, and removes them. */
export async function answerRequests(ctx: AppContext): Promise<void> {
  const { pool } = ctx.db;
  const { rows } = await pool.query<{ id: string; name: (typeof REQUESTS)[number]; payload: unknown }>(
    `select j.id, t.identifier as name, j.payload
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = any($1) order by j.id`,
    [REQUESTS],
  );
  for (const { id, name, payload } of rows) {
    const { payload: schema, run } = JOBS[name];
    await run({ ctx } as JobDeps, schema.parse(payload) as never);
    await pool.query('delete from graphile_worker._private_jobs where id = $1', [id]);
  }
}
