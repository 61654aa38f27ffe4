import { tokenHash } from '../../accounts/tokens.ts';
import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import type { House } from '../../context.ts';
import { good, type Result, refused } from '../../rules/result.ts';
import { beginLocked } from '../game/begin-game.ts';
import { problemsOf } from '../game/create-game.ts';
import { tellGm } from './replace-absent-players.ts';
import { identifierFor } from './seat-identifier.ts';
import { inTransaction, lockGame, type WholeGame } from '../game/game-store.ts';
import { logGame } from '../game/game-log.ts';
import { firstDateOf, logMoved } from '../schedule/next-due-date.ts';
import { noticeTo } from '../notices/notices.ts';
import { reliability, reliableEnough } from './reliability.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { noSitter, sitterOf } from './lock-seatable-account.ts';
import { seatName } from '../../text/typed-text.ts';

/* Joining and leaving a game that is forming, by the players themselves. */

/** What became of somebody who would join. */
export type Joined =
  | { kind: 'seated'; identifier: string; begun: boolean }
  /** The game is full; `place` in line is counted from 1. */
  | { kind: 'waiting'; place: number };

/** How many seats a game is to have. */
export function seatsWantedOf(game: Pick<WholeGame, 'seatsWanted' | 'ruleset' | 'rulesetVersion'>): number {
  const { most } = rulesetOf(game).seats;
  return Math.min(game.seatsWanted ?? most, most);
}

/**
 * An account takes a seat of a forming game, or a place in line where it is full.
 * @param wanted.link the token of the game's invitation link; it stands for the GM's own invitation
 * @param wanted.wish as the ruleset's `wishes` describe it
 * Problems: `unknown-game`, `begun`, `not-open`, `already-seated`, `already-waiting`, `unreliable`, those of the wish.
 */
export async function joinGame(
  house: House,
  wanted: { gameId: string; by: number; link: string | null; wish: Record<string, unknown> },
): Promise<Result<Joined>> {
  return inTransaction(house, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return refused('', 'unknown-game', 'There is no such game.');
    const barred = await barredFrom(tx, house, game, wanted);
    if (barred) return barred;
    const wish = rulesetOf(game).wishes.safeParse(wanted.wish);
    if (!wish.success) return { ok: false, problems: problemsOf(wish.error, 'wish') };
    const account = await sitterOf(tx, wanted.by);
    if (!account) return noSitter();
    if (game.seats.length >= seatsWantedOf(game)) {
      const data = { gameId: game.id, accountId: account.id, wish: wish.data as object, since: house.now() };
      await tx.waitingPlace.create({ data });
      const place = await tx.waitingPlace.count({ where: { gameId: game.id } });
      const detail = `#${account.id}, place ${place}`;
      await logGame(tx, house, { gameId: game.id, by: account.id, verb: 'waiting', detail });
      return good({ kind: 'waiting', place });
    }
    const identifier = await seat(tx, house, game, account, wish.data);
    await tellGm(tx, house, game, {
      subject: `[${identifier}] has joined`,
      paragraphs: [`${account.name}, account #${account.id}, has taken a seat as [${identifier}].`],
    });
    return good({ kind: 'seated', identifier, begun: await beginIfFull(tx, house, game.id) });
  });
}

/**
 * An account gives up its seat in a forming game, or its place in line; the first in line gets the seat.
 * Problems: `unknown-game`, `begun`, `not-seated`.
 */
export async function leaveGame(house: House, wanted: { gameId: string; by: number }): Promise<Result<void>> {
  return inTransaction(house, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return refused('', 'unknown-game', 'There is no such game.');
    const { id: gameId } = game;
    const waited = await tx.waitingPlace.deleteMany({ where: { gameId, accountId: wanted.by } });
    if (waited.count > 0) {
      await logGame(tx, house, { gameId, by: wanted.by, verb: 'left', detail: `#${wanted.by}, the line` });
      return good(undefined);
    }
    if (game.status !== 'forming') return begun();
    const own = game.seats.find((one) => one.accountId === wanted.by);
    if (!own) return refused('', 'not-seated', 'You have no seat in this game.');
    await tx.seat.delete({ where: { id: own.id } });
    const detail = `[${own.identifier}] #${wanted.by}`;
    await logGame(tx, house, { gameId, by: wanted.by, verb: 'left', detail });
    await tellGm(tx, house, game, {
      subject: `[${own.identifier}] has left`,
      paragraphs: [`${own.name} [${own.identifier}] has given up the seat.`],
    });
    await fillFromLine(tx, house, gameId);
    return good(undefined);
  });
}

