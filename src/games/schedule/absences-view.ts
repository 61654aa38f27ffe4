import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { formatDayRange, isoDay } from '../../text/dates.ts';
import { gameNumber } from '../game/game-number.ts';
import type { WholeGame } from '../game/game-store.ts';
import { absencesToCome } from './absences.ts';

/** Somebody of a game who is away, or will be. Everybody may know. */
export interface Away {
  /** The seat's identifier and name. */
  seat: string;
  name: string;
  /** `Mon, Dec 20, 2027, to Mon, Jan 3, 2028` */
  days: string;
  /** ISO dates, both included. */
  firstDay: string;
  lastDay: string;
  /** Is it today, by the clock of the game's zone? */
  now: boolean;
}

/** Who of a game is away today by the clock of its zone, or later; the first first. Nobody, once a game has ended. */
export async function awayIn(tx: Tx, ctx: Pick<AppContext, 'now'>, game: WholeGame): Promise<Away[]> {
  if (game.status !== 'forming' && game.status !== 'running') return [];
  const today = isoDay(ctx.now(), game.timeZone);
  const accountIds = game.seats.flatMap((seat) => seat.accountId ?? []);
  const absences = await tx.absence.findMany({
    where: { accountId: { in: accountIds }, lastDay: { gte: today } },
    orderBy: [{ firstDay: 'asc' }, { lastDay: 'asc' }, { id: 'asc' }],
  });
  return absences.flatMap(({ accountId, firstDay, lastDay }) => {
    const seat = game.seats.find((one) => one.accountId === accountId);
    if (!seat) return [];
    const { identifier, name } = seat;
    const days = formatDayRange({ firstDay, lastDay });
    return [{ seat: identifier, name, days, firstDay, lastDay, now: firstDay <= today }];
  });
}

/** The same as lines of a printout: `[AB] Ann Baker: Mon, Dec 20, 2027, to Mon, Jan 3, 2028`. */
export async function awayLines(tx: Tx, ctx: Pick<AppContext, 'now'>, game: WholeGame): Promise<string[]> {
  const away = await awayIn(tx, ctx, game);
  return away.map(({ seat, name, days }) => `[${seat}] ${name}: ${days}`);
}

/** What a person sees of the own absences. */
export interface OwnAbsences {
  /** Announced and not over; `now` by the person's own clock. */
  absences: { id: string; days: string; now: boolean }[];
  /** The games that tell of them, and whether dates to come are set around absences there. */
  games: { number: string; title: string; avoidAbsences: boolean }[];
  /** The person's today, `2027-12-20`. */
  today: string;
}

/** A person's absences that are not over, and where they are told. */
export async function ownAbsences(
  ctx: AppContext,
  account: Pick<Account, 'id' | 'timeZone'>,
): Promise<OwnAbsences> {
  const { prisma } = ctx.db;
  const today = isoDay(ctx.now(), account.timeZone);
  const told = await absencesToCome(prisma, ctx, account);
  const games = await prisma.game.findMany({
    where: { status: { in: ['forming', 'running'] }, seats: { some: { accountId: account.id } } },
    select: { prefix: true, serial: true, title: true, schedule: { select: { avoidAbsences: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return {
    absences: told.map((one) => ({ id: one.id, days: formatDayRange(one), now: one.firstDay <= today })),
    games: games.map((game) => ({
      number: gameNumber(game),
      title: game.title,
      avoidAbsences: game.schedule?.avoidAbsences === true,
    })),
    today,
  };
}
