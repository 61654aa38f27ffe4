import { checkName, checkPerson } from '../../accounts/account-details.ts';
import { findOrCreateAccount } from '../../accounts/accounts.ts';
import { issueInvitationLink } from '../../accounts/sign-in-links.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account, Seat } from '../../database/generated/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import type { Grade } from '../../rules/grades.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { hasLink, withSpacedInitials } from '../../text/link-like.ts';
import { hasInvisible } from '../../text/printable.ts';
import { isServerName, SERVER_NAME_REFUSED } from '../../text/server-name.ts';
import { oneLine } from '../../text/typed-text.ts';
import { playerInLog } from '../game/accepted-seat.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { findSeat, formingGmGame } from '../game/gm-access.ts';
import { checkSeatMeant } from '../game/gm-seat.ts';
import { checkGmEvent, countAction, countGmEvent } from '../game/limited-actions.ts';
import { checkMailLimits, countMail, invitationTo, mailTo } from '../notices/mail-limits.ts';
import { notifyFormerPlayer } from '../notices/notices.ts';
import { alreadySeated } from './already-seated.ts';
import { computerInWords } from './computer-seats.ts';
import { fillFromWaitlist } from './join-game.ts';
import { lockSeatableAccount } from './lock-seatable-account.ts';
import { chooseIdentifier, isIdentifier } from './seat-identifier.ts';
import { MAX_SEAT_NAME } from './seat-name.ts';

/** A seat to add: for a person with an e-mail address, for the computer, or (with neither) still empty. */
export interface NewSeat {
  gameId: string;
  /** The requesting account: the GM's. */
  by: number;
  /** Two or three letters; if missing, they are chosen from the name. */
  identifier?: string | undefined;
  name: string;
  email?: string | undefined;
  opponent?: boolean | undefined;
  /** How well the computer plays the seat; `standard` if it is not given. */
  grade?: Grade | undefined;
  /** Whether `email` is an address that the server has made for a player without e-mail. */
  byPost?: boolean;
  /** The player's preference, validated by the ruleset's `wishes`. */
  wish?: Record<string, unknown> | undefined;
}

/**
 * Adds a seat to a forming game. With an e-mail address, the account with that address is found or created, and an
 * invitation is mailed. Problems: `unknown-game`, `not-gm`, `begun`, `full`, `missing`, `too-long`, `characters`, `link`, `reserved`,
 * `not-identifier`, `taken-identifier`, `both`, `already-seated`, `too-much-mail`, `too-often`, those of `lockSeatableAccount`, of the
 * address and of the preference.
 */
export async function addSeat(ctx: AppContext, wanted: NewSeat): Promise<Result<Seat>> {
  return inTransaction(ctx, async (tx) => {
    const found = await formingGmGame(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const ruleset = rulesetOf(game);
    if (game.seats.length >= ruleset.seats.max) {
      return fail('', 'full', `${ruleset.title} can have at most ${ruleset.seats.max} seats.`);
    }
    const wish = ruleset.wishes.safeParse(wanted.wish ?? {});
    const problems = [
      ...seatProblems(wanted, game),
      ...(wish.success ? [] : zodProblems(wish.error, { under: 'wish' })),
    ];
    if (!wish.success || problems.length > 0) return { ok: false, problems };

    const name = nameOf(wanted);
    const address = emailOf(wanted);
    const mails = address === null ? [] : invitationTo(address, game);
    const allowed = await checkMailLimits(tx, ctx, wanted.by, mails);
    if (!allowed.ok) return allowed;
    const often = await checkGmEvent(tx, ctx, wanted);
    if (!often.ok) return often;
    const account = await accountFor(tx, ctx, { ...wanted, name });
    const seatable = account && (await lockSeatableAccount(tx, game, account.id, 'email'));
    if (seatable && !seatable.ok) return seatable;
    if (account && game.seats.some((seat) => seat.accountId === account.id)) {
      return alreadySeated(game, account.email);
    }
    const taken = new Set(game.seats.map((seat) => seat.identifier));
    const seat = await tx.seat.create({
      data: {
        gameId: game.id,
        position: 1 + Math.max(0, ...game.seats.map((other) => other.position)),
        identifier: typedIdentifier(wanted) ?? chooseIdentifier(name, taken),
        name,
        wish: wish.data,
        accountId: seatable?.value.id ?? null,
        acceptedAt: account?.id === wanted.by ? ctx.now() : null,
        invitedAs: account?.id === wanted.by ? null : (account?.email ?? null),
        opponent: wanted.opponent ?? false,
        grade: wanted.grade ?? 'standard',
      },
    });
    // Invited people keep their place until they accept: otherwise the GM would see whose address it is.
    if (account?.id === wanted.by) {
      await tx.waitlistEntry.deleteMany({ where: { gameId: game.id, accountId: wanted.by } });
    } else if (account) await invite(tx, ctx, seat, account);
    await countMail(tx, ctx, wanted.by, mails);
    await countAction(tx, ctx, { gameId: game.id, accountId: wanted.by, kind: 'gmEvent' });
    await logGameEvent(tx, ctx, {
      gameId: game.id,
      by: wanted.by,
      type: 'seatAdded',
      detail: inWords(seat),
    });
    return ok(seat);
  });
}

/**
 * Removes a seat from a forming game. A player who had accepted it is told by e-mail. Problems: `unknown-game`, `not-gm`, `begun`,
 * `unknown-seat`, those of `checkSeatMeant`, `too-much-mail`, `too-often`.
 */
export async function removeSeat(
  ctx: AppContext,
  wanted: { gameId: string; by: number; seatId: string; mark?: string | undefined },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await formingGmGame(tx, wanted);
    if (!found.ok) return found;
    const seat = findSeat(found.value, wanted.seatId);
    if (!seat.ok) return seat;
    const meant = await checkSeatMeant(ctx, seat.value, wanted.mark);
    if (!meant.ok) return meant;
    const isRelied = seat.value.acceptedAt !== null && seat.value.accountId !== wanted.by;
    const mails = isRelied ? mailTo('notice', seat.value.account, wanted.by) : [];
    const allowed = await checkMailLimits(tx, ctx, wanted.by, mails);
    if (!allowed.ok) return allowed;
    const often = await countGmEvent(tx, ctx, wanted);
    if (!often.ok) return often;
    await tx.seat.delete({ where: { id: seat.value.id } });
    if (isRelied) await notifyFormerPlayer(tx, ctx, seat.value, removalNotice(found.value, seat.value));
    await countMail(tx, ctx, wanted.by, mails);
    const detail = inWords(seat.value);
    await logGameEvent(tx, ctx, { gameId: wanted.gameId, by: wanted.by, type: 'seatRemoved', detail });
    await fillFromWaitlist(tx, ctx, wanted.gameId);
    return ok(undefined);
  });
}

