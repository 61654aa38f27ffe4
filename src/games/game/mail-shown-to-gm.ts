import { PAPER_ADDRESSES } from '../../accounts/paper-address.ts';
import type { Tx } from '../../database/client.ts';
import type { Prisma } from '../../database/generated/client.ts';
import { type GameOfPlayers, knownPlayers } from './accepted-seat.ts';

/**
 * Selects the messages of a game that its GM sees. Private letters are left out unless their delivery failed: the GM
 * may have to correct the address, but must not learn who writes to whom. The row names neither sender nor content.
 * Private messages are left out, too, because they would show the address of someone without a seat; what the GM wrote to
 * a player is shown if its delivery failed. `isHiddenFromGm` leaves out some more.
 */
export async function deliveriesShownToGm(db: Tx, game: GameOfPlayers): Promise<Prisma.DeliveryWhereInput> {
  const failed = { status: 'failed' as const };
  return {
    gameId: game.id,
    OR: [
      { kind: { notIn: ['letter', 'message'] } },
      { kind: 'letter', ...failed },
      { kind: 'message', ...failed, seatId: { not: null } },
    ],
    AND: [{ OR: await ofKnownPlayers(db, game) }],
  };
}

/**
 * The conditions that mail can meet to be shown, so that the GM learns nothing of the settings of someone who has not accepted their
 * seat: what they have turned off, and when they are reminded. They are sent an invitation in any case, but of other mail only what
 * they want, and so much of it a day. Someone who plays by post has no settings.
 */
async function ofKnownPlayers(db: Tx, game: GameOfPlayers): Promise<Prisma.DeliveryWhereInput[]> {
  const { isKnown } = await knownPlayers(db, game);
  const recipients = await db.delivery.groupBy({ by: ['seatId', 'accountId'], where: { gameId: game.id } });
  const known = recipients.filter(
    ({ seatId, accountId }) => seatId === null || accountId === null || isKnown(accountId, seatId),
  );
  return [{ kind: 'invitation' }, { toAddress: PAPER_ADDRESSES }, ...known];
}
