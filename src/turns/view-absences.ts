import type { Tx } from '../database/client.ts';
import type { House } from '../database/house.ts';
import { daysInWords } from './absences.ts';
import { isoDay } from './due.ts';
import type { WholeGame } from './lock.ts';

/** Somebody of a game who is away, or will be. Everybody may know. */
export interface Away {
  /** The seat's identifier and name. */
  seat: string;
  name: string;
  /** `2027-12-20 to 2028-01-03` */
  days: string;
  /** ISO dates, both included. */
  firstDay: string;
  lastDay: string;
  /** Is it today, by the clock of the game's zone? */
  now: boolean;
}

/** Who of a game is away today by the clock of its zone, or later; the first first. Nobody, once a game has ended. */
export async function awayIn(tx: Tx, house: Pick<House, 'now'>, game: WholeGame): Promise<Away[]> {
  if (game.status !== 'forming' && game.status !== 'running') return [];
  const today = isoDay(house.now(), game.timeZone);
  const accountIds = game.seats.flatMap((seat) => seat.accountId ?? []);
  const absences = await tx.absence.findMany({
    where: { accountId: { in: accountIds }, lastDay: { gte: today } },
    orderBy: [{ firstDay: 'asc' }, { lastDay: 'asc' }, { id: 'asc' }],
  });
  return absences.flatMap(({ accountId, firstDay, lastDay }) => {
    const seat = game.seats.find((one) => one.accountId === accountId);
    if (!seat) return [];
    const { identifier, name } = seat;
    const days = daysInWords({ firstDay, lastDay });
    return [{ seat: identifier, name, days, firstDay, lastDay, now: firstDay <= today }];
  });
}
