import { DELETED_NAME, newDeletedAddress } from '../../accounts/deleted-address.ts';
import { endAccess } from '../../accounts/end-access.ts';
import { WAITING } from '../../accounts/end-proofs.ts';
import { checkStillOpen } from '../../accounts/sessions.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { lockGamesOf } from '../game/new-game-right.ts';
import { forgetLetters } from '../letters/write-letter.ts';
import { forgetMessages } from '../messages/forget-messages.ts';
import { notifyGm, notifyGmOfPlayer } from '../notices/notices.ts';
import { updateEarlyProcessing } from '../processing/close-early.ts';
import { fillFromWaitlist } from './join-game.ts';
import { assignComputer } from './missed-turns.ts';
import { offerLocked } from './offer-seat.ts';

/**
 * Deletes an account for good: name, addresses, security code, passkeys, sessions and mail. Its number stays, because the sheets of
 * past games refer to it, and its seats keep only their identifiers. Printouts do not change. In running games the
 * computer plays on, and the seat is offered to others if the GM's policy says so. In games that have moved to another
 * server, only the copy here is changed, and no one is told.
 * Problems: `runs-games` (a game needs its GM), `operator` (the server needs one), `session-ended`.
 * @param token the token of the session in which its owner asks for it; null if no one is signed in
 */
