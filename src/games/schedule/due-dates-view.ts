import type { AppContext } from '../../context.ts';
import { gameNumber } from '../game/game-number.ts';

/** A due date of an account's game, for its calendar. */
export interface CalendarDate {
  /** The game number: `EY-12`. */
  game: string;
  title: string;
  turn: number;
  due: Date;
  /** Whether the account has a seat in the game, or runs it. */
  role: 'player' | 'gm';
}

/** The most games that a calendar shows. */
const MAX_GAMES = 200;

/** The due dates of all running games in which an account has accepted a seat, or that it runs; the earliest first. */
export async function dueDatesOf(ctx: AppContext, accountId: number): Promise<CalendarDate[]> {
  const seat = { accountId, acceptedAt: { not: null } };
  const games = await ctx.db.prisma.game.findMany({
    where: {
      status: 'running',
      transferredOutAt: null,
      schedule: { due: { not: null }, pausedAt: null },
      OR: [{ gmId: accountId }, { seats: { some: seat } }],
    },
    include: { schedule: { select: { due: true } }, seats: { where: seat, select: { id: true } } },
    orderBy: { id: 'asc' },
    take: MAX_GAMES,
  });
  return games
    .flatMap(({ schedule, seats, title, turn, ...game }): CalendarDate[] => {
      const due = schedule?.due ?? null;
      if (due === null) return [];
      return [{ game: gameNumber(game), title, turn, due, role: seats.length > 0 ? 'player' : 'gm' }];
    })
    .sort((a, b) => a.due.getTime() - b.due.getTime());
}
