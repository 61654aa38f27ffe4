import { checkName, checkPerson } from '../../accounts/account-details.ts';
import { findOrCreateAccount } from '../../accounts/accounts.ts';
import { issueInvitationLink } from '../../accounts/sign-in-links.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account, SeatChangeKind } from '../../database/generated/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { oneLine } from '../../text/typed-text.ts';
import { playerInLog } from '../game/accepted-seat.ts';
import { endProgramsOfOthers } from '../game/end-programs.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { gotByOthers, inTransaction, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { type SeatRequest, seatAt } from '../game/gm-seat.ts';
import {
  checkMailLimits,
  countMail,
  invitationTo,
  mailTo,
  mailToSeats,
  type RequestedMail,
  requestMail,
} from '../notices/mail-limits.ts';
import { notifyAllSeats, notifySeat } from '../notices/notices.ts';
import { updateEarlyProcessing } from '../processing/close-early.ts';
import { mailOpenPrintout } from '../processing/open-printout.ts';
import { enterReturnedOrders } from '../sheets/enter-advance-orders.ts';
import { alreadySeated, satBefore } from './already-seated.ts';
import { lockSeatableAccount, type SeatableAccount } from './lock-seatable-account.ts';
import { assignComputer } from './missed-turns.ts';
import { recordSeatChange } from './seat-changes.ts';
import { seatName } from './seat-name.ts';
import { checkNotHeld, hadAnotherSeat } from './takeover-eligibility.ts';

/* Changing the player of a seat in a running game. What the seat has done so far stays as it is. */

/**
 * Gives a seat of a running game to another person. The account with the address is found or created, and invited. It
 * sees the seat's printouts from the open turn on, and no sheet that someone else has sent. If another person had the
 * seat or could reclaim it, all players get a notice, and the next printouts and the game's pages say so.
 * Problems: those of `seatAt`, `already-seated`, `sat-before` (the person had another seat),
 * `held-by-player` (the GM wants a seat that another person had in the open turn), `too-much-mail`, those of
 * `lockSeatableAccount`, those of name and address.
 * @param wanted.byPost whether `email` is an address that the server has made for a player without e-mail
 */