export async function deleteAccount(
  ctx: AppContext,
  accountId: number,
  token: string | null = null,
): Promise<Result<void>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryToDelete(ctx, accountId, token);
    } catch (error) {
      if (error instanceof BecameUndeletable) return error.refusal;
      if (!(error instanceof GotAnotherSeat) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** How often the deletion is tried if the account gets another seat each time. */
const MAX_ATTEMPTS = 5;

/**
 * The account got another seat while its seats were being freed. It is thrown, because only an error rolls the
 * transaction back: the account's row must be locked after those of its games (see `lockSeatableAccount`), so the new
 * game cannot be locked anymore in this transaction. `deleteAccount` then starts again.
 */
class GotAnotherSeat extends Error {}

/**
 * The account began to run a game, or became an operator's, while its seats were being freed, or the session ended. It is
 * thrown so that the seats stay as they were.
 */
class BecameUndeletable extends Error {
  readonly refusal: Result<never>;

  constructor(refusal: Result<never>) {
    super('the account can no longer be deleted');
    this.refusal = refusal;
  }
}

async function tryToDelete(ctx: AppContext, accountId: number, token: string | null): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const deletable = await checkDeletable(tx, accountId);
    if (!deletable.ok) return deletable;
    const account = deletable.value;
    // Games are locked in the same order by everyone, so that two people who leave the same games do not deadlock.
    const seated = { seats: { some: { OR: [{ accountId }, { reclaimableById: accountId }] } } };
    const left = { seatChanges: { some: { accountId, kind: 'gaveUp' as const } } };
    const games = await tx.game.findMany({
      where: { OR: [seated, left] },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    for (const { id } of games) await freeSeats(tx, ctx, id, account);
    // Under these locks the account can create or revive no game and get no seat (see `lockSeatableAccount`). What was
    // committed earlier is found now.
    await lockGamesOf(tx, accountId);
    await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${accountId} FOR UPDATE`;
    if ((await tx.game.count({ where: seated })) > 0) throw new GotAnotherSeat();
    const open = token === null ? null : await checkStillOpen(tx, { accountId, token }, 'deleteCode');
    if (open?.ok === false) throw new BecameUndeletable(open);
    const still = await checkDeletable(tx, accountId);
    if (!still.ok) throw new BecameUndeletable(still);
    await erase(tx, ctx, still.value);
    return ok(undefined);
  });
}

/**
 * Erases again what a game that came back from another server says of an account that was deleted here in the meantime, and
 * leaves its seat to the computer. In the caller's transaction, which must have locked the account's row or written its rows.
 */
export async function deleteFromGame(
  tx: Tx,
  ctx: AppContext,
  gameId: string,
  accountId: number,
): Promise<void> {
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  await freeSeats(tx, ctx, gameId, account);
  await erase(tx, ctx, account);
}

/** Checks whether an account can be deleted, and reads it. A game that has moved to another server has its GM there. */
async function checkDeletable(tx: Tx, id: number): Promise<Result<Account>> {
  const account = await tx.account.findUniqueOrThrow({ where: { id } });
  if (account.operator) {
    const message =
      'An operator’s account cannot be deleted. Someone with access to the machine must take the right of an operator away first.';
    return fail('', 'operator', message);
  }
  const active = { status: { in: ['forming' as const, 'running' as const] }, transferredOutAt: null };
  const runs = await tx.game.findFirst({ where: { gmId: id, ...active } });
  if (!runs) return ok(account);
  const message = `You run ${gameNumber(runs)}. You can delete your account when the game is over or abandoned.`;
  return fail('', 'runs-games', message);
}

/**
 * Frees all seats of a game that the account has or may reclaim, takes its name off those that it gave up, and the account off the
 * waitlist.
 */
async function freeSeats(tx: Tx, ctx: AppContext, gameId: string, account: Account): Promise<void> {
  const game = await lockGame(tx, gameId);
  if (!game) return;
  // Otherwise someone who waits and was invited meanwhile would be the first to get the seat that is freed.
  await tx.waitlistEntry.deleteMany({ where: { gameId, accountId: account.id } });
  for (const seat of game.seats) {
    if (seat.reclaimableById === account.id) {
      await clearSeat(tx, seat);
      const isToBeOffered = isPlayedHere(game) && game.offerAbandonedSeats && !seat.offered;
      if (isToBeOffered) await offerLocked(tx, ctx, { game, seat, by: null });
    }
    if (await hasGivenUp(tx, seat, account.id)) await clearSeat(tx, seat);
    if (seat.accountId !== account.id) continue;
    // Also in an abandoned game: it may be revived, and an empty seat would keep it from beginning.
    if (game.begunAt === null) {
      await tx.seat.delete({ where: { id: seat.id } });
      await tellOfFreedSeat(tx, ctx, game, { seat, by: account.id });
      await fillFromWaitlist(tx, ctx, gameId);
      continue;
    }
    if (game.status === 'running') await leaveToComputer(tx, ctx, game, seat);
    await clearSeat(tx, seat);
  }
}

/**
 * Logs that a seat of a game that has not begun is free, and tells the GM. Neither names the person. Of someone who has not accepted the
 * seat, neither says anything: the GM must not learn that they had an account.
 */
async function tellOfFreedSeat(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { seat: { identifier, acceptedAt }, by }: { seat: WholeSeat; by: number },
): Promise<void> {
  if (acceptedAt === null) return;
  if (game.status !== 'forming' || game.transferredOutAt !== null) return;
  await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'playerLeft', detail: `[${identifier}]` });
  await notifyGmOfPlayer(tx, ctx, game, {
    by,
    subject: `[${identifier}] no longer has a player`,
    paragraphs: [`[${identifier}] no longer has a player, so the seat was removed.`],
  });
}

/** Whether a game goes on here, and not on another server to which it has moved: there its seats are still played. */
function isPlayedHere({ status, transferredOutAt }: WholeGame): boolean {
  return status === 'running' && transferredOutAt === null;
}

/** Whether the account gave the seat up, and no one has had it since: then the seat still has the account's name. */
async function hasGivenUp(tx: Tx, seat: WholeSeat, accountId: number): Promise<boolean> {
  if (seat.accountId !== null || seat.reclaimableById !== null) return false;
  const last = await tx.seatChange.findFirst({ where: { seatId: seat.id }, orderBy: { at: 'desc' } });
  return last?.kind === 'gaveUp' && last.accountId === accountId;
}

/**
 * Lets the computer play a seat, and tells people of it; but not in the copy of a game that has moved, where no one can do
 * anything about it. There the computer gets the seat only so that the game can go on if the transfer is taken back.
 */
async function leaveToComputer(tx: Tx, ctx: AppContext, game: WholeGame, seat: WholeSeat): Promise<void> {
  await assignComputer(tx, game, seat, { turn: game.turn, reclaimable: false });
  if (!isPlayedHere(game)) return;
  await updateEarlyProcessing(tx, ctx, game.id);
  const next = game.offerAbandonedSeats
    ? 'The seat is offered in the lobby.'
    : 'You can offer the seat to others or give it to another person.';
  // The GM must not learn that an invited person has an account here.
  const isKnown = seat.acceptedAt !== null;
  const detail = `[${seat.identifier}] turn ${game.turn}${isKnown ? ', account deleted' : ''}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'seatLeftToComputer', detail });
  await notifyGm(tx, ctx, game, {
    canWait: true,
    subject: `the computer plays [${seat.identifier}]`,
    paragraphs: [
      `${isKnown ? `The player of [${seat.identifier}] has deleted their account.` : `[${seat.identifier}] no longer has a player.`} The computer plays the seat now. ${next}`,
    ],
  });
  if (game.offerAbandonedSeats) await offerLocked(tx, ctx, { game, seat, by: null });
}

/** Removes the account and its name from a seat; the identifier stays. The log of the game does not name people. */
async function clearSeat(tx: Tx, seat: WholeSeat): Promise<void> {
  const data = { name: seat.identifier, accountId: null, invitedAs: null, reclaimableById: null };
  await tx.seat.update({ where: { id: seat.id }, data });
}

/** Erases everything personal in the account's row and in the rows that refer to it. */
async function erase(tx: Tx, ctx: AppContext, { id, email, deletedAt }: Account): Promise<void> {
  const own = { accountId: id };
  await endAccess(tx, { id, email }, null);
  await tx.securityCode.deleteMany({ where: own });
  await tx.addressMark.deleteMany({ where: own });
  await tx.passkey.deleteMany({ where: own });
  await tx.waitlistEntry.deleteMany({ where: own });
  await tx.limitedAction.deleteMany({ where: own });
  await tx.absence.deleteMany({ where: own });
  await tx.advanceOrders.deleteMany({ where: own });
  await tx.privateNotes.deleteMany({ where: own });
  await tx.mutedGame.deleteMany({ where: own });
  await tx.webhook.deleteMany({ where: own });
  await tx.gamePolicy.updateMany({ where: { game: { gmId: id } }, data: { gmPostalAddress: null } });
  await tx.digestLine.deleteMany({ where: own });
  await tx.practicePlayer.deleteMany({ where: own });
  await eraseMail(tx, { id, email });
  await tx.inspection.updateMany({ where: { playerId: id }, data: { seatName: null } });
  await tx.disputedQuestion.updateMany({ where: own, data: { accountId: null, reason: '' } });
  await tx.attendance.updateMany({ where: own, data: { accountId: null } });
  await tx.rolledBackAttendance.updateMany({ where: own, data: { accountId: null } });
  await tx.printout.updateMany({ where: own, data: { accountId: null } });
  await tx.printoutReader.deleteMany({ where: own });
  await forgetLetters(tx, id);
  await forgetMessages(tx, id);
  await tx.account.update({
    where: { id },
    data: {
      name: DELETED_NAME,
      email: newDeletedAddress(),
      address: null,
      publishAddress: false,
      mayRunGames: false,
      timeZone: 'UTC',
      deletedAt: deletedAt ?? ctx.now(),
    },
  });
}

/**
 * Deletes the mail to an account, and that to its address which belongs to no account. What was mailed to another account while it had
 * this address is the record of that account, which says among other things what it may read: there only the address is erased.
 */
async function eraseMail(tx: Tx, { id, email }: Pick<Account, 'id' | 'email'>): Promise<void> {
  await tx.delivery.deleteMany({ where: { OR: [{ accountId: id }, { accountId: null, toAddress: email }] } });
  // Mail to earlier addresses says that they are no longer the account's. What still waits may warn its reader.
  const toEarlier = {
    accountId: null,
    kind: 'confirmation',
    detail: { path: ['account'], equals: id },
  } as const;
  await tx.delivery.deleteMany({ where: { ...toEarlier, status: { notIn: WAITING } } });
  const erased = newDeletedAddress();
  await tx.$executeRaw`UPDATE "Delivery"
    SET "toAddress" = ${erased}, "lastError" = replace("lastError", ${email}, ${erased})
    WHERE "toAddress" = ${email}`;
}
