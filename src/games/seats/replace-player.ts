import { checkPerson } from '../../accounts/account-details.ts';
import { findOrCreateAccount } from '../../accounts/accounts.ts';
import { issueSignInLink } from '../../accounts/sign-in-links.ts';
import { redirectWaitingMail } from '../../accounts/update-account.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { oneLine } from '../../text/typed-text.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, NOT_ROLLED_BACK, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { findSeat, type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';
import { checkMailLimits, countMail, invitationTo, mailTo, requestMail } from '../notices/mail-limits.ts';
import { notifySeat } from '../notices/notices.ts';
import { updateEarlyProcessing } from '../processing/close-early.ts';
import { printedReport, reportVersionOf } from '../processing/printed-report.ts';
import { lockSeatableAccount } from './lock-seatable-account.ts';
import { assignComputer } from './missed-turns.ts';

/* Changing the player of a seat in a running game. What the seat has done so far stays as it is. */

/** For how many hours an invitation's sign-in link works. */
const INVITATION_HOURS = 14 * 24;

/**
 * Gives a seat of a running game to another person. The account with the address is found or created, and invited. It
 * sees the seat's sheets and printouts from the open turn on.
 * Problems: those of `runningGmGameAtTurn`, `unknown-seat`, `already-seated`, `deleted`, `too-much-mail`, those of name and
 * address.
 */
export async function replacePlayer(
  ctx: AppContext,
  wanted: GmRequest & { seatId: string; name: string; email: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, wanted);
    if (!found.ok) return found;
    const { game, seat } = found.value;
    const person = checkPerson({ name: oneLine(wanted.name), email: wanted.email });
    if (!person.ok) return person;
    const mails = [...mailTo('notice', seat.account, wanted.by), ...invitationTo(person.value.email, game)];
    const allowed = await checkMailLimits(tx, ctx, wanted.by, mails);
    if (!allowed.ok) return allowed;
    const account = await findOrCreateAccount(tx, ctx, person.value);
    const seatable = await lockSeatableAccount(tx, account.id, 'email');
    if (!seatable.ok) return seatable;
    if (game.seats.some((other) => other.accountId === account.id)) {
      return fail(
        'email',
        'already-seated',
        'The account with this address already has a seat in this game.',
      );
    }
    const former = seat.account ? `#${seat.account.id}` : 'the computer';
    await notifySeat(tx, ctx, seat, {
      subject: `another player has taken over [${seat.identifier}]`,
      paragraphs: [
        `${game.gm.name} has given your seat in ${gameNumber(game)} to another player from turn ${game.turn} on. You can still read the printouts that you received.`,
      ],
    });
    const player = { account, name: person.value.name, since: game.turn };
    await seatPlayer(tx, ctx, { game, seat, player });
    const token = await issueSignInLink(tx, ctx, account.id, INVITATION_HOURS);
    const about = { account, gameId: game.id, seatId: seat.id, detail: { token } };
    await enqueueDelivery(tx, { kind: 'invitation', ...about }, ctx);
    await countMail(tx, ctx, wanted.by, mails);
    const detail = `[${seat.identifier}] turn ${game.turn}: #${account.id} for ${former}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'playerReplaced', detail });
    return ok(undefined);
  });
}

/**
 * Hands a seat to the computer. Its player may reclaim it, and a sheet that is standing is played.
 * Problems: those of `runningGmGameAtTurn`, `unknown-seat`, `opponent` (the computer plays it already),
 * `too-much-mail`.
 */
export async function handSeatToComputer(
  ctx: AppContext,
  wanted: GmRequest & { seatId: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, wanted);
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
    const detail = `[${seat.identifier}] turn ${game.turn}${seat.account ? `, from #${seat.account.id}` : ''}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'seatGivenToComputer', detail });
    return ok(undefined);
  });
}

/**
 * Returns a seat that the computer plays to the player who may reclaim it.
 * Problems: those of `runningGmGameAtTurn`, `unknown-seat`, `not-reclaimable`, `already-seated`, `too-much-mail`.
 */
export async function returnSeat(
  ctx: AppContext,
  wanted: GmRequest & { seatId: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, wanted);
    if (!found.ok) return found;
    const { game, seat } = found.value;
    const seatable =
      seat.reclaimableById === null ? null : await lockSeatableAccount(tx, seat.reclaimableById);
    if (!seatable?.ok) {
      const message = `[${seat.identifier}] has no former player. Replace the player instead.`;
      return fail('seat', 'not-reclaimable', message);
    }
    const account = seatable.value;
    if (game.seats.some((other) => other.accountId === account.id)) {
      return fail('seat', 'already-seated', `${account.name} already has another seat in this game.`);
    }
    const allowed = await requestMail(tx, ctx, wanted.by, mailTo('notice', account, wanted.by));
    if (!allowed.ok) return allowed;
    const player = { account, name: seat.name, since: seat.since };
    await seatPlayer(tx, ctx, { game, seat, player });
    const notice = {
      subject: `you play [${seat.identifier}] again`,
      paragraphs: [
        `${game.gm.name} has given your seat in ${gameNumber(game)} back to you. Turn ${game.turn} is open.`,
      ],
    };
    await notifySeat(tx, ctx, { ...seat, account }, notice);
    const detail = `[${seat.identifier}] turn ${game.turn}: back to #${account.id}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'playerReplaced', detail });
    return ok(undefined);
  });
}

/**
 * Corrects the address of a player who could never be reached: the account must be unused. Sign-in links that were sent
 * to the old address stop working.
 * Problems: those of `runningGmGameAtTurn` (the game may also be forming), `unknown-seat`, `no-player`, `in-use`,
 * `email-taken`, `too-much-mail`, those of the address.
 * @returns the account with its new address
 */
export async function correctAddress(
  ctx: AppContext,
  wanted: GmRequest & { seatId: string; email: string },
): Promise<Result<Account>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, wanted, 'forming');
    if (!found.ok) return found;
    const { game, seat } = found.value;
    const { account } = seat;
    if (!account) return fail('seat', 'no-player', `No person plays [${seat.identifier}].`);
    const person = checkPerson({ name: account.name, email: wanted.email });
    if (!person.ok) return person;
    if (await isInUse(tx, game, account)) {
      const message = `${account.name} has used this account or received private letters, so only ${account.name} or the operator can change its address.`;
      return fail('email', 'in-use', message);
    }
    const { email } = person.value;
    if (await tx.account.findUnique({ where: { email } })) {
      const message = 'Another account has this address. Replace the player with that person instead.';
      return fail('email', 'email-taken', message);
    }
    const allowed = await requestMail(tx, ctx, wanted.by, invitationTo(email, game));
    if (!allowed.ok) return allowed;
    await tx.signInLink.deleteMany({ where: { accountId: account.id } });
    const corrected = await tx.account.update({ where: { id: account.id }, data: { email } });
    await redirectWaitingMail(tx, corrected);
    const detail = `[${seat.identifier}] #${account.id}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'addressCorrected', detail });
    return ok(corrected);
  });
}

