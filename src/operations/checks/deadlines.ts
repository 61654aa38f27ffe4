import type { AppContext } from '../../context.ts';
import { gameNumber } from '../../games/game/game-number.ts';
import { POLICIES, withPolicies } from '../../games/game/game-store.ts';
import { autoProcessAt } from '../../games/schedule/schedule.ts';
import { counted } from '../../rules/numbers.ts';
import type { HealthCheck } from '../health.ts';

/** How late the server may be with a turn, in milliseconds. */
const TOLERANCE = 10 * 60_000;

/** How many games the message names. */
const NAMED = 10;

/** Whether the server has processed every turn that it should have processed by itself. */
export function deadlinesCheck(ctx: AppContext): HealthCheck {
  return {
    name: 'deadlines',
    async run() {
      const late = await lateGames(ctx);
      if (late.length === 0) return { level: 'ok', message: 'No turn is late.' };
      const more = late.length > NAMED ? ` and ${counted(late.length - NAMED, 'other game')}` : '';
      return {
        level: 'warning',
        message: `The server should have processed a turn more than 10 minutes ago in ${late.slice(0, NAMED).join(', ')}${more}. Search the log for errors. The GM can process the turn from the game’s page.`,
      };
    },
  };
}

/** The numbers of the games whose open turn is late, in the order in which they began. */
async function lateGames(ctx: AppContext): Promise<string[]> {
  const latest = new Date(ctx.now().getTime() - TOLERANCE);
  const rows = await ctx.db.prisma.game.findMany({
    where: {
      status: 'running',
      schedule: {
        pausedAt: null,
        OR: [{ autoProcess: true, due: { lt: latest } }, { earlyProcessingAt: { lt: latest } }],
      },
    },
    include: POLICIES,
    orderBy: [{ begunAt: 'asc' }, { id: 'asc' }],
  });
  const isLate = (moment: Date | null) => moment !== null && moment < latest;
  return rows
    .map(withPolicies)
    .filter((game) => isLate(autoProcessAt(game)) || isLate(game.earlyProcessingAt))
    .map(gameNumber);
}