function removalNotice(game: WholeGame, { identifier }: WholeSeat) {
  const what = `${game.gm.name} has removed your seat [${identifier}] from ${gameNumber(game)}, “${game.title}”, which has not begun yet.`;
  return {
    subject: `you no longer have a seat: [${identifier}] was removed`,
    paragraphs: [`${what} You will get no more e-mail about this game.`],
  };
}

function seatProblems(wanted: NewSeat, game: WholeGame): Problem[] {
  const problems: Problem[] = [];
  const add = (field: string, code: string, message: string) => problems.push({ field, code, message });
  const name = nameOf(wanted);
  const length = [...name].length;
  if (length === 0) add('name', 'missing', 'Enter the name of the player.');
  if (length > MAX_SEAT_NAME)
    add('name', 'too-long', `A name can have at most ${MAX_SEAT_NAME} characters. This one has ${length}.`);
  if (hasInvisible(name)) add('name', 'characters', 'Enter a name without invisible characters.');
  if (hasLink(name)) {
    const message =
      'Enter a name without a web or e-mail address. If the name contains a period, put a space after it.';
    add('name', 'link', message);
  }
  if (isServerName(name)) add('name', 'reserved', SERVER_NAME_REFUSED);
  const identifier = typedIdentifier(wanted);
  if (identifier !== null && !isIdentifier(identifier)) {
    add('identifier', 'not-identifier', 'Enter 2 or 3 letters from A to Z, such as AB.');
  } else if (game.seats.some((seat) => seat.identifier === identifier)) {
    add('identifier', 'taken-identifier', `${identifier} is taken in this game. Choose other letters.`);
  }
  if (wanted.opponent && wanted.email?.trim()) {
    add(
      'email',
      'both',
      'A computer candidate has no e-mail address. Leave the address blank, or choose a player.',
    );
  } else if (wanted.email?.trim() && problems.length === 0) {
    const person = wanted.byPost ? checkName(name) : checkPerson({ name, email: wanted.email });
    if (!person.ok) problems.push(...person.problems);
  }
  return problems;
}

function nameOf(wanted: NewSeat): string {
  return withSpacedInitials(oneLine(wanted.name));
}

function typedIdentifier(wanted: NewSeat): string | null {
  return wanted.identifier?.trim().toUpperCase() || null;
}

function emailOf(wanted: NewSeat): string | null {
  return wanted.opponent ? null : wanted.email?.trim() || null;
}

async function accountFor(tx: Tx, ctx: AppContext, wanted: NewSeat): Promise<Account | null> {
  const email = emailOf(wanted);
  if (email === null) return null;
  return findOrCreateAccount(tx, ctx, { name: wanted.name, email });
}

async function invite(tx: Tx, ctx: AppContext, seat: Seat, account: Account): Promise<void> {
  const detail = await issueInvitationLink(tx, ctx, account.id);
  await enqueueDelivery(
    tx,
    { kind: 'invitation', account, gameId: seat.gameId, seatId: seat.id, detail },
    ctx,
  );
}

/** What the log says of a seat: the name of a computer candidate, but not that of a person, whose account may be deleted. */
function inWords({ identifier, name, opponent, grade, acceptedAt, accountId }: Seat): string {
  if (opponent) return `[${identifier}] ${name}, ${computerInWords(grade)}`;
  return `[${identifier}], ${accountId === null ? 'no player yet' : playerInLog({ acceptedAt }, accountId)}`;
}
