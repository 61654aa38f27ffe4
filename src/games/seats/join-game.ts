import { tokenHash } from '../../accounts/tokens.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { beginLocked } from '../game/begin-game.ts';
import { logGameEvent } from '../game/game-log.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, lockGame, type WholeGame } from '../game/game-store.ts';
import { existingGame, stillForming } from '../game/gm-access.ts';
import { notifyGm, notifyGmOfPlayer, notifySeat } from '../notices/notices.ts';
import { firstDueDate, logDateMovedForAbsences } from '../schedule/next-due-date.ts';
import { lockSeatableAccount, type SeatableAccount } from './lock-seatable-account.ts';
import { checkReliability } from './reliability.ts';
import { chooseIdentifier } from './seat-identifier.ts';
import { seatName } from './seat-name.ts';

/* How players join and leave a forming game, and how the waitlist moves up. */

/** What an account that joined got: a seat, or a place on the waitlist. */
export type Joined =
  | { kind: 'seated'; identifier: string; begun: boolean }
  /** The game is full. `place` on the waitlist is counted from 1. */
  | { kind: 'waiting'; place: number };

const HOUR = 3_600_000;

/**
 * How often per hour an account may join one game again after leaving it. Each time writes lines to the log that the GM
 * reads, and without a limit a stranger could fill the log with them.
 */
const MAX_REJOINS_PER_HOUR = 5;

/** How many seats a game will have. */
export function seatsWantedOf(game: Pick<WholeGame, 'seatsWanted' | 'ruleset' | 'rulesetVersion'>): number {
  const { max } = rulesetOf(game).seats;
  return Math.min(game.seatsWanted ?? max, max);
}

/**
 * An account takes a seat in a forming game, or a place on the waitlist if the game is full.
 * @param wanted.link the token of the game's invitation link, which has the effect of an invitation by the GM
 * @param wanted.wish the player's preference, validated by the ruleset's `wishes`
 * Problems: `unknown-game`, those of `lockSeatableAccount`, those of `checkJoin`, those of the preference.
 */
export async function joinGame(
  ctx: AppContext,
  wanted: { gameId: string; by: number; link: string | null; wish: Record<string, unknown> },
): Promise<Result<Joined>> {
  return inTransaction(ctx, async (tx) => {
    const found = await existingGame(tx, wanted.gameId);
    if (!found.ok) return found;
    const game = found.value;
    const allowed = await checkJoin(tx, ctx, game, wanted);
    if (!allowed.ok) return allowed;
    const wish = rulesetOf(game).wishes.safeParse(wanted.wish);
    if (!wish.success) return { ok: false, problems: zodProblems(wish.error, { under: 'wish' }) };
    const seatable = await lockSeatableAccount(tx, game, wanted.by);
    if (!seatable.ok) return seatable;
    const account = seatable.value;
    if (game.seats.length >= seatsWantedOf(game)) {
      const data = { gameId: game.id, accountId: account.id, wish: wish.data, since: ctx.now() };
      await tx.waitlistEntry.create({ data });
      const place = await tx.waitlistEntry.count({ where: { gameId: game.id } });
      const detail = `#${account.id}, place ${place}`;
      await logGameEvent(tx, ctx, { gameId: game.id, by: account.id, type: 'waitlistJoined', detail });
      return ok({ kind: 'waiting', place });
    }
    const identifier = await addPlayer(tx, ctx, { game, account, wish: wish.data });
    await notifyGmOfPlayer(tx, ctx, game, {
      by: wanted.by,
      subject: `[${identifier}] has joined`,
      paragraphs: [`${account.name}, account #${account.id}, has joined and plays [${identifier}].`],
    });
    return ok({ kind: 'seated', identifier, begun: await beginIfFull(tx, ctx, game.id) });
  });
}

/**
 * An account gives up its seat in a forming game, and its place on the waitlist. The first account on the waitlist gets
 * the seat.
 * Problems: `unknown-game`, `begun`, `not-seated`.
 */
export async function leaveGame(
  ctx: AppContext,
  wanted: { gameId: string; by: number },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await existingGame(tx, wanted.gameId);
    if (!found.ok) return found;
    const game = found.value;
    const { id: gameId } = game;
    const own = game.seats.find(({ accountId }) => accountId === wanted.by);
    const waited = await tx.waitlistEntry.deleteMany({ where: { gameId, accountId: wanted.by } });
    // Someone who waits and was invited meanwhile gives up both.
    const hasSeatToo = own !== undefined && stillForming(game).ok;
    if (waited.count > 0 && !hasSeatToo) {
      await logGameEvent(tx, ctx, {
        gameId,
        by: wanted.by,
        type: 'playerLeft',
        detail: `#${wanted.by}, waitlist`,
      });
      return ok(undefined);
    }
    const forming = stillForming(game);
    if (!forming.ok) return forming;
    if (!own) return fail('', 'not-seated', 'You have no seat in this game.');
    await tx.seat.delete({ where: { id: own.id } });
    const detail = `[${own.identifier}] #${wanted.by}`;
    await logGameEvent(tx, ctx, { gameId, by: wanted.by, type: 'playerLeft', detail });
    await notifyGmOfPlayer(tx, ctx, game, {
      by: wanted.by,
      subject: `[${own.identifier}] has left`,
      paragraphs: [`${own.name} [${own.identifier}] has left the game.`],
    });
    await fillFromWaitlist(tx, ctx, gameId);
    return ok(undefined);
  });
}

