import { keyedHash } from '../../accounts/keyed-hash.ts';
import type { AppContext } from '../../context.ts';
import type { WholeSeat } from './game-store.ts';

/*
 * What a form or a program says of the player of a seat, so that what was begun for one person does not reach another who has
 * got the seat since. A mark tells nothing else. A player who can reclaim the seat from the computer still counts as its
 * player, and a seat without a player has a mark, too.
 */

type SeatOfPlayer = Pick<WholeSeat, 'id' | 'accountId' | 'reclaimableById'>;
/** What a GM knows of whose seat it is. */
export type SeatOfGm = SeatOfPlayer & Pick<WholeSeat, 'acceptedAt' | 'invitedAs'>;

/** The mark for what is written to the player. */
export function playerMark(ctx: Pick<AppContext, 'db'>, seat: SeatOfPlayer): Promise<string> {
  return markOf(ctx, seat, '');
}

/**
 * Whether a seat still has the player whom a mark means.
 * @param mark undefined if the form or the program named none: then it means the person who has it by then
 */
export async function hasSamePlayer(
  ctx: Pick<AppContext, 'db'>,
  seat: SeatOfPlayer,
  mark: string | undefined,
): Promise<boolean> {
  return mark === undefined || mark === (await playerMark(ctx, seat));
}

/**
 * The mark for what the GM does to the seat: once the player has accepted it, the same as `playerMark`. Until then it is another one
 * for each address that was typed, so that no GM learns whether two addresses belong to one account. While the computer plays
 * for a player who can reclaim the seat, it is another one, too: what a GM does then is not meant for a player who is back.
 */
export function seatMark(ctx: Pick<AppContext, 'db'>, seat: SeatOfGm): Promise<string> {
  const typed = seat.acceptedAt === null ? ` ${seat.invitedAs}` : '';
  const computer = seat.accountId === null && seat.reclaimableById !== null ? ' computer' : '';
  return markOf(ctx, seat, `${typed}${computer}`);
}

/**
 * Whether a seat is still as the GM knew it. If the computer has begun to play for the player since, it is: the player has not
 * changed.
 * @param mark see `seatMark`; undefined if the form or the program named none
 */
export async function isSeatMeant(
  ctx: Pick<AppContext, 'db'>,
  seat: SeatOfGm,
  mark: string | undefined,
): Promise<boolean> {
  if (mark === undefined || mark === (await seatMark(ctx, seat))) return true;
  const { accountId, reclaimableById } = seat;
  return mark === (await seatMark(ctx, { ...seat, accountId: accountId ?? reclaimableById }));
}

/** The marks of seats for the GM, by the id of the seat. */
export async function seatMarks(
  ctx: Pick<AppContext, 'db'>,
  seats: readonly SeatOfGm[],
): Promise<Map<string, string>> {
  return new Map(await Promise.all(seats.map(async (seat) => [seat.id, await seatMark(ctx, seat)] as const)));
}

async function markOf(ctx: Pick<AppContext, 'db'>, seat: SeatOfPlayer, more: string): Promise<string> {
  const player = seat.accountId ?? seat.reclaimableById ?? 'no one';
  return (await keyedHash(ctx, 'correspondent', `${seat.id} ${player}${more}`)).slice(0, 16);
}
