import { tokenHash } from '../../accounts/tokens.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { beginLocked } from '../game/begin-game.ts';
import { logGameEvent } from '../game/game-log.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, lockGame, type WholeGame } from '../game/game-store.ts';
import { notifySeat } from '../notices/notices.ts';
import { firstDueDate, logDateMovedForAbsences } from '../schedule/next-due-date.ts';
import { accountDeleted, lockSeatableAccount } from './lock-seatable-account.ts';
import { reliability, reliableEnough } from './reliability.ts';
import { notifyGm } from './replace-absent-players.ts';
import { chooseIdentifier } from './seat-identifier.ts';
import { seatName } from './seat-name.ts';

/* Joining and leaving a game that is forming, by the players themselves. */

/** What became of somebody who would join. */
export type Joined =
  | { kind: 'seated'; identifier: string; begun: boolean }
  /** The game is full; `place` in line is counted from 1. */
  | { kind: 'waiting'; place: number };

/** How many seats a game is to have. */
export function seatsWantedOf(game: Pick<WholeGame, 'seatsWanted' | 'ruleset' | 'rulesetVersion'>): number {
  const { max } = rulesetOf(game).seats;
  return Math.min(game.seatsWanted ?? max, max);
}

/**
 * An account takes a seat of a forming game, or a place in line where it is full.
 * @param wanted.link the token of the game's invitation link; it stands for the GM's own invitation
 * @param wanted.wish as the ruleset's `wishes` describe it
 * Problems: `unknown-game`, `begun`, `not-open`, `already-seated`, `already-waiting`, `unreliable`, those of the wish.
 */
export async function joinGame(
  ctx: AppContext,
  wanted: { gameId: string; by: number; link: string | null; wish: Record<string, unknown> },
): Promise<Result<Joined>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    const barred = await joinBlocker(tx, ctx, game, wanted);
    if (barred) return barred;
    const wish = rulesetOf(game).wishes.safeParse(wanted.wish);
    if (!wish.success) return { ok: false, problems: zodProblems(wish.error, { under: 'wish' }) };
    const account = await lockSeatableAccount(tx, wanted.by);
    if (!account) return accountDeleted();
    if (game.seats.length >= seatsWantedOf(game)) {
      const data = { gameId: game.id, accountId: account.id, wish: wish.data, since: ctx.now() };
      await tx.waitlistEntry.create({ data });
      const place = await tx.waitlistEntry.count({ where: { gameId: game.id } });
      const detail = `#${account.id}, place ${place}`;
      await logGameEvent(tx, ctx, { gameId: game.id, by: account.id, type: 'waitlistJoined', detail });
      return ok({ kind: 'waiting', place });
    }
    const identifier = await seat(tx, ctx, game, account, wish.data);
    await notifyGm(tx, ctx, game, {
      subject: `[${identifier}] has joined`,
      paragraphs: [`${account.name}, account #${account.id}, has taken a seat as [${identifier}].`],
    });
    return ok({ kind: 'seated', identifier, begun: await beginIfFull(tx, ctx, game.id) });
  });
}

/**
 * An account gives up its seat in a forming game, or its place in line; the first in line gets the seat.
 * Problems: `unknown-game`, `begun`, `not-seated`.
 */
export async function leaveGame(
  ctx: AppContext,
  wanted: { gameId: string; by: number },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    const { id: gameId } = game;
    const waited = await tx.waitlistEntry.deleteMany({ where: { gameId, accountId: wanted.by } });
    if (waited.count > 0) {
      await logGameEvent(tx, ctx, {
        gameId,
        by: wanted.by,
        type: 'playerLeft',
        detail: `#${wanted.by}, the line`,
      });
      return ok(undefined);
    }
    if (game.status !== 'forming') return begun();
    const own = game.seats.find((one) => one.accountId === wanted.by);
    if (!own) return fail('', 'not-seated', 'You have no seat in this game.');
    await tx.seat.delete({ where: { id: own.id } });
    const detail = `[${own.identifier}] #${wanted.by}`;
    await logGameEvent(tx, ctx, { gameId, by: wanted.by, type: 'playerLeft', detail });
    await notifyGm(tx, ctx, game, {
      subject: `[${own.identifier}] has left`,
      paragraphs: [`${own.name} [${own.identifier}] has given up the seat.`],
    });
    await fillFromWaitlist(tx, ctx, gameId);
    return ok(undefined);
  });
}

