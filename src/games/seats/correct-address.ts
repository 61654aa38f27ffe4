import { checkStoredPerson } from '../../accounts/account-details.ts';
import { findOrCreateAccount } from '../../accounts/accounts.ts';
import { endAccess } from '../../accounts/end-access.ts';
import { WAITING } from '../../accounts/end-proofs.ts';
import { lockAccount } from '../../accounts/lock-account.ts';
import { isPaperAddress } from '../../accounts/paper-address.ts';
import { endLink } from '../../accounts/sign-in-links.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account, Channel, Prisma } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { playerInLog } from '../game/accepted-seat.ts';
import { endProgramsOfOthers } from '../game/end-programs.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { inTransaction, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { type SeatRequest, seatAt } from '../game/gm-seat.ts';
import { inspect } from '../inspections/inspect.ts';
import { checkMailLimits, countMail, invitationTo, mailToSeats } from '../notices/mail-limits.ts';
import { notifyAllSeats } from '../notices/notices.ts';
import { moveAdvanceOrders } from '../sheets/enter-advance-orders.ts';
import { alreadySeated, satBefore } from './already-seated.ts';
import { lockSeatableAccount, type SeatableAccount } from './lock-seatable-account.ts';
import { recordSeatChange } from './seat-changes.ts';
import { hadAnotherSeat } from './takeover-eligibility.ts';

/**
 * Corrects the address of a player who could never be reached: the seat, with everything that it got, goes to the account
 * with the right address, which is found or created. No account gets another address, so the GM does not learn whether
 * one had the address. Links that were sent to the old address stop working, and waiting mail goes to the new one (see
 * `moveMail`), except for invitations: they fail, and callers must send them again (`resend`), with a link for the new account.
 * In a running game, all players are told: the GM could otherwise show a seat to a second account of their own. If the player
 * played by post, it is recorded as an inspection.
 * Problems: those of `seatAt` (the game may also be forming), `no-player`, `in-use`,
 * `same-address`, `own-address`, `already-seated`, `sat-before` (the person had another seat), `too-much-mail`, `plays` (of
 * `inspect`), those of `lockSeatableAccount`, those of the address.
 * @returns the account that has the seat now
 */
