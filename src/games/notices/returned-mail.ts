import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { gameNumber } from '../game/game-number.ts';
import { mailTo, requestMail } from './mail-limits.ts';
import { notifyGm } from './notices.ts';

/*
 * What the GM of a game learns of mail that comes back: that mail to a player of this game does, and never more. They learn it
 * only if mail of this game goes to the marked address and the address is one that they know.
 */

/** A seat, as far as it decides what its GM may know. */
interface AddressedSeat {
  id: string;
  gameId: string;
  accountId: number | null;
  acceptedAt: Date | null;
  invitedAs: string | null;
}

/** The ids of those seats whose players' addresses are marked, as far as the GM of their game may know it. */
export async function seatsWithReturnedMail(
  tx: Pick<Tx, 'addressMark' | 'delivery'>,
  seats: readonly AddressedSeat[],
): Promise<Set<string>> {
  const found = new Set<string>();
  const accounts = seats.flatMap(({ accountId }) => accountId ?? []);
  if (accounts.length === 0) return found;
  const marks = await tx.addressMark.findMany({
    where: { accountId: { in: accounts }, markedAt: { not: null } },
    include: { account: { select: { email: true } } },
  });
  for (const { accountId, email, account } of marks) {
    if (account.email !== email) continue;
    for (const seat of seats) {
      if (seat.accountId !== accountId || (seat.acceptedAt === null && seat.invitedAs !== email)) continue;
      const mailed = { gameId: seat.gameId, seatId: seat.id, accountId, toAddress: email };
      if ((await tx.delivery.count({ where: mailed })) > 0) found.add(seat.id);
    }
  }
  return found;
}

/**
 * Tells the GMs of all running and forming games of an account once that its address has been marked. A player whose address
 * works and fails in turn causes no more of these mails than of others to their GM; the GM page shows the mark in any case.
 */
export async function tellGmsOfReturnedMail(tx: Tx, ctx: AppContext, accountId: number): Promise<void> {
  const status = { in: ['forming' as const, 'running' as const] };
  const seats = await tx.seat.findMany({
    where: { accountId, game: { status, transferredOutAt: null, gmId: { not: accountId } } },
    include: { game: { include: { gm: true } } },
  });
  const marked = await seatsWithReturnedMail(tx, seats);
  for (const { id, identifier, name, game } of seats) {
    if (!marked.has(id)) continue;
    const allowed = await requestMail(tx, ctx, accountId, mailTo('notice', game.gm, accountId));
    if (!allowed.ok) continue;
    await notifyGm(tx, ctx, game, {
      subject: `mail to [${identifier}] ${name} comes back`,
      paragraphs: [
        `E-mail to [${identifier}] ${name} comes back. Until the address works again, nothing about the game is mailed to it. The player's printouts are still on the pages of ${gameNumber(game)}.`,
        'Tell the player in another way. They can sign in and confirm the address or change it; the page of their account says how. If you typed the address yourself and no one has used it, you can correct it on the GM page. You get this e-mail only once.',
      ],
    });
  }
}