/** Gives free seats of a locked, forming game to those who wait, the first in line first; each gets a mail. */
export async function fillFromLine(tx: Tx, house: House, gameId: string): Promise<void> {
  for (;;) {
    const game = await lockGame(tx, gameId);
    if (game?.status !== 'forming' || game.seats.length >= seatsWantedOf(game)) return;
    const [first] = await tx.waitingPlace.findMany({
      where: { gameId },
      include: { account: true },
      orderBy: [{ since: 'asc' }, { id: 'asc' }],
      take: 1,
    });
    if (!first) return;
    const waits = (await sitterOf(tx, first.accountId)) !== null;
    await tx.waitingPlace.deleteMany({ where: { id: first.id } });
    if (!waits || game.seats.some((one) => one.accountId === first.accountId)) continue;
    const identifier = await seat(tx, house, game, first.account, first.wish as object);
    const seated = (await lockGame(tx, gameId))?.seats.find((one) => one.identifier === identifier);
    const subject = `a seat is yours: you play as [${identifier}]`;
    const paragraphs = [
      'A seat has become free, and you were the first in line. You can leave until the game begins.',
    ];
    if (seated) await noticeTo(tx, house, game, seated, { subject, paragraphs });
    await beginIfFull(tx, house, gameId);
  }
}

async function barredFrom(
  tx: Tx,
  house: House,
  game: WholeGame,
  wanted: { by: number; link: string | null },
): Promise<ReturnType<typeof refused> | null> {
  if (game.status !== 'forming') return begun();
  const invited = wanted.link !== null && game.joinLink === tokenHash(wanted.link);
  if (game.joining !== 'open' && !invited && game.gmId !== wanted.by) {
    return refused('', 'not-open', 'This game takes players by invitation only: ask its GM.');
  }
  if (game.seats.some((one) => one.accountId === wanted.by)) {
    return refused('', 'already-seated', 'You have a seat in this game already.');
  }
  const where = { gameId: game.id, accountId: wanted.by };
  if ((await tx.waitingPlace.count({ where })) > 0) {
    return refused('', 'already-waiting', 'You are in line for this game already.');
  }
  const least = game.leastReliability;
  if (!invited && !reliableEnough(await reliability(house, wanted.by, tx), least)) {
    const message = `This game asks that ${least} of 100 sheets owed over the last year were sent; yours are fewer.`;
    return refused('', 'unreliable', message);
  }
  return null;
}

function begun(): ReturnType<typeof refused> {
  return refused('', 'begun', 'The game has begun; its seats are settled.');
}

async function seat(tx: Tx, house: House, game: WholeGame, account: Account, wish: object): Promise<string> {
  const name = seatName(account.name);
  const identifier = identifierFor(name, new Set(game.seats.map((one) => one.identifier)));
  const position = 1 + Math.max(0, ...game.seats.map((one) => one.position));
  const data = { gameId: game.id, position, identifier, name, wish, accountId: account.id };
  await tx.seat.create({ data });
  const detail = `[${identifier}] #${account.id}`;
  await logGame(tx, house, { gameId: game.id, by: account.id, verb: 'joined', detail });
  return identifier;
}

/** Where the GM wants it so, and somebody sits on every seat. */
async function beginIfFull(tx: Tx, house: House, gameId: string): Promise<boolean> {
  const game = await lockGame(tx, gameId);
  if (!game?.startsWhenFull || game.seats.length < seatsWantedOf(game)) return false;
  const first = await firstDateOf(tx, house, game);
  const begun = await beginLocked(tx, house, game, { by: null, due: first.due });
  if (begun.ok) {
    await logMoved(tx, house, game, 1, first);
    return true;
  }
  const paragraphs = ['Every seat is taken, but the game could not begin by itself:'];
  const reasons = begun.problems.map((problem) => problem.message);
  await tellGm(tx, house, game, { subject: 'the game is full', paragraphs: [...paragraphs, ...reasons] });
  return false;
}
