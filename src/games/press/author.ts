import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';
import { playedVersion } from '../sheets/played-sheets.ts';

/**
 * The seat of a release as notices about it need it: with the person whose sheet was played as its player, who may have lost
 * the seat since. Null if that person cannot be told: the computer wrote it, the account was deleted, or it is not certain
 * whose paper sheet it was. No one else may read what the release says.
 */
export async function seatOfAuthor(
  tx: Tx,
  game: WholeGame,
  { seatId, turn }: { seatId: string; turn: number },
): Promise<WholeSeat | null> {
  const seat = game.seats.find(({ id }) => id === seatId);
  const versions = await tx.sheet.findMany({
    where: { seatId, turn },
    include: { sentBy: true, deliveries: { select: { account: true } } },
  });
  const played = playedVersion(versions);
  if (seat === undefined || played === null) return null;
  const author = played.channel === 'post' ? await onPaper(tx, seat, turn, played) : played.sentBy;
  if (author === null || author.id === seat.accountId) return author && seat;
  // A person who has sent a sheet has accepted the seat.
  return { ...seat, accountId: author.id, account: author, acceptedAt: played.receivedAt };
}

/** Whose paper sheet it was: its receipt went to them, or they have had the seat without a break since they got the printout. */
async function onPaper(
  tx: Tx,
  seat: WholeSeat,
  turn: number,
  { deliveries, receivedAt }: { deliveries: readonly { account: Account | null }[]; receivedAt: Date },
): Promise<Account | null> {
  const [receipt] = deliveries;
  if (receipt !== undefined) return receipt.account;
  const change = await tx.seatChange.findFirst({
    where: { seatId: seat.id, kind: { not: 'gaveUp' }, at: { lte: receivedAt } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  });
  if (change !== null && change.accountId !== seat.accountId) return null;
  const printouts = await tx.printout.findMany({
    where: { seatId: seat.id, turn },
    select: { accountId: true },
  });
  const isTheirs = printouts.length > 0 && printouts.every(({ accountId }) => accountId === seat.accountId);
  return isTheirs && seat.since <= turn ? seat.account : null;
}