export async function replacePlayer(
  ctx: AppContext,
  wanted: SeatRequest & { name: string; email: string; byPost?: boolean },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, ctx, wanted);
    if (!found.ok) return found;
    const { game, seat } = found.value;
    const person = checkNewPlayer(wanted);
    if (!person.ok) return person;
    const former = await formerPlayer(tx, seat);
    const noticed = await hadOtherPlayer(tx, seat, { former, email: person.value.email });
    const notices = noticed ? noticesOfReplacement(game, former, wanted.by) : [];
    const mails = [...notices, ...invitationTo(person.value.email, game)];
    const allowed = await checkMailLimits(tx, ctx, wanted.by, mails);
    if (!allowed.ok) return allowed;
    const account = await findOrCreateAccount(tx, ctx, person.value);
    const seatable = await lockSeatableAccount(tx, game, account.id, 'email');
    if (!seatable.ok) return seatable;
    if (game.seats.some((other) => other.accountId === account.id)) {
      return alreadySeated(game, account.email);
    }
    const isOwn = account.id === wanted.by;
    const mayTake = isOwn ? await checkMayTake(tx, game, seat, account.id) : ok(undefined);
    if (!mayTake.ok) return mayTake;
    if (!isOwn && (await hadAnotherSeat(tx, game, seat, account.id))) return satBefore();
    if (noticed) await notifyOfReplacement(tx, ctx, game, { seat, former });
    const acceptedAt = isOwn ? ctx.now() : null;
    const invitedAs = isOwn ? null : person.value.email;
    const player = {
      account: seatable.value,
      name: seatName(person.value.name),
      since: game.turn,
      acceptedAt,
      invitedAs,
    };
    await seatPlayer(tx, ctx, { game, seat, player: { ...player, change: noticed ? 'replaced' : 'seated' } });
    const detailOfMail = await issueInvitationLink(tx, ctx, account.id);
    const about = { account, gameId: game.id, seatId: seat.id, detail: detailOfMail };
    await enqueueDelivery(tx, { kind: 'invitation', ...about }, ctx);
    await countMail(tx, ctx, wanted.by, mails);
    const detail = `[${seat.identifier}] turn ${game.turn}: ${playerInLog({ acceptedAt }, account.id)} for ${seat.account ? playerInLog(seat, seat.account.id) : 'the computer'}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'playerReplaced', detail });
    return ok(undefined);
  });
}

function checkNewPlayer(wanted: { name: string; email: string; byPost?: boolean }) {
  const { email } = wanted;
  if (wanted.byPost !== true) return checkPerson({ name: oneLine(wanted.name), email });
  const name = checkName(oneLine(wanted.name));
  return name.ok ? ok({ name: name.value, email }) : name;
}

/** The person whom a new player replaces: who has the seat, or could reclaim it from the computer; null if no one. */
async function formerPlayer(tx: Tx, seat: WholeSeat): Promise<Account | null> {
  if (seat.account || seat.reclaimableById === null) return seat.account;
  return tx.account.findUnique({ where: { id: seat.reclaimableById } });
}

/**
 * Whether a person other than the new player has had the seat: the former player, or someone who gave it up or has deleted
 * their account. Only people get printouts.
 */
async function hadOtherPlayer(
  tx: Tx,
  seat: WholeSeat,
  { former, email }: { former: Account | null; email: string },
): Promise<boolean> {
  if (former !== null) return former.email !== email;
  const known = await tx.account.findUnique({ where: { email }, select: { id: true } });
  const others = known === null ? {} : gotByOthers(known.id);
  return (await tx.printout.count({ where: { seatId: seat.id, ...others } })) > 0;
}

/** The notices to all players, and to a former player who no longer has a seat. */
function noticesOfReplacement(game: WholeGame, former: Account | null, by: number): RequestedMail[] {
  const isSeated = game.seats.some(({ accountId }) => accountId === former?.id);
  return [...mailToSeats('notice', game.seats, by), ...(isSeated ? [] : mailTo('notice', former, by))];
}

/**
 * Tells all players that a seat has another player. Without it, a GM could see what only the player of a seat may see by
 * giving it to a second account of their own, and no one would know.
 */
async function notifyOfReplacement(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { seat, former }: { seat: WholeSeat; former: Account | null },
): Promise<void> {
  const number = gameNumber(game);
  await notifySeat(
    tx,
    ctx,
    { ...seat, accountId: former?.id ?? null, account: former },
    {
      subject: `another player has taken over [${seat.identifier}]`,
      paragraphs: [
        `${game.gm.name} has given your seat in ${number} to another player from turn ${game.turn} on. If you have sent a sheet for this turn, it counts until the new player sends one. The new player cannot see it. You can still read the printouts that you received.`,
      ],
    },
  );
  const others = game.seats.filter(({ accountId }) => former === null || accountId !== former.id);
  await notifyAllSeats(
    tx,
    ctx,
    { ...game, seats: others },
    {
      subject: `[${seat.identifier}] has a new player`,
      paragraphs: [
        `${game.gm.name} has given seat [${seat.identifier}] in ${number} to another player from turn ${game.turn} on. The new player sees the seat’s printouts from this turn on, but no sheet that the player before has sent.`,
      ],
    },
  );
}

/**
 * Whether the GM may take a seat of their running game themselves: only one that no other person had in the open turn, or
 * they would see that person's printout. Problems: `sat-before`, `held-by-player`.
 */
async function checkMayTake(tx: Tx, game: WholeGame, seat: WholeSeat, gmId: number): Promise<Result<void>> {
  if (await hadAnotherSeat(tx, game, seat, gmId)) {
    return fail('email', 'sat-before', 'You had another seat in this game, so you know its secrets.');
  }
  return await checkNotHeld(tx, game, seat, gmId);
}

/**
 * Hands a seat to the computer. Its player may reclaim it, and a sheet that is standing is played.
 * Problems: those of `seatAt`, `opponent` (the computer plays it already),
 * `too-much-mail`.
 */
export async function handSeatToComputer(ctx: AppContext, wanted: SeatRequest): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, ctx, wanted);
    if (!found.ok) return found;
    const { game, seat } = found.value;
    if (seat.opponent) return fail('seat', 'opponent', `The computer already plays [${seat.identifier}].`);
    const allowed = await requestMail(tx, ctx, wanted.by, mailTo('notice', seat.account, wanted.by));
    if (!allowed.ok) return allowed;
    await assignComputer(tx, game, seat, { turn: game.turn, reclaimable: true });
    await updateEarlyProcessing(tx, ctx, game.id);
    await notifySeat(tx, ctx, seat, {
      subject: `the computer plays [${seat.identifier}] for you`,
      paragraphs: [
        `${game.gm.name} has handed your seat in ${gameNumber(game)} to the computer from turn ${game.turn} on. If you have sent a sheet for this turn, it still counts. You can reclaim the seat on the game page.`,
      ],
    });
    const detail = `[${seat.identifier}] turn ${game.turn}${seat.account ? `, from ${playerInLog(seat, seat.account.id)}` : ''}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'seatGivenToComputer', detail });
    return ok(undefined);
  });
}