export async function correctAddress(
  ctx: AppContext,
  wanted: SeatRequest & { email: string },
): Promise<Result<Account>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, ctx, wanted, 'forming');
    if (!found.ok) return found;
    const { game, seat } = found.value;
    const { account: before } = seat;
    if (!before) return fail('seat', 'no-player', `No person plays [${seat.identifier}].`);
    if (isPaperAddress(wanted.email.trim()))
      return fail('email', 'email-invalid', 'Enter an e-mail address such as ann.baker@example.org.');
    const person = checkStoredPerson({ name: seat.name, email: wanted.email });
    if (!person.ok) return person;
    const { email } = person.value;
    const others = othersToTell(game, seat);
    const mails = [...mailToSeats('notice', others, wanted.by), ...invitationTo(email, game)];
    const allowed = await checkMailLimits(tx, ctx, wanted.by, mails);
    if (!allowed.ok) return allowed;
    // Under this lock no one can use a link, so the account stays unused until its links have ended.
    await lockAccount(tx, before.id);
    const free = await checkUnused(tx, game, seat, before);
    if (!free.ok) return free;
    const differs = checkAddress(game, seat, email);
    if (!differs.ok) return differs;
    const { id } = await findOrCreateAccount(tx, ctx, person.value);
    const after = await lockSeatableAccount(tx, game, id, 'email');
    if (!after.ok) return after;
    // The person may have this address by now. The GM who guesses it must not see a difference.
    if (game.seats.some((other) => other.accountId === id && other.id !== seat.id))
      return alreadySeated(game, email);
    const announced = await announce(tx, ctx, { game, seat, before, after: after.value, by: wanted.by });
    if (!announced.ok) return announced;
    await countMail(tx, ctx, wanted.by, mails);
    await moveSeat(tx, ctx, { game, seat, before, after: after.value });
    const detail = `[${seat.identifier}] ${playerInLog({ acceptedAt: null }, id)}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'addressCorrected', detail });
    return ok(after.value);
  });
}

/** The seats whose players are told of a correction: all others, once the game runs. Before, nothing is at stake. */
function othersToTell(game: WholeGame, { id }: WholeSeat): WholeSeat[] {
  return game.begunAt === null ? [] : game.seats.filter((other) => other.id !== id);
}

/**
 * Checks in a running game that the new account may have the seat, and tells all other players of it. Problems: `sat-before`,
 * `plays`.
 */
async function announce(
  tx: Tx,
  ctx: AppContext,
  change: { game: WholeGame; seat: WholeSeat; before: Account; after: SeatableAccount; by: number },
): Promise<Result<void>> {
  const { game, seat, before, after, by } = change;
  if (game.begunAt === null) return ok(undefined);
  if (await hadAnotherSeat(tx, game, seat, after.id)) return satBefore();
  const byPost = isPaperAddress(before.email);
  if (byPost) {
    const seen = await inspect(tx, ctx, game, { by, kind: 'paperPlayerAddress', seatId: seat.id });
    if (!seen.ok) return seen;
  }
  const what = byPost
    ? `has entered an e-mail address for the player of [${seat.identifier}], who has played by post so far.`
    : `has corrected the e-mail address of the player of [${seat.identifier}]. No one had used the account with the old address.`;
  await notifyAllSeats(
    tx,
    ctx,
    { ...game, seats: othersToTell(game, seat) },
    {
      subject: `the player of [${seat.identifier}] has another e-mail address`,
      paragraphs: [
        `${game.gm.name} ${what} In ${gameNumber(game)}, the account with the new address has the seat now, and sees all printouts of the seat.`,
      ],
    },
  );
  return ok(undefined);
}

function checkAddress(game: WholeGame, seat: WholeSeat, email: string): Result<void> {
  // Until the person accepts the seat, the GM knows only the address that was typed.
  const known = seat.acceptedAt === null ? seat.invitedAs : seat.account?.email;
  if (email === known || email === seat.invitedAs) {
    return fail('email', 'same-address', 'The player already has this address. Enter the right one.');
  }
  if (email !== game.gm.email) return ok(undefined);
  return fail('email', 'own-address', 'This is your own address. Enter the address of the player.');
}

/**
 * Checks that the seat has shown nothing to anyone. Before the game begins, it can show nothing: it is enough that its
 * player has not accepted it, which the GM knows. Later, no one may have used the account. Problem: `in-use`.
 */
async function checkUnused(
  tx: Tx,
  game: WholeGame,
  { name, acceptedAt }: WholeSeat,
  account: Account,
): Promise<Result<void>> {
  if (showsNothing(game, { acceptedAt }) || !(await isInUse(tx, game, account))) return ok(undefined);
  const message = `${name} has used this account or received private letters, so only ${name} or the operator can change its address.`;
  return fail('email', 'in-use', message);
}

/** Whether the seat can have shown nothing yet, so that its account may be in use. */
function showsNothing(game: WholeGame, { acceptedAt }: Pick<WholeSeat, 'acceptedAt'>): boolean {
  return game.begunAt === null && acceptedAt === null;
}

/** Gives a seat to another account, with everything that its unreachable player got and what waits to be mailed. */
async function moveSeat(
  tx: Tx,
  ctx: AppContext,
  change: { game: WholeGame; seat: WholeSeat; before: Account; after: SeatableAccount },
): Promise<void> {
  const { game, seat, before, after } = change;
  await endLinks(tx, game, seat, before);
  const own = { gameId: game.id, accountId: before.id };
  await tx.seat.update({
    where: { id: seat.id },
    data: { accountId: after.id, acceptedAt: null, invitedAs: after.email },
  });
  await endProgramsOfOthers(tx, seat.id, after.id);
  await recordSeatChange(tx, ctx, game, { seat, accountId: after.id, kind: 'corrected' });
  // The account before was mailed the printouts: it can never get another seat. This is not announced.
  if (game.begunAt !== null)
    await recordSeatChange(tx, ctx, game, { seat, accountId: before.id, kind: 'seated' });
  await tx.printout.updateMany({ where: own, data: { accountId: after.id } });
  await tx.printoutReader.updateMany({ where: own, data: { accountId: after.id } });
  await moveAdvanceOrders(tx, seat.id, { before: before.id, after: after.id });
  await tx.sheet.updateMany({
    where: { seatId: seat.id, sentById: before.id },
    data: { sentById: after.id },
  });
  const sent = { replyHash: { not: null }, NOT: { deliveries: { some: { status: { in: WAITING } } } } };
  await tx.letterCopy.updateMany({ where: { ...own, ...sent }, data: { replyHash: null } });
  await tx.letterCopy.updateMany({ where: own, data: { accountId: after.id } });
  await moveMail(tx, change);
  await endWaitingInvitations(tx, seat);
}

/**
 * Gives mail to another account. The account before can be that of a person who uses it and does not know the GM, as long as
 * the seat has shown nothing: then only invitations and notices to the seat move that wait or came back. In any case they have the name that
 * the GM typed instead of that of the account, and what the GM wrote to a person stays with that person.
 */
async function moveMail(
  tx: Tx,
  {
    game,
    seat,
    before,
    after,
  }: { game: WholeGame; seat: WholeSeat; before: Account; after: SeatableAccount },
): Promise<void> {
  const own = { gameId: game.id, accountId: before.id };
  const isWaiting = { status: { in: WAITING } };
  // The invitations that went to the wrong address must not be taken for the new player's: see `typedAddresses`.
  // Only to an address that the GM knows: an invitation that was sent again may have gone to a new one of the account.
  const known = seat.acceptedAt === null ? seat.invitedAs : before.email;
  const toKnown = { status: { notIn: WAITING }, toAddress: known ?? { in: [] } };
  const invitations = { ...own, seatId: seat.id, kind: 'invitation' as const };
  await tx.delivery.updateMany({
    where: { ...invitations, ...toKnown },
    data: { detail: { corrected: true } },
  });
  const bounced = { kind: 'notice' as const, status: 'failed' as const, toAddress: toKnown.toAddress };
  const done = [{ kind: 'invitation' as const, ...toKnown }, bounced];
  const toSeat = { ...own, seatId: seat.id, OR: [...done, isWaiting] };
  const moved: Prisma.DeliveryWhereInput = showsNothing(game, seat)
    ? { AND: [toSeat, { kind: { in: ['invitation', 'notice'] } }] }
    : { ...own, kind: { not: 'message' } };
  const waiting = { AND: [moved, isWaiting] };
  await tx.composedMail.deleteMany({ where: { delivery: waiting } });
  await tx.delivery.updateMany({ where: waiting, data: { toAddress: after.email } });
  await tx.delivery.updateMany({ where: moved, data: { accountId: after.id, toName: seat.name } });
}

/** An invitation was written for the previous account: it has its link, or none because that account has a code. */
async function endWaitingInvitations(tx: Tx, { id: seatId }: WholeSeat): Promise<void> {
  const lastError = 'The link in this e-mail no longer works.';
  await tx.delivery.updateMany({
    where: { seatId, kind: 'invitation', status: { in: WAITING } },
    data: { status: 'failed', nextAttempt: null, lastError, detail: {} },
  });
}

/**
 * Ends the links of an account that no one has used; of one that is used, only those of invitations to the seat. A sign-up
 * with its address goes on: it is the affair of the person who reads the mail of that address.
 */
async function endLinks(tx: Tx, game: WholeGame, seat: WholeSeat, account: Account): Promise<void> {
  if (!(await isInUse(tx, game, account))) return endAccess(tx, { id: account.id, email: null }, null);
  const invitations = await tx.delivery.findMany({
    where: { seatId: seat.id, accountId: account.id, kind: 'invitation' },
    select: { detail: true },
  });
  for (const { detail } of invitations) {
    if (typeof detail.token === 'string') await endLink(tx, detail.token);
  }
}

/**
 * Whether someone has used the account, it has rights, or it has or had anything to do with a game of another GM. Only what
 * is never deleted counts, and what shows a seat in a game of another GM: sessions and used links are deleted when people
 * sign out and at night.
 */
async function isInUse(tx: Tx, game: WholeGame, { id: accountId }: Account): Promise<boolean> {
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  if (account.addressProvedAt !== null || account.operator || account.mayRunGames) return true;
  const own = { accountId };
  // One after another: a transaction has one connection.
  return (
    (await sentSheets(tx, account)) ||
    (await wroteByMail(tx, account)) ||
    // Private letters can be read and answered by mail alone, and the new address would get the later ones.
    (await tx.letter.count({ where: own })) > 0 ||
    (await tx.delivery.count({ where: { ...own, kind: 'letter', status: 'sent' } })) > 0 ||
    (await isKnownToOtherGms(tx, game.gmId, accountId))
  );
}

/** Whether someone sent sheets as the account. Those of players by post come from orders that the GM entered. */
async function sentSheets(tx: Tx, { id: sentById, email }: Account): Promise<boolean> {
  const channel = isPaperAddress(email) ? { notIn: ['advance', 'standing'] satisfies Channel[] } : undefined;
  return (await tx.sheet.count({ where: { sentById, channel } })) > 0;
}

/**
 * Whether someone has answered mail to the account from another address, which does not prove that they read the mail of this
 * one: they sent orders for later turns or got an answer. The GM enters the orders of players by post.
 */
async function wroteByMail(tx: Tx, { id: accountId, email }: Account): Promise<boolean> {
  const orders = isPaperAddress(email) ? 0 : await tx.advanceOrders.count({ where: { accountId } });
  return orders > 0 || (await tx.delivery.count({ where: { accountId, kind: 'answer' } })) > 0;
}

/**
 * Whether the account has or had a seat in a game of another GM. The holder of the account can read the printouts of a
 * former seat, and can reclaim one that the computer plays.
 */
async function isKnownToOtherGms(tx: Tx, gmId: number, accountId: number): Promise<boolean> {
  const own = { accountId, game: { gmId: { not: gmId } } };
  const reclaimable = { reclaimableById: accountId, game: own.game };
  return (
    (await tx.seat.count({ where: { OR: [own, reclaimable] } })) > 0 ||
    (await tx.printout.count({ where: own })) > 0 ||
    (await tx.printoutReader.count({ where: own })) > 0 ||
    (await tx.letterCopy.count({ where: own })) > 0 ||
    (await tx.gmMessage.count({ where: own })) > 0 ||
    (await tx.attendance.count({ where: own })) > 0 ||
    (await tx.advanceOrders.count({ where: own })) > 0 ||
    (await tx.waitlistEntry.count({ where: own })) > 0 ||
    (await tx.delivery.count({ where: own })) > 0
  );
}
