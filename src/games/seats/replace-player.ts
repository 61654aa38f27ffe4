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
import { notifySeat } from '../notices/notices.ts';
import { updateEarlyProcessing } from '../processing/close-early.ts';
import { printedReport, reportVersionOf } from '../processing/printed-report.ts';
import { accountDeleted, lockSeatableAccount } from './lock-seatable-account.ts';
import { assignComputer } from './replace-absent-players.ts';

/* Who sits at a seat of a running game may change. What the seat has done stays done. */

/** Hours for which an invitation's link is good. */
const INVITATION_HOURS = 14 * 24;

/**
 * Gives a seat of a running game to another person, whoever sat there. The account of the address is found or
 * made, and invited; it sees the seat's sheets and printouts from the open turn on.
 * Problems: those of `runningGameAt`, `unknown-seat`, `already-seated`, `deleted`, those of name and address.
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
    const account = await findOrCreateAccount(tx, ctx, person.value);
    if (!(await lockSeatableAccount(tx, account.id))) return accountDeleted('email');
    if (game.seats.some((other) => other.accountId === account.id)) {
      return fail('email', 'already-seated', 'The account of this address has a seat in this game already.');
    }
    const before = seat.account ? `#${seat.account.id}` : 'the computer';
    await notifySeat(tx, ctx, seat, {
      subject: `another player has taken [${seat.identifier}] over`,
      paragraphs: [
        `${game.gm.name} has given your seat in ${gameNumber(game)} to another player, who goes on from turn ${game.turn}. The printouts that you have got remain yours.`,
      ],
    });
    await seatPlayer(tx, ctx, game, seat, { account, name: person.value.name, since: game.turn });
    const token = await issueSignInLink(tx, ctx, account.id, INVITATION_HOURS);
    const about = { account, gameId: game.id, seatId: seat.id, detail: { token } };
    await enqueueDelivery(tx, { kind: 'invitation', ...about }, ctx);
    const detail = `[${seat.identifier}] turn ${game.turn}: #${account.id} for ${before}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'playerReplaced', detail });
    return ok(undefined);
  });
}

/**
 * Hands a seat to the computer; whoever sat there may take it back. A sheet that stands is played.
 * Problems: those of `runningGameAt`, `unknown-seat`, `opponent` (it is the computer's already).
 */
export async function handSeatToComputer(
  ctx: AppContext,
  wanted: GmRequest & { seatId: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, wanted);
    if (!found.ok) return found;
    const { game, seat } = found.value;
    if (seat.opponent) return fail('seat', 'opponent', `The computer plays [${seat.identifier}] already.`);
    await assignComputer(tx, game, seat, { turn: game.turn, keep: true });
    await updateEarlyProcessing(tx, ctx, game.id);
    await notifySeat(tx, ctx, seat, {
      subject: `the computer plays [${seat.identifier}] for you`,
      paragraphs: [
        `${game.gm.name} has handed your seat in ${gameNumber(game)} to the computer from turn ${game.turn} on. A sheet that you have sent for this turn is played. If you want the seat back, tell ${game.gm.name}.`,
      ],
    });
    const detail = `[${seat.identifier}] turn ${game.turn}${seat.account ? `, from #${seat.account.id}` : ''}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'seatGivenToComputer', detail });
    return ok(undefined);
  });
}

/**
 * Gives a seat that the computer plays back to the person for whom it is kept.
 * Problems: those of `runningGameAt`, `unknown-seat`, `not-kept`, `already-seated`.
 */
