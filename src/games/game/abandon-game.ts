import { DateTime } from 'luxon';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueJob } from '../../database/outbox.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { paragraphsOf } from '../notices/broadcast.ts';
import { notifyAllSeats } from '../notices/notices.ts';
import { scheduleJobs } from '../schedule/schedule-jobs.ts';
import { fillFromWaitlist } from '../seats/join-game.ts';
import { offerLocked } from '../seats/offer-seat.ts';
import { assignComputer } from '../seats/replace-absent-players.ts';
import { logGameEvent } from './game-log.ts';
import { gameNumber } from './game-number.ts';
import { inTransaction, type WholeGame } from './game-store.ts';
import { type GmRequest, gmGameAtTurn } from './gm-access.ts';

/* Giving a game up, and taking it up again. */

/** Days after which a game that was given up stays so: by then its players have made other plans. */
export const REVIVAL_DAYS = 60;

/**
 * Gives a game up: nothing of it is processed any more, and everybody is told. What was printed stays.
 * @param wanted.confirm the game's number, typed by the GM
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `ended`, `not-confirmed`.
 */
export async function abandonGame(
  ctx: AppContext,
  wanted: GmRequest & { confirm: string; word?: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await gmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const number = gameNumber(game);
    if (game.status !== 'forming' && game.status !== 'running') {
      return fail('', 'ended', `${number} has ended already.`);
    }
    if (wanted.confirm.trim().toUpperCase() !== number) {
      return fail('confirm', 'not-confirmed', `Type the number of the game, ${number}, to give it up.`);
    }
    const schedule = { update: { due: null, earlyProcessingAt: null } };
    const data = { status: 'abandoned' as const, endedAt: ctx.now(), schedule };
    await tx.game.update({ where: { id: game.id }, data });
    await scheduleJobs(tx, ctx, game.id);
    const paragraphs = [
      `${game.gm.name} has given ${number} up: no further turn will be processed.`,
      ...paragraphsOf(wanted.word ?? ''),
    ];
    const calendar = game.status === 'running' ? { calendar: { turn: game.turn, due: null } } : {};
    await notifyAllSeats(tx, ctx, game, { subject: 'the game was given up', paragraphs, ...calendar });
    const detail = game.status === 'running' ? `at turn ${game.turn}` : 'before it began';
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'gameAbandoned', detail });
    return ok(undefined);
  });
}

/** Until when a game that was given up may be taken up again; null where that is over, or was never so. */
export function revivableUntil(ctx: AppContext, game: Pick<WholeGame, 'status' | 'endedAt'>): Date | null {
  if (game.status !== 'abandoned' || game.endedAt === null) return null;
  const until = DateTime.fromJSDate(game.endedAt).plus({ days: REVIVAL_DAYS }).toJSDate();
  return until > ctx.now() ? until : null;
}

/**
 * Takes a game that was given up, up again: one that had not begun takes seats as before; one that had is open at the
 * same turn with the sheets that had come, and paused, so that nothing is processed before the GM lets it go on
 * with a date. Seats whose players have deleted their accounts meanwhile go to the computer. Everybody is told.
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-abandoned`, `too-late`.
 */
export async function reviveGame(
  ctx: AppContext,
  wanted: GmRequest & { word?: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await gmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    if (game.status !== 'abandoned') {
      return fail('', 'not-abandoned', `${gameNumber(game)} was not given up, or has been taken up again.`);
    }
    if (revivableUntil(ctx, game) === null) {
      const message = `A game can be taken up again within ${REVIVAL_DAYS} days; make a new one instead.`;
      return fail('', 'too-late', message);
    }
    const begun = game.begunAt !== null;
    const status = begun ? ('running' as const) : ('forming' as const);
    const schedule = { update: { pausedAt: begun ? ctx.now() : null } };
    const data = { status, endedAt: null, schedule };
    await tx.game.update({ where: { id: game.id }, data });
    if (begun) await seatOpponents(tx, ctx, game);
    await scheduleJobs(tx, ctx, game.id);
    await notifyAllSeats(tx, ctx, game, upNotice(game, begun, wanted.word ?? ''));
    const detail = begun ? `turn ${game.turn}, paused` : 'not begun yet';
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'gameRevived', detail });
    // Seats may have become free while nobody in line could be given one.
    if (!begun) await fillFromWaitlist(tx, ctx, game.id);
    return ok(undefined);
  });
}

/** Nobody's seats are the computer's; and its job, which did nothing while the game was given up, comes again. */
async function seatOpponents(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  for (const seat of game.seats) {
    if (seat.accountId !== null || seat.opponent) continue;
    await assignComputer(tx, game, seat, { turn: game.turn, keep: false });
    if (game.offerAbandonedSeats) await offerLocked(tx, ctx, game, seat, null);
  }
  const { id: gameId, turn } = game;
  await enqueueJob(tx, 'computerSheets', { gameId, turn }, { jobKey: `computerSheets:${gameId}:${turn}` });
}

function upNotice(game: WholeGame, begun: boolean, word: string) {
  const paragraphs = [
    `${game.gm.name} has taken ${gameNumber(game)} up again.`,
    begun
      ? `Turn ${game.turn} is open, with the sheets that had come for it. The game is paused: nothing is processed until its GM lets it go on, and a mail says so.`
      : 'It takes seats as before, and has not begun yet.',
    ...paragraphsOf(word),
  ];
  return { subject: 'the game goes on after all', paragraphs };
}