/**
 * Gives free seats of a locked, forming game to the accounts on the waitlist, in order, and notifies them. People who were invited
 * meanwhile have a seat already. They keep their place until they accept it.
 */
export async function fillFromWaitlist(tx: Tx, ctx: AppContext, gameId: string): Promise<void> {
  for (;;) {
    const game = await lockGame(tx, gameId);
    // A game that was moved to another server begins there.
    if (game?.status !== 'forming' || game.transferredOutAt !== null) return;
    if (game.seats.length >= seatsWantedOf(game)) return;
    const seated = game.seats.flatMap(({ accountId }) => accountId ?? []);
    const [first] = await tx.waitlistEntry.findMany({
      where: { gameId, accountId: { notIn: seated } },
      include: { account: true },
      orderBy: [{ since: 'asc' }, { id: 'asc' }],
      take: 1,
    });
    if (!first) return;
    const { account, wish } = first;
    const seatable = await lockSeatableAccount(tx, game, account.id);
    await tx.waitlistEntry.deleteMany({ where: { id: first.id } });
    if (!seatable.ok) continue;
    const identifier = await addPlayer(tx, ctx, { game, account: seatable.value, wish });
    const seat = (await lockGame(tx, gameId))?.seats.find((other) => other.identifier === identifier);
    const subject = `you have a seat: you play [${identifier}]`;
    const paragraphs = [
      'A seat has become free, and you were first on the waitlist. You can leave the game until it begins.',
    ];
    if (seat) await notifySeat(tx, ctx, seat, { subject, paragraphs });
    await beginIfFull(tx, ctx, gameId);
  }
}

/**
 * Checks whether an account may join a game. Problems: `begun`, `not-open`, `already-seated`, `already-waiting`,
 * `rejoined-too-often`, `unreliable`.
 */
async function checkJoin(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  wanted: { by: number; link: string | null },
): Promise<Result<void>> {
  const forming = stillForming(game);
  if (!forming.ok) return forming;
  const invited = wanted.link !== null && game.joinLink === tokenHash(wanted.link);
  if (game.joining !== 'open' && !invited && game.gmId !== wanted.by) {
    return fail('', 'not-open', 'This game is by invitation only. Ask its GM.');
  }
  if (game.seats.some(({ accountId }) => accountId === wanted.by)) {
    return fail('', 'already-seated', 'You already have a seat in this game.');
  }
  const where = { gameId: game.id, accountId: wanted.by };
  if ((await tx.waitlistEntry.count({ where })) > 0) {
    return fail('', 'already-waiting', 'You are already on the waitlist of this game.');
  }
  const rejoined = await checkRejoins(tx, ctx, where);
  if (!rejoined.ok) return rejoined;
  return invited ? ok(undefined) : checkReliability(ctx, game.minReliability, wanted.by, tx);
}

/** Checks how often the account has left the game within the last hour. Problem: `rejoined-too-often`. */
async function checkRejoins(
  tx: Tx,
  ctx: AppContext,
  own: { gameId: string; accountId: number },
): Promise<Result<void>> {
  const since = new Date(ctx.now().getTime() - HOUR);
  const left = await tx.gameEvent.count({ where: { ...own, type: 'playerLeft', at: { gt: since } } });
  if (left < MAX_REJOINS_PER_HOUR) return ok(undefined);
  const message = `You have left this game ${left} times within the last hour. You can join it again in an hour.`;
  return fail('', 'rejoined-too-often', message);
}

/** Adds a seat for an account to a locked, forming game and returns the seat's identifier. */
export async function addPlayer(
  tx: Tx,
  ctx: AppContext,
  { game, account, wish }: { game: WholeGame; account: SeatableAccount; wish: Record<string, unknown> },
): Promise<string> {
  const name = seatName(account.name);
  const identifier = chooseIdentifier(name, new Set(game.seats.map(({ identifier }) => identifier)));
  const position = 1 + Math.max(0, ...game.seats.map(({ position }) => position));
  const who = { accountId: account.id, acceptedAt: ctx.now() };
  const data = { gameId: game.id, position, identifier, name, wish, ...who };
  await tx.seat.create({ data });
  const detail = `[${identifier}] #${account.id}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: account.id, type: 'playerJoined', detail });
  return identifier;
}

/**
 * Begins the game if every seat is taken and its GM wants it to begin then. If it cannot begin, the GM is told at once, because
 * everyone waits for the GM; for the same reason only once an hour, however often players leave and join.
 * @returns whether the game has begun
 */
async function beginIfFull(tx: Tx, ctx: AppContext, gameId: string): Promise<boolean> {
  const game = await lockGame(tx, gameId);
  if (!game?.beginWhenFull || game.seats.length < seatsWantedOf(game)) return false;
  const first = await firstDueDate(tx, ctx, game);
  const begun = await beginLocked(tx, ctx, game, { by: null, due: first.due });
  if (begun.ok) {
    await logDateMovedForAbsences(tx, ctx, { game, turn: 1, date: first });
    return true;
  }
  const reasons = begun.problems.map(({ message }) => message);
  const detail = {
    subject: 'the game is full',
    paragraphs: ['Every seat is taken, but the game could not begin automatically:', ...reasons],
  };
  const createdAt = { gt: new Date(ctx.now().getTime() - HOUR) };
  const told = {
    gameId,
    accountId: game.gmId,
    kind: 'notice' as const,
    detail: { equals: detail },
    createdAt,
  };
  if ((await tx.delivery.count({ where: told })) === 0) await notifyGm(tx, ctx, game, detail);
  return false;
}