/** Gives free seats of a locked, forming game to those who wait, the first in line first; each gets a mail. */
export async function fillFromWaitlist(tx: Tx, ctx: AppContext, gameId: string): Promise<void> {
  for (;;) {
    const game = await lockGame(tx, gameId);
    if (game?.status !== 'forming' || game.seats.length >= seatsWantedOf(game)) return;
    const [first] = await tx.waitlistEntry.findMany({
      where: { gameId },
      include: { account: true },
      orderBy: [{ since: 'asc' }, { id: 'asc' }],
      take: 1,
    });
    if (!first) return;
    const waits = (await lockSeatableAccount(tx, first.accountId)) !== null;
    await tx.waitlistEntry.deleteMany({ where: { id: first.id } });
    if (!waits || game.seats.some((one) => one.accountId === first.accountId)) continue;
    const identifier = await seat(tx, ctx, game, first.account, first.wish);
    const seated = (await lockGame(tx, gameId))?.seats.find((one) => one.identifier === identifier);
    const subject = `a seat is yours: you play as [${identifier}]`;
    const paragraphs = [
      'A seat has become free, and you were the first in line. You can leave until the game begins.',
    ];
    if (seated) await notifySeat(tx, ctx, seated, { subject, paragraphs });
    await beginIfFull(tx, ctx, gameId);
  }
}

async function joinBlocker(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  wanted: { by: number; link: string | null },
): Promise<ReturnType<typeof fail> | null> {
  if (game.status !== 'forming') return begun();
  const invited = wanted.link !== null && game.joinLink === tokenHash(wanted.link);
  if (game.joining !== 'open' && !invited && game.gmId !== wanted.by) {
    return fail('', 'not-open', 'This game takes players by invitation only: ask its GM.');
  }
  if (game.seats.some((one) => one.accountId === wanted.by)) {
    return fail('', 'already-seated', 'You have a seat in this game already.');
  }
  const where = { gameId: game.id, accountId: wanted.by };
  if ((await tx.waitlistEntry.count({ where })) > 0) {
    return fail('', 'already-waiting', 'You are in line for this game already.');
  }
  const min = game.minReliability;
  if (!invited && !reliableEnough(await reliability(ctx, wanted.by, tx), min)) {
    const message = `This game asks that ${min} of 100 sheets owed over the last year were sent; yours are fewer.`;
    return fail('', 'unreliable', message);
  }
  return null;
}

function begun(): ReturnType<typeof fail> {
  return fail('', 'begun', 'The game has begun; its seats are settled.');
}

async function seat(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  account: Account,
  wish: Record<string, unknown>,
): Promise<string> {
  const name = seatName(account.name);
  const identifier = chooseIdentifier(name, new Set(game.seats.map((one) => one.identifier)));
  const position = 1 + Math.max(0, ...game.seats.map((one) => one.position));
  const data = { gameId: game.id, position, identifier, name, wish, accountId: account.id };
  await tx.seat.create({ data });
  const detail = `[${identifier}] #${account.id}`;
  await logGameEvent(tx, ctx, { gameId: game.id, by: account.id, type: 'playerJoined', detail });
  return identifier;
}

/** Where the GM wants it so, and somebody sits on every seat. */
async function beginIfFull(tx: Tx, ctx: AppContext, gameId: string): Promise<boolean> {
  const game = await lockGame(tx, gameId);
  if (!game?.beginWhenFull || game.seats.length < seatsWantedOf(game)) return false;
  const first = await firstDueDate(tx, ctx, game);
  const begun = await beginLocked(tx, ctx, game, { by: null, due: first.due });
  if (begun.ok) {
    await logDateMovedForAbsences(tx, ctx, { game, turn: 1, date: first });
    return true;
  }
  const paragraphs = ['Every seat is taken, but the game could not begin by itself:'];
  const reasons = begun.problems.map((problem) => problem.message);
  await notifyGm(tx, ctx, game, { subject: 'the game is full', paragraphs: [...paragraphs, ...reasons] });
  return false;
}