/**
 * Gives a seat of a locked running game to a person, in place of the computer or another person, and mails them the
 * printout for the open turn.
 * @param player.since the first turn of which the player sees the seat's sheets and printouts
 */
export async function seatPlayer(
  tx: Tx,
  ctx: AppContext,
  {
    game,
    seat,
    player,
  }: { game: WholeGame; seat: WholeSeat; player: { account: Account; name: string; since: number } },
): Promise<void> {
  const { account, name, since } = player;
  const data = { accountId: account.id, opponent: false, offered: false, reclaimableById: null, name, since };
  await tx.seat.update({ where: { id: seat.id }, data });
  // Final orders are a person's own decision: a new player has not made it.
  if (account.id !== (seat.accountId ?? seat.reclaimableById)) {
    const finalSheet = { seatId: seat.id, turn: game.turn, outcome: 'standing' as const, final: true };
    await tx.sheet.updateMany({ where: finalSheet, data: { final: false } });
  }
  // A sheet of the computer counts as final orders; a person has to mark them.
  await updateEarlyProcessing(tx, ctx, game.id);
  const printoutId = await openPrintout(tx, game, seat, account);
  if (!account.mailPrintouts) return;
  await enqueueDelivery(tx, { kind: 'printout', account, gameId: game.id, seatId: seat.id, printoutId }, ctx);
}

/** Finds the seat's printout for the open turn, or creates it if the computer, which gets none, had the seat. */
async function openPrintout(tx: Tx, game: WholeGame, seat: WholeSeat, account: Account): Promise<string> {
  const at = { gameId: game.id, turn: game.turn, seatId: seat.id, ...NOT_ROLLED_BACK };
  const existing = await tx.printout.findFirst({ where: at, select: { id: true } });
  if (existing) return existing.id;
  const turns = await tx.turn.findMany({
    where: { gameId: game.id, ...NOT_ROLLED_BACK },
    select: { state: true, header: true, attempt: true },
    orderBy: { turn: 'asc' },
  });
  const last = turns.at(-1);
  if (!last) throw new Error('A running game has no turn in force.');
  const history = { header: last.header, states: turns.map(({ state }) => state) };
  const ruleset = rulesetOf(game);
  const report = printedReport(ruleset, history, seat.identifier);
  const reportVersion = reportVersionOf(ruleset);
  const { gameId, turn, seatId } = at;
  const data = { gameId, turn, seatId, attempt: last.attempt, accountId: account.id, report, reportVersion };
  return (await tx.printout.create({ data, select: { id: true } })).id;
}

/** The locked game and one of its seats, if the GM's request is in order. */
async function seatAt(
  tx: Tx,
  wanted: GmRequest & { seatId: string },
  also?: 'forming',
): Promise<Result<{ game: WholeGame; seat: WholeSeat }>> {
  const found = await runningGmGameAtTurn(tx, wanted, also);
  if (!found.ok) return found;
  const seat = findSeat(found.value, wanted.seatId);
  return seat.ok ? ok({ game: found.value, seat: seat.value }) : seat;
}

/** Whether the account has ever been used, has rights, or has a seat in a game of another GM. */
async function isInUse(tx: Tx, game: WholeGame, account: Account): Promise<boolean> {
  if (account.operator || account.mayRunGames) return true;
  const own = { accountId: account.id };
  // One after another: a transaction has one connection.
  return (
    (await tx.securityCode.count({ where: own })) > 0 ||
    (await tx.session.count({ where: own })) > 0 ||
    (await tx.signInLink.count({ where: { ...own, usedAt: { not: null } } })) > 0 ||
    (await tx.sheet.count({ where: { sentById: account.id } })) > 0 ||
    // Private letters can be read and answered by mail alone, and the new address would get the later ones.
    (await tx.letter.count({ where: own })) > 0 ||
    (await tx.delivery.count({ where: { ...own, kind: 'letter', status: 'sent' } })) > 0 ||
    (await tx.seat.count({ where: { ...own, game: { gmId: { not: game.gmId } } } })) > 0
  );
}
