import type { AppContext } from '../../context.ts';
import type { ClockDoubts } from '../downtime/clock-doubts.ts';
import type { HealthCheck } from '../health.ts';
import { timeInWords } from '../time-in-words.ts';

/** How far the clocks may be apart, in milliseconds. */
const TOLERANCE = 60_000;

/**
 * Whether the server's clock agrees with the database's: due dates go by one, jobs by the other. Also tells for a while what
 * heartbeats noticed about wrong clocks, even if the clocks are right again.
 */
export function clockCheck(ctx: AppContext, doubts: Pick<ClockDoubts, 'recent'>): HealthCheck {
  return {
    name: 'clock',
    async run() {
      const asked = ctx.now().getTime();
      const { rows } = await ctx.db.pool.query<{ now: Date }>('select clock_timestamp() as now');
      const answered = ctx.now().getTime();
      const ahead = (asked + answered) / 2 - (rows[0]?.now.getTime() ?? Number.NaN);
      const found = [...disagreement(ahead), ...doubts.recent()];
      if (found.length === 0) return { level: 'ok', message: 'The clocks agree.' };
      return { level: 'warning', message: found.join(' ') };
    },
  };
}

/** @param ahead by how many milliseconds the server's clock is ahead */
function disagreement(ahead: number): string[] {
  if (Math.abs(ahead) <= TOLERANCE) return [];
  const by = `${timeInWords(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'}`;
  return [
    `The clock of the server is ${by} the clock of the database, so turns may be processed at the wrong time. Set both clocks, by NTP if possible.`,
  ];
}
