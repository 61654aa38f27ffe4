import type { AppContext } from '../../context.ts';
import type { HealthCheck } from '../health.ts';
import { NIGHTLY_JOB_KEY } from '../nightly/nightly-schedule.ts';

/**
 * Whether any process does the nightly work, for one that leaves it to others. The work of each night ends by making the job of the
 * next one. If there never was one, the age of the first account counts.
 */
export function nightlyElsewhereCheck(ctx: AppContext): HealthCheck {
  return {
    name: 'backups',
    async run() {
      const { rows } = await ctx.db.pool.query<{ late: boolean | null }>(
        `select coalesce(
           (select max(created_at) from graphile_worker.jobs where key = $1),
           (select min("createdAt") from "Account")
         ) < now() - interval '36 hours' as late`,
        [NIGHTLY_JOB_KEY],
      );
      if (rows[0]?.late !== true) {
        return { level: 'ok', message: 'Another process does the nightly work (NIGHTLY_WORK is off here).' };
      }
      return {
        level: 'warning',
        message:
          'No process has done the nightly work for 36 hours, so there are no backups, and nothing old is deleted. Start a worker ' +
          'on the machine with the backups, or take NIGHTLY_WORK=off from the settings of another one.',
      };
    },
  };
}
