import type { Tx } from '../../database/client.ts';
import type { WholeGame, WholeSeat } from '../game/game-store.ts';

/*
 * A GM who plays and rolls back a turn has read its printouts. Their own sheet for that turn is kept: what counted when the
 * turn was first processed is played again, or they could try a sheet, read what comes of it and send a better one.
 */

/** No account has this number. */
const NO_ONE = -1;

/** What the player of a seat that keeps its sheet is told. */
export const SHEET_IS_KEPT =
  'The player of this seat rolled the turn back after seeing its printouts, so the earlier sheet is played.';

/**
 * The ids of the seats that take no new sheet for a turn, not even from advance or standing orders: those that people had
 * who rolled it back, or have now, unless it was rolled forward since. A seat that has passed on since keeps its sheet, too:
 * its new player may know what came of it.
 * @param turn the open turn, or the one that is about to open
 */
export async function seatsKeepingSheets(
  tx: Tx,
  game: Pick<WholeGame, 'id' | 'seats'>,
  turn: number,
): Promise<string[]> {
  const where = { gameId: game.id, turn, undoneAt: null };
  const rollbacks = await tx.rollback.findMany({ where, select: { byId: true, seatId: true } });
  if (rollbacks.length === 0) return [];
  const by = new Set(rollbacks.map(({ byId }) => byId));
  const seats = new Set([
    ...rollbacks.map(({ seatId }) => seatId),
    ...(await seatsHadFor(tx, game, turn, by)),
  ]);
  // Also while the computer plays the seat for them: they could reclaim it with the computer's sheet.
  const playerOf = ({ accountId, reclaimableById }: WholeSeat) => accountId ?? reclaimableById;
  return game.seats
    .filter((seat) => seats.has(seat.id) || by.has(playerOf(seat) ?? NO_ONE))
    .map(({ id }) => id);
}

/** The seats that accounts had when a turn was processed: those for which they sent, or missed, a sheet. */
async function seatsHadFor(
  tx: Tx,
  { id: gameId }: Pick<WholeGame, 'id'>,
  turn: number,
  accounts: ReadonlySet<number>,
): Promise<string[]> {
  const ids = [...accounts];
  const key = { gameId, turn };
  const sheets = await tx.sheet.findMany({
    where: { ...key, sentById: { in: ids }, channel: { not: 'post' } },
    select: { seatId: true },
  });
  // The printout before the turn went to the player who had the seat then.
  const printouts = await tx.printout.findMany({
    where: { ...key, accountId: { in: ids }, seatId: { not: null } },
    select: { seatId: true },
  });
  return [...sheets, ...printouts].flatMap(({ seatId }) => seatId ?? []);
}

/** Whether a seat takes no new sheet for the open turn. */
export async function keepsSheet(tx: Tx, game: WholeGame, seat: Pick<WholeSeat, 'id'>): Promise<boolean> {
  return (await seatsKeepingSheets(tx, game, game.turn)).includes(seat.id);
}
