import type { Prisma } from '../../database/generated/client.ts';
import type { WholeSeat } from './game-store.ts';

/**
 * The printouts of seats that an account may read: those that were written for it, and those of its seat from the turn on which
 * it took the seat.
 * @param seat the seat that the account has now, if any
 */
export function printoutsReadableBy(account: number, seat: WholeSeat | undefined): Prisma.PrintoutWhereInput {
  const own = { accountId: account };
  return seat ? { OR: [own, { seatId: seat.id, turn: { gte: Math.max(1, seat.since) } }] } : own;
}