export async function returnSeat(
  ctx: AppContext,
  wanted: GmRequest & { seatId: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await seatAt(tx, wanted);
    if (!found.ok) return found;
    const { game, seat } = found.value;
    const account =
      seat.reclaimableById === null ? null : await lockSeatableAccount(tx, seat.reclaimableById);
    if (!account) {
      return fail('seat', 'not-kept', `[${seat.identifier}] is kept for nobody: name the player instead.`);
    }
    if (game.seats.some((other) => other.accountId === account.id)) {
      return fail('seat', 'already-seated', `${account.name} has another seat in this game.`);
    }
    await seatPlayer(tx, ctx, game, seat, { account, name: seat.name, since: seat.since });
    await notifySeat(
      tx,
      ctx,
      { ...seat, account },
      {
        subject: `you play [${seat.identifier}] again`,
        paragraphs: [
          `${game.gm.name} has given your seat in ${gameNumber(game)} back to you; turn ${game.turn} is open.`,
        ],
      },
    );
    const detail = `[${seat.identifier}] turn ${game.turn}: back to #${account.id}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'playerReplaced', detail });
    return ok(undefined);
  });
}

/**
 * Corrects the address of somebody who could never be reached: an account that nobody has used yet. Links that
 * went to the old address are good for nothing any more.
 * Problems: those of `runningGameAt` (a forming game will do), `unknown-seat`, `nobody`, `in-use`, `email-…`.
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
    if (!account) return fail('seat', 'nobody', `No person sits at [${seat.identifier}].`);
    const person = checkPerson({ name: account.name, email: wanted.email });
    if (!person.ok) return person;
    if (await isInUse(tx, game, account)) {
      const message = `${account.name} has used this account before, or got private letters: only its owner, or the operator, changes its address.`;
      return fail('email', 'in-use', message);
    }
    const { email } = person.value;
    if (await tx.account.findUnique({ where: { email } })) {
      const message = 'Another account has this address: replace the player by the person of that account.';
      return fail('email', 'email-taken', message);
    }
    await tx.signInLink.deleteMany({ where: { accountId: account.id } });
    const corrected = await tx.account.update({ where: { id: account.id }, data: { email } });
    await redirectWaitingMail(tx, corrected);
    const detail = `[${seat.identifier}] #${account.id}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'addressCorrected', detail });
    return ok(corrected);
  });
}

/**
 * Seats a person at a seat of a locked running game, in the computer's place or another's, with the printout for
 * the open turn on its way.
 * @param sitter.since the turn from which on they see the seat's sheets and printouts
 */
export async function seatPlayer(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  seat: WholeSeat,
  sitter: { account: Account; name: string; since: number },
): Promise<void> {
  const { account, name, since } = sitter;
  const data = { accountId: account.id, opponent: false, offered: false, reclaimableById: null, name, since };
  await tx.seat.update({ where: { id: seat.id }, data });
  // A last word is a person's own: whoever sits down in another's place has not given any.
  if (account.id !== (seat.accountId ?? seat.reclaimableById)) {
    const given = { seatId: seat.id, turn: game.turn, outcome: 'standing' as const, final: true };
    await tx.sheet.updateMany({ where: given, data: { final: false } });
  }
  // The computer's sheet needs no last word; a person's does.
  await updateEarlyProcessing(tx, ctx, game.id);
  const printoutId = await openPrintout(tx, game, seat, account);
  if (!account.mailPrintouts) return;
  await enqueueDelivery(tx, { kind: 'printout', account, gameId: game.id, seatId: seat.id, printoutId }, ctx);
}

/** The seat's printout for the open turn; written now where the computer sat there, who needs none. */
async function openPrintout(tx: Tx, game: WholeGame, seat: WholeSeat, account: Account): Promise<string> {
  const at = { gameId: game.id, turn: game.turn, seatId: seat.id, ...NOT_ROLLED_BACK };
  const there = await tx.printout.findFirst({ where: at, select: { id: true } });
  if (there) return there.id;
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

/** Has anybody ever been in with this account, or does anything but this GM's games hang on it? */
async function isInUse(tx: Tx, game: WholeGame, account: Account): Promise<boolean> {
  if (account.operator || account.mayRunGames) return true;
  const of = { accountId: account.id };
  const used = await Promise.all([
    tx.securityCode.count({ where: of }),
    tx.session.count({ where: of }),
    tx.signInLink.count({ where: { ...of, usedAt: { not: null } } }),
    tx.sheet.count({ where: { sentById: account.id } }),
    // Private letters may have been read, and answered, by mail alone; whoever has the new address would read them.
    tx.letter.count({ where: of }),
    tx.delivery.count({ where: { ...of, kind: 'letter', status: 'sent' } }),
    tx.seat.count({ where: { ...of, game: { gmId: { not: game.gmId } } } }),
  ]);
  return used.some((count) => count > 0);
}
