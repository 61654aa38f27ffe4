import type { Delivery } from '../../database/generated/client.ts';
import type { WholeGame } from '../game/game-store.ts';
import { hasOrMayReclaimSeat } from '../game/gm-access.ts';

/**
 * Whether the GM of a game may cancel one of its mails: only a message that they wrote themselves, or an invitation. All other
 * mail tells players what the game has for them, or what the GM has done. A GM who plays cannot keep any mail from the
 * other seats.
 */
export function mayGmCancel(
  { gmId, seats }: Pick<WholeGame, 'gmId' | 'seats'>,
  { kind, detail, seatId }: Pick<Delivery, 'kind' | 'detail' | 'seatId'>,
): boolean {
  const isOwn = kind === 'invitation' || (kind === 'notice' && detail.broadcast === true);
  if (!isOwn || !hasOrMayReclaimSeat({ seats }, gmId)) return isOwn;
  return seats.some(({ id, accountId }) => id === seatId && accountId === gmId);
}

/** Whether a mail can be sent again: the words of an answer are stored only with it, and not kept once it has been sent. */
export function canBeSentAgain({ kind, detail }: Pick<Delivery, 'kind' | 'detail'>): boolean {
  return kind !== 'answer' || typeof detail.subject === 'string';
}
