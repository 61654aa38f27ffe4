import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Turn } from '../../database/generated/client.ts';
import { gotByOthers, NOT_ROLLED_BACK, type WholeGame } from '../game/game-store.ts';
import { printoutsReadableBy } from '../game/readable-printouts.ts';
import { mailOpenPrintout } from './open-printout.ts';

/* From which turn on the players of seats see the printouts of their seats, when turns are rolled back and forward. */

/**
 * Gives the printout of the open turn to people who owe a sheet for it but cannot read it: after a rollback, those who took
 * their seats in a later turn; after a rollback is undone, those who took theirs from the computer meanwhile. Those who can reclaim
 * a seat will be able to read it.
 */
export async function giveOpenPrintouts(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  for (const seat of game.seats) {
    const { id, account, acceptedAt } = seat;
    const since = Math.min(seat.since, game.turn);
    if (account === null) {
      if (seat.reclaimableById !== null) await tx.seat.update({ where: { id }, data: { since } });
      continue;
    }
    const open = { gameId: game.id, seatId: id, turn: game.turn, ...NOT_ROLLED_BACK };
    const where = { ...open, ...printoutsReadableBy(account.id, seat) };
    if ((await tx.printout.count({ where })) > 0) continue;
    await tx.seat.update({ where: { id }, data: { since } });
    await mailOpenPrintout(tx, ctx, game, { seat, account, acceptedAt });
  }
}

/**
 * Mails the printout of the open turn to the players to whom it has not been mailed: the rollback stopped the mail, or it
 * went to the former player of the seat.
 * @param game the game after the change
 */
export async function mailUnsentPrintouts(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  const printout = { gameId: game.id, turn: game.turn, ...NOT_ROLLED_BACK };
  const where = { kind: 'printout' as const, status: { not: 'failed' as const }, printout };
  const mails = await tx.delivery.findMany({ where, select: { seatId: true, accountId: true } });
  for (const seat of game.seats) {
    const { id, account, acceptedAt } = seat;
    if (account === null) continue;
    if (mails.some((mail) => mail.seatId === id && mail.accountId === account.id)) continue;
    await mailOpenPrintout(tx, ctx, game, { seat, account, acceptedAt });
  }
}

/** The seats that the game's GM has, or can take back from the computer. */
function seatsOfGm({ seats, gmId }: WholeGame): string[] {
  return seats
    .filter(({ accountId, reclaimableById }) => (accountId ?? reclaimableById) === gmId)
    .map(({ id }) => id);
}

/** Whether a rollback would let the game's GM play a seat in a turn in which it was someone else's. */
export async function gmWouldPlay(tx: Tx, game: WholeGame, turn: number): Promise<boolean> {
  const where = { seatId: { in: seatsOfGm(game) }, turn, ...NOT_ROLLED_BACK, ...gotByOthers(game.gmId) };
  return (await tx.printout.count({ where })) > 0;
}

/** Whether a turn that is rolled forward would show the game's GM the printout of someone else. */
export async function gmWouldRead(tx: Tx, game: WholeGame, { turn, attempt }: Turn): Promise<boolean> {
  const where = { seatId: { in: seatsOfGm(game) }, turn: turn + 1, attempt, ...gotByOthers(game.gmId) };
  return (await tx.printout.count({ where })) > 0;
}

/**
 * People who took a seat while later turns were rolled back, or can reclaim it, do not get the printouts that others got for these
 * turns: they see the printouts from the turn that is open now.
 */
export async function hidePrintoutsOfOthers(tx: Tx, game: WholeGame): Promise<void> {
  for (const { id, accountId, reclaimableById, since } of game.seats) {
    const player = accountId ?? reclaimableById;
    if (player === null) continue;
    // What the computer got is theirs to read when they reclaim the seat.
    const ofOthers = accountId === null ? { accountId: { not: player } } : gotByOthers(player);
    const where = { seatId: id, turn: { gt: since }, ...NOT_ROLLED_BACK, ...ofOthers };
    if ((await tx.printout.count({ where })) === 0) continue;
    await tx.seat.update({ where: { id }, data: { since: game.turn + 1 } });
  }
}
