import type { AppContext } from '../../context.ts';
import { counted } from '../../rules/numbers.ts';
import type { HealthCheck } from '../health.ts';

/** How far the clocks may be apart, in milliseconds. */
const TOLERANCE = 60_000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Whether the server's clock agrees with the database's: due dates go by one, jobs by the other. */
export function clockCheck(ctx: AppContext): HealthCheck {
  return {
    name: 'clock',
    async run() {
      const asked = ctx.now().getTime();
      const { rows } = await ctx.db.pool.query<{ now: Date }>('select clock_timestamp() as now');
      const answered = ctx.now().getTime();
      const ahead = (asked + answered) / 2 - (rows[0]?.now.getTime() ?? Number.NaN);
      if (Math.abs(ahead) <= TOLERANCE) return { level: 'ok', message: 'The clocks agree.' };
      const by = `${inWords(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'}`;
      return {
        level: 'warning',
        message: `The clock of the server is ${by} the clock of the database, so turns may be processed at the wrong time. Set both clocks, by NTP if possible.`,
      };
    },
  };
}

/** `3 minutes`, `26 hours`. */
function inWords(milliseconds: number): string {
  if (milliseconds < 2 * HOUR) return counted(Math.round(milliseconds / MINUTE), 'minute');
  return counted(Math.round(milliseconds / HOUR), 'hour');
}
