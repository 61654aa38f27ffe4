import type { Tx } from '../database/client.ts';
import type { House } from '../database/house.ts';

/** What can be done to a game. */
export type GameVerb =
  | 'game created'
  | 'seat added'
  | 'seat removed'
  | 'game begun'
  | 'due set'
  | 'calendar set'
  | 'date set around absences'
  | 'absence announced'
  | 'absence withdrawn'
  | 'extended'
  | 'paused'
  | 'resumed'
  | 'vote for more time'
  | 'vote taken back'
  | 'extended by vote'
  | 'closing'
  | 'not closing'
  | 'last word taken back'
  | 'sheet received'
  | 'turn processed'
  | 'game over'
  | 'miss excused'
  | 'excuse taken back'
  | 'seat left to the computer'
  | 'seat taken back'
  | 'players decided'
  | 'joined'
  | 'left'
  | 'waiting'
  | 'invitation link'
  | 'turn rolled back'
  | 'turn rolled forward'
  | 'turn previewed'
  | 'press decided'
  | 'player replaced'
  | 'seat to opponent'
  | 'address corrected'
  | 'mail sent again'
  | 'mail given up'
  | 'letter to all'
  | 'game abandoned'
  | 'game taken up again'
  | 'seat offered'
  | 'offer withdrawn'
  | 'seat taken over'
  | 'game moved in'
  | 'game moved out';

/**
 * Notes who did what to a game. The GM reads the log, so `detail` never holds what is on a sheet.
 * @param by the account; null where the server did it
 */
export async function logGame(
  tx: Tx,
  house: House,
  entry: { gameId: string; by: number | null; verb: GameVerb; detail: string },
): Promise<void> {
  await tx.gameLog.create({
    data: {
      gameId: entry.gameId,
      at: house.now(),
      accountId: entry.by,
      verb: entry.verb,
      detail: entry.detail,
    },
  });
}

/** Notes what the GM did about one mail of a game: of which kind it is and whose. */
export async function noteMail(
  house: House,
  gameId: string,
  by: number,
  verb: 'mail sent again' | 'mail given up',
  deliveryId: string,
): Promise<void> {
  const { prisma } = house.db;
  const include = { seat: { select: { identifier: true } } };
  const delivery = await prisma.delivery.findUniqueOrThrow({ where: { id: deliveryId }, include });
  const seat = delivery.seat ? ` [${delivery.seat.identifier}]` : '';
  await logGame(prisma, house, { gameId, by, verb, detail: `${delivery.kind}${seat}` });
}
