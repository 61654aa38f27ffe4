import { isPaperAddress } from '../../accounts/paper-address.ts';
import type { Seat } from '../../database/generated/client.ts';
import type { WholeSeat } from '../game/game-store.ts';

/** A seat as the readers of a letter see it. `name` is null if the player of that time no longer has the seat. */
export interface Correspondent {
  seatId: string;
  identifier: string;
  name: string | null;
}

/**
 * The player of a seat at the time of a letter. The name is shown while the player has the seat or can reclaim it from
 * the computer; after that the seat's name is another player's.
 * @param accountId the player's account; null if it was deleted
 */
export function correspondent(
  seat: Pick<Seat, 'id' | 'identifier' | 'name' | 'accountId' | 'reclaimableById'>,
  accountId: number | null,
): Correspondent {
  const samePlayer =
    accountId !== null && (seat.accountId === accountId || seat.reclaimableById === accountId);
  return { seatId: seat.id, identifier: seat.identifier, name: samePlayer ? seat.name : null };
}

/** `[AB] Ann Baker`, or `[AB]` without a name. */
export function inWords({ identifier, name }: Correspondent): string {
  return name === null ? `[${identifier}]` : `[${identifier}] ${name}`;
}

/** A seat whose player is a person. */
export type SeatWithPlayer = WholeSeat & { account: NonNullable<WholeSeat['account']>; accountId: number };

/**
 * Whether a seat has a player who can read letters. Players without e-mail cannot: they see no page, and what the GM prints
 * for them is no place for what the GM must not read.
 */
export function hasReader(seat: WholeSeat): seat is SeatWithPlayer {
  return seat.account !== null && !seat.opponent && !playsByPost(seat);
}

/** Whether a person without e-mail has the seat. */
export function playsByPost({ account, opponent }: WholeSeat): boolean {
  return account !== null && !opponent && isPaperAddress(account.email);
}
