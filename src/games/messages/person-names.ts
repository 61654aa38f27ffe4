import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import type { WholeGame } from '../game/game-store.ts';

/** What the GM sees of someone who has shown nothing of themself but a reply by mail. */
const UNKNOWN = 'Someone who replied by e-mail';

/**
 * What the GM of a game may call a person who has no seat in it. People who have done something in the game themselves are
 * called by the name of their account. Of all others the GM knows only what they typed themself: the address that they
 * invited, while the seat can be reclaimed. Someone who replies to an invitation by mail does not show by this who has the account with that address.
 */
export async function personName(
  db: Tx,
  game: Pick<WholeGame, 'id'>,
  account: Pick<Account, 'id' | 'name'>,
): Promise<string> {
  if (await hasActedIn(db, game.id, account.id)) return account.name;
  const invited = await db.seat.findFirst({
    where: { gameId: game.id, reclaimableById: account.id, acceptedAt: null },
    select: { invitedAs: true },
  });
  return invited?.invitedAs ?? UNKNOWN;
}

/** Whether someone has accepted a seat of the game, waits for one, or has written or sent something on its pages. */
async function hasActedIn(db: Tx, gameId: string, accountId: number): Promise<boolean> {
  const own = { gameId, accountId };
  // One after another: a transaction has one connection.
  return (
    (await db.gmMessage.count({ where: { ...own, fromGm: false, via: 'web' } })) > 0 ||
    (await db.seat.count({ where: { ...own, acceptedAt: { not: null } } })) > 0 ||
    (await db.seat.count({ where: { gameId, reclaimableById: accountId, acceptedAt: { not: null } } })) > 0 ||
    (await db.waitlistEntry.count({ where: own })) > 0 ||
    (await db.sheet.count({ where: { gameId, sentById: accountId } })) > 0 ||
    (await db.letter.count({ where: own })) > 0
  );
}