/**
 * Returns a seat that the computer plays to the player who may reclaim it.
 * Problems: those of `seatAt`, `not-reclaimable`, `already-seated`, `sat-before`, `held-by-player` (of `checkNotHeld`, if it is
 * the GM), `too-much-mail`, those of `lockSeatableAccount`.
 */
export async function returnSeat(ctx: AppContext, wanted: SeatRequest): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, ctx, wanted);
    if (!found.ok) return found;
    const { game, seat } = found.value;
    if (seat.reclaimableById === null) {
      const message = `[${seat.identifier}] has no former player. Replace the player instead.`;
      return fail('seat', 'not-reclaimable', message);
    }
    const seatable = await lockSeatableAccount(tx, game, seat.reclaimableById, 'seat');
    if (!seatable.ok) return seatable;
    const account = seatable.value;
    if (game.seats.some((other) => other.accountId === account.id)) {
      return fail('seat', 'already-seated', `${seat.name} already has another seat in this game.`);
    }
    if (await hadAnotherSeat(tx, game, seat, account.id)) {
      return fail(
        'seat',
        'sat-before',
        `${seat.name} has had another seat in this game and knows its secrets.`,
      );
    }
    const free = account.id === game.gmId ? await checkNotHeld(tx, game, seat, account.id) : ok(undefined);
    if (!free.ok) return free;
    const allowed = await requestMail(tx, ctx, wanted.by, mailTo('notice', account, wanted.by));
    if (!allowed.ok) return allowed;
    const { name, since, acceptedAt, invitedAs } = seat;
    const player = { account, name, since, acceptedAt, invitedAs };
    const change = account.id === wanted.by ? 'reclaimed' : 'seated';
    await seatPlayer(tx, ctx, { game, seat, player: { ...player, change } });
    const notice = {
      subject: `you play [${seat.identifier}] again`,
      paragraphs: [
        `${game.gm.name} has given your seat in ${gameNumber(game)} back to you. Turn ${game.turn} is open.`,
      ],
    };
    await notifySeat(tx, ctx, { ...seat, accountId: account.id, account }, notice);
    const detail = `[${seat.identifier}] turn ${game.turn}: back to ${playerInLog(seat, account.id)}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'playerReplaced', detail });
    return ok(undefined);
  });
}

/** Who gets a seat. */
interface NewPlayer {
  account: SeatableAccount;
  /** The seat's name. */
  name: string;
  /** The first turn for which the player sees the seat's printouts. */
  since: number;
  /** See `Seat.acceptedAt`. */
  acceptedAt: Date | null;
  /** See `Seat.invitedAs`; null if it is left out. */
  invitedAs?: string | null;
  /** How they get the seat; printouts and the game's pages say so, unless it is `seated`. */
  change: SeatChangeKind;
  /** See `SeatChange.told`. */
  told?: boolean;
}

/**
 * Gives a seat of a locked running game to a person, in place of the computer or another person, and mails them the
 * printout for the open turn.
 */
export async function seatPlayer(
  tx: Tx,
  ctx: AppContext,
  { game, seat, player }: { game: WholeGame; seat: WholeSeat; player: NewPlayer },
): Promise<void> {
  const { account, name, since, acceptedAt, invitedAs = null, change: kind, told = false } = player;
  const taken = { opponent: false, offered: false, reclaimableById: null };
  const data = { accountId: account.id, name, since, acceptedAt, invitedAs, ...taken };
  await tx.seat.update({ where: { id: seat.id }, data });
  await endProgramsOfOthers(tx, seat.id, account.id);
  await recordSeatChange(tx, ctx, game, { seat, accountId: account.id, kind, told });
  // Final orders and votes are a person's own decisions: a new player has not made them. If turns were rolled back, that goes for the
  // sheets of later ones, too: they stand again when the game is rolled forward.
  if (account.id !== (seat.accountId ?? seat.reclaimableById)) {
    const later = { gte: game.turn };
    const finalSheet = { seatId: seat.id, turn: later, outcome: 'standing' as const, final: true };
    await tx.sheet.updateMany({ where: finalSheet, data: { final: false } });
    await tx.extensionVote.deleteMany({ where: { seatId: seat.id } });
    // The new player has had no reminder.
    await tx.reminder.deleteMany({ where: { seatId: seat.id, turn: later } });
  }
  await enterReturnedOrders(tx, ctx, game.id, seat.id);
  // A sheet of the computer counts as final orders; a person has to mark them.
  await updateEarlyProcessing(tx, ctx, game.id);
  await mailOpenPrintout(tx, ctx, game, { seat, account, acceptedAt });
}
