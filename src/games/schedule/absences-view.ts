import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { formatDayRange, isoDay } from '../../text/dates.ts';
import { visibleAccount } from '../game/accepted-seat.ts';
import { gameNumber } from '../game/game-number.ts';
import type { WholeGame } from '../game/game-store.ts';
import { absencesToCome } from './absences.ts';

/** A player of a game who is away, or will be. Public. */
export interface Away {
  /** The seat's identifier. */
  seat: string;
  /** The seat's name. */
  name: string;
  /** `Mon, Dec 20, 2027, to Mon, Jan 3, 2028` */
  days: string;
  /** ISO dates; both days are included. */
  firstDay: string;
  lastDay: string;
  /** Whether the absence has begun, in the game's time zone. */
  now: boolean;
}

/**
 * The players of a game who are away today or later, in the game's time zone, earliest absence first. Without people who
 * have not accepted their seat: their absences are none of the GM's business. Empty if the game has ended.
 */
export async function awayIn(tx: Tx, ctx: Pick<AppContext, 'now'>, game: WholeGame): Promise<Away[]> {
  if (game.status !== 'forming' && game.status !== 'running') return [];
  const today = isoDay(ctx.now(), game.timeZone);
  const accountIds = game.seats.flatMap((seat) => visibleAccount(seat)?.id ?? []);
  const absences = await tx.absence.findMany({
    where: { accountId: { in: accountIds }, lastDay: { gte: today } },
    orderBy: [{ firstDay: 'asc' }, { lastDay: 'asc' }, { id: 'asc' }],
  });
  return absences.flatMap(({ accountId, firstDay, lastDay }) => {
    const seat = game.seats.find((candidate) => candidate.accountId === accountId);
    if (!seat) return [];
    const { identifier, name } = seat;
    const days = formatDayRange({ firstDay, lastDay });
    return [{ seat: identifier, name, days, firstDay, lastDay, now: firstDay <= today }];
  });
}

/** The same as lines for a printout: `[AB] Ann Baker: Mon, Dec 20, 2027, to Mon, Jan 3, 2028`. */
export async function awayLines(tx: Tx, ctx: Pick<AppContext, 'now'>, game: WholeGame): Promise<string[]> {
  const away = await awayIn(tx, ctx, game);
  return away.map(({ seat, name, days }) => `[${seat}] ${name}: ${days}`);
}

/** What people see of their own absences. */
export interface OwnAbsences {
  /** Absences that are not over, in words and as ISO dates; `now` means that it has begun, in the person's time zone. */
  absences: { id: string; days: string; firstDay: string; lastDay: string; now: boolean }[];
  /** The games whose players see the absences, and whether new due dates avoid them there. */
  games: { number: string; title: string; avoidAbsences: boolean }[];
  /** Today in the person's time zone, `2027-12-20`. */
  today: string;
}

/** A person's absences that are not over, and the games in which they are shown. */
export async function ownAbsences(
  ctx: AppContext,
  account: Pick<Account, 'id' | 'timeZone'>,
): Promise<OwnAbsences> {
  const { prisma } = ctx.db;
  const today = isoDay(ctx.now(), account.timeZone);
  const absences = await absencesToCome(prisma, ctx, account);
  const games = await prisma.game.findMany({
    where: {
      status: { in: ['forming', 'running'] },
      seats: { some: { accountId: account.id, acceptedAt: { not: null } } },
    },
    select: { prefix: true, serial: true, title: true, schedule: { select: { avoidAbsences: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return {
    absences: absences.map((absence) => ({
      id: absence.id,
      days: formatDayRange(absence),
      firstDay: absence.firstDay,
      lastDay: absence.lastDay,
      now: absence.firstDay <= today,
    })),
    games: games.map((game) => ({
      number: gameNumber(game),
      title: game.title,
      avoidAbsences: game.schedule?.avoidAbsences === true,
    })),
    today,
  };
}
