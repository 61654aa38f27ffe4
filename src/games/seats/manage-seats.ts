import { checkPerson } from '../../accounts/account-details.ts';
import { findOrCreateAccount } from '../../accounts/accounts.ts';
import { issueSignInLink } from '../../accounts/sign-in-links.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account, Seat } from '../../database/generated/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Problem } from '../../rules/sheet.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { oneLine } from '../../text/typed-text.ts';
import { formingGame } from '../game/forming-game.ts';
import { logGameEvent } from '../game/game-log.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, type WholeGame } from '../game/game-store.ts';
import { fillFromWaitlist } from './join-game.ts';
import { accountDeleted, lockSeatableAccount } from './lock-seatable-account.ts';
import { chooseIdentifier, isIdentifier } from './seat-identifier.ts';

/** A seat to be added: an account by its e-mail, a computer opponent, or (neither) nobody yet. */
export interface NewSeat {
  gameId: string;
  /** The account that asks: the GM's. */
  by: number;
  /** 2 or 3 capital letters; the initials of the name where it is left out. */
  identifier?: string | undefined;
  name: string;
  email?: string | undefined;
  opponent?: boolean | undefined;
  /** As the ruleset's `wishes` describe it. */
  wish?: Record<string, unknown> | undefined;
}

const MAX_NAME = 60;
/** Hours for which an invitation's link is good. */
const INVITATION_HOURS = 14 * 24;

/**
 * Adds a seat to a forming game. With an e-mail, the account of that address is found or made, and an invitation
 * with a sign-in link is on its way when the seat is there. Problems: `unknown-game`, `not-gm`, `begun`, `full`,
 * `missing`, `too-long`, `not-identifier`, `taken-identifier`, `both`, `already-seated`, `deleted`, those of the e-mail and
 * the wish.
 */
export async function addSeat(ctx: AppContext, wanted: NewSeat): Promise<Result<Seat>> {
  return inTransaction(ctx, async (tx) => {
    const found = await formingGame(tx, wanted.gameId, wanted.by);
    if (!found.ok) return found;
    const game = found.value;
    const ruleset = rulesetOf(game);
    if (game.seats.length >= ruleset.seats.max) {
      return fail('', 'full', `${ruleset.title} has at most ${ruleset.seats.max} seats.`);
    }
    const wish = ruleset.wishes.safeParse(wanted.wish ?? {});
    const problems = [
      ...seatProblems(wanted, game),
      ...(wish.success ? [] : zodProblems(wish.error, { under: 'wish' })),
    ];
    if (!wish.success || problems.length > 0) return { ok: false, problems };

    const name = oneLine(wanted.name);
    const account = await accountFor(tx, ctx, { ...wanted, name });
    if (account && !(await lockSeatableAccount(tx, account.id))) return accountDeleted('email');
    if (account && game.seats.some((seat) => seat.accountId === account.id)) {
      return fail('email', 'already-seated', 'The account of this address has a seat in this game already.');
    }
    const taken = new Set(game.seats.map((seat) => seat.identifier));
    const seat = await tx.seat.create({
      data: {
        gameId: game.id,
        position: 1 + Math.max(0, ...game.seats.map((other) => other.position)),
        identifier: typedIdentifier(wanted) ?? chooseIdentifier(name, taken),
        name,
        wish: wish.data,
        accountId: account?.id ?? null,
        opponent: wanted.opponent ?? false,
      },
    });
    if (account) await tx.waitlistEntry.deleteMany({ where: { gameId: game.id, accountId: account.id } });
    if (account && account.id !== wanted.by) await invite(tx, ctx, seat, account);
    await logGameEvent(tx, ctx, {
      gameId: game.id,
      by: wanted.by,
      type: 'seatAdded',
      detail: inWords(seat),
    });
    return ok(seat);
  });
}

/** Takes a seat out of a forming game. Problems: `unknown-game`, `not-gm`, `begun`, `unknown-seat`. */
export async function removeSeat(
  ctx: AppContext,
  wanted: { gameId: string; by: number; seatId: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await formingGame(tx, wanted.gameId, wanted.by);
    if (!found.ok) return found;
    const seat = found.value.seats.find((one) => one.id === wanted.seatId);
    if (!seat) return fail('seat', 'unknown-seat', 'There is no such seat in this game.');
    await tx.seat.delete({ where: { id: seat.id } });
    const detail = inWords(seat);
    await logGameEvent(tx, ctx, { gameId: wanted.gameId, by: wanted.by, type: 'seatRemoved', detail });
    await fillFromWaitlist(tx, ctx, wanted.gameId);
    return ok(undefined);
  });
}

function seatProblems(wanted: NewSeat, game: WholeGame): Problem[] {
  const problems: Problem[] = [];
  const add = (field: string, code: string, message: string) => problems.push({ field, code, message });
  const length = [...oneLine(wanted.name)].length;
  if (length === 0) add('name', 'missing', 'Give the seat the name of its player.');
  if (length > MAX_NAME)
    add('name', 'too-long', `A name may have at most ${MAX_NAME} characters, not ${length}.`);
  const identifier = typedIdentifier(wanted);
  if (identifier !== null && !isIdentifier(identifier)) {
    add('identifier', 'not-identifier', 'An identifier has 2 or 3 letters from A to Z, such as AB.');
  } else if (game.seats.some((seat) => seat.identifier === identifier)) {
    add('identifier', 'taken-identifier', `${identifier} is taken in this game; choose other letters.`);
  }
  if (wanted.opponent && wanted.email?.trim()) {
    add('email', 'both', 'A computer opponent has no e-mail: leave out the one or the other.');
  } else if (wanted.email?.trim() && problems.length === 0) {
    const person = checkPerson({ name: oneLine(wanted.name), email: wanted.email });
    if (!person.ok) problems.push(...person.problems);
  }
  return problems;
}

function typedIdentifier(wanted: NewSeat): string | null {
  return wanted.identifier?.trim().toUpperCase() || null;
}

async function accountFor(tx: Tx, ctx: AppContext, wanted: NewSeat): Promise<Account | null> {
  const email = wanted.email?.trim();
  if (wanted.opponent || !email) return null;
  return findOrCreateAccount(tx, ctx, { name: wanted.name, email });
}

async function invite(tx: Tx, ctx: AppContext, seat: Seat, account: Account): Promise<void> {
  const token = await issueSignInLink(tx, ctx, account.id, INVITATION_HOURS);
  const detail = { token };
  await enqueueDelivery(
    tx,
    { kind: 'invitation', account, gameId: seat.gameId, seatId: seat.id, detail },
    ctx,
  );
}

function inWords(seat: Seat): string {
  const sitter = seat.opponent ? 'computer opponent' : seat.accountId ? `#${seat.accountId}` : 'nobody yet';
  return `[${seat.identifier}] ${seat.name}, ${sitter}`;
}
