import { DateTime } from 'luxon';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { gmWords, gmWordsProblems } from '../notices/gm-words.ts';
import { requestNotices } from '../notices/mail-limits.ts';
import { notifyAllSeats } from '../notices/notices.ts';
import { enqueueComputerSheets } from '../processing/computer-sheets.ts';
import { scheduleJobs } from '../schedule/schedule-jobs.ts';
import { fillFromWaitlist } from '../seats/join-game.ts';
import { assignComputer } from '../seats/missed-turns.ts';
import { offerLocked } from '../seats/offer-seat.ts';
import { logGameEvent } from './game-log.ts';
import { gameNumber } from './game-number.ts';
import { inTransaction, type WholeGame } from './game-store.ts';
import { type GmRequest, gmGameAtTurn } from './gm-access.ts';
import { checkNewGame, lockGamesOf } from './new-game-right.ts';

/** How many days after it was abandoned a game can be revived; later its players have made other plans. */
export const REVIVAL_DAYS = 60;

/**
 * Abandons a forming or running game: no turn is processed anymore, and all players get a notice. Printouts stay
 * readable.
 * @param wanted.confirm the game number, typed by the GM
 * @param wanted.message the GM's message to the players
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `ended`, `not-confirmed`, `too-long` (the message),
 * `too-much-mail`.
 */
export async function abandonGame(
  ctx: AppContext,
  wanted: GmRequest & { confirm: string; message?: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await gmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const number = gameNumber(game);
    if (game.status !== 'forming' && game.status !== 'running') {
      return fail('', 'ended', `${number} has already ended.`);
    }
    if (wanted.confirm.trim().toUpperCase() !== number) {
      return fail('confirm', 'not-confirmed', `Type the number of the game, ${number}, to abandon it.`);
    }
    const problems = gmWordsProblems('word', wanted.message);
    if (problems.length > 0) return { ok: false, problems };
    const allowed = await requestNotices(tx, ctx, game, wanted.by);
    if (!allowed.ok) return allowed;
    const schedule = { update: { due: null, earlyProcessingAt: null } };
    const data = { status: 'abandoned' as const, endedAt: ctx.now(), schedule };
    await tx.game.update({ where: { id: game.id }, data });
    await scheduleJobs(tx, ctx, game.id);
    const paragraphs = [`${game.gm.name} has abandoned ${number}. No more turns will be processed.`];
    const calendar = game.status === 'running' ? { calendar: { turn: game.turn, due: null } } : {};
    const notice = { subject: 'the game was abandoned', paragraphs, ...gmWords(game, wanted.message) };
    await notifyAllSeats(tx, ctx, game, { ...notice, ...calendar });
    const detail = game.status === 'running' ? `at turn ${game.turn}` : 'before it began';
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'gameAbandoned', detail });
    return ok(undefined);
  });
}

/** Until when an abandoned game can be revived; null if it is not abandoned or the time is over. */
export function revivableUntil(ctx: AppContext, game: Pick<WholeGame, 'status' | 'endedAt'>): Date | null {
  if (game.status !== 'abandoned' || game.endedAt === null) return null;
  const until = DateTime.fromJSDate(game.endedAt).plus({ days: REVIVAL_DAYS }).toJSDate();
  return until > ctx.now() ? until : null;
}

/**
 * Revives an abandoned game, and notifies all players. A game that had not begun is forming again. A game that had
 * begun continues at the same turn with the sheets that were in; it is paused until the GM sets a date and resumes it.
 * Seats whose players have deleted their accounts since go to the computer.
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-abandoned`, `too-late`, `too-long` (the message),
 * `too-much-mail`, `not-allowed`,
 * and for a game for friends those of `checkNewGame`.
 */
export async function reviveGame(
  ctx: AppContext,
  wanted: GmRequest & { message?: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await gmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    if (game.status !== 'abandoned') {
      return fail('', 'not-abandoned', `${gameNumber(game)} was not abandoned, or has already been revived.`);
    }
    if (revivableUntil(ctx, game) === null) {
      const message = `A game can be revived only within ${REVIVAL_DAYS} days. Create a new one instead.`;
      return fail('', 'too-late', message);
    }
    const right = await checkRevival(tx, ctx, game);
    if (!right.ok) return right;
    const problems = gmWordsProblems('word', wanted.message);
    if (problems.length > 0) return { ok: false, problems };
    const allowed = await requestNotices(tx, ctx, game, wanted.by);
    if (!allowed.ok) return allowed;
    const begun = game.begunAt !== null;
    const status = begun ? ('running' as const) : ('forming' as const);
    const schedule = { update: { pausedAt: begun ? ctx.now() : null } };
    const data = { status, endedAt: null, schedule };
    await tx.game.update({ where: { id: game.id }, data });
    if (begun) await seatComputers(tx, ctx, game);
    await scheduleJobs(tx, ctx, game.id);
    await notifyAllSeats(tx, ctx, game, revivalNotice(game, begun, wanted.message ?? ''));
    const detail = begun ? `turn ${game.turn}, paused` : 'not begun yet';
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'gameRevived', detail });
    // Seats may have become free while the game was abandoned and the waitlist could not move up.
    if (!begun) await fillFromWaitlist(tx, ctx, game.id);
    return ok(undefined);
  });
}

/**
 * Checks that the GM still has an account. A game for friends counts again when it is revived. Problems: `not-allowed`,
 * those of `checkNewGame`.
 */
async function checkRevival(
  tx: Tx,
  ctx: AppContext,
  { forFriends, gmId }: WholeGame,
): Promise<Result<unknown>> {
  await lockGamesOf(tx, gmId);
  const gm = await tx.account.findUniqueOrThrow({ where: { id: gmId } });
  if (gm.deletedAt !== null) return fail('', 'not-allowed', 'Your account has been deleted.');
  return forFriends ? checkNewGame(tx, ctx, gm) : ok(undefined);
}

/** Gives empty seats to the computer, and queues its job again, which did nothing while the game was abandoned. */
async function seatComputers(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  for (const seat of game.seats) {
    if (seat.accountId !== null || seat.opponent) continue;
    await assignComputer(tx, game, seat, { turn: game.turn, reclaimable: false });
    if (game.offerAbandonedSeats) await offerLocked(tx, ctx, { game, seat, by: null });
  }
  await enqueueComputerSheets(tx, { gameId: game.id, turn: game.turn });
}

function revivalNotice(game: WholeGame, begun: boolean, message: string) {
  const paragraphs = [
    `${game.gm.name} has revived ${gameNumber(game)}.`,
    begun
      ? `Turn ${game.turn} is open again. The sheets that were in for it still count. The game is paused: you will get an e-mail when your GM resumes it.`
      : 'It has not begun yet, and players can join again.',
  ];
  return { subject: 'the game continues', paragraphs, ...gmWords(game, message) };
}
