import { z } from 'zod';
import { isPaperAddress } from '../../accounts/paper-address.ts';
import type { Delivery } from '../../database/generated/client.ts';
import type { KnownPlayers } from './accepted-seat.ts';
import type { WholeGame } from './game-store.ts';
import { addressShownToGm, type TypedAddresses } from './typed-addresses.ts';

/** A notice to someone who has lost a seat that was removed. */
const ToFormerPlayer = z.object({ formerPlayer: z.literal(true) });

/** To whom a mail of a game goes, as its GM may know it. Name and address are '' if the GM may not know them. */
export function recipientShownToGm(
  game: WholeGame,
  delivery: Pick<Delivery, 'accountId' | 'seatId' | 'toName' | 'toAddress' | 'detail'>,
  { known, typed }: { known: KnownPlayers; typed: TypedAddresses },
): { name: string; address: string } {
  const { accountId, seatId, toName, toAddress } = delivery;
  if (accountId !== null && accountId === game.gmId) return { name: toName, address: toAddress };
  // People on the waitlist have told the GM no address.
  if (seatId === null) return { name: strangerName(delivery.detail), address: '' };
  if (accountId !== null && known.isKnown(accountId, seatId)) {
    // Former players may have changed their address since. Someone who plays by post has none.
    const mayShow = known.hasSeat(accountId) || typed.all.has(toAddress) || isPaperAddress(toAddress);
    return { name: toName, address: mayShow ? toAddress : '' };
  }
  return { name: typedName(game, seatId, accountId), address: addressShownToGm(delivery, typed) };
}

/** The name that the GM typed for an account that has not accepted its seat; '' if it no longer has the seat. */
function typedName({ seats }: WholeGame, seatId: string, accountId: number | null): string {
  const seat = seats.find(({ id }) => id === seatId);
  const player = seat?.accountId ?? seat?.reclaimableById ?? null;
  return player !== null && player === accountId ? (seat?.name ?? '') : '';
}

/** What the GM sees in place of the name of someone without a seat. */
function strangerName(detail: unknown): string {
  return ToFormerPlayer.safeParse(detail).success ? 'A former player' : 'Someone on the waitlist';
}
