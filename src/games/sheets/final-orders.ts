import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { formatDateTime } from '../../text/dates.ts';
import { logGameEvent } from '../game/game-log.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, lockGame, readGame, type WholeGame } from '../game/game-store.ts';
import { notifyAllSeats } from '../notices/notices.ts';
import { scheduleJobs } from '../schedule/schedule-jobs.ts';

/* A turn is processed before its date when every player has said "this is my last word" — and after a while in
which each of them may still take it back. */

/** The rules of a game on which it depends whether last words are asked for. */
type LastWordRules = Pick<WholeGame, 'autoProcess' | 'processWhenFinal' | 'processWhenComplete'>;

/** So often the players of a turn may say their last words and take one back; then its date counts. */
const MAX_TAKEN_BACK = 5;

/**
 * Does a game close its turns early by last words, as its rules are now? Where the last sheet closes them, nothing is
 * left to ask.
 */
export function processesWhenFinal(game: LastWordRules): boolean {
  return game.autoProcess && game.processWhenFinal && !game.processWhenComplete;
}

/** Are players of a game asked for their last word: is its open turn closed by them? */
export function asksForFinalOrders(game: Pick<WholeGame, 'status' | 'pausedAt'> & LastWordRules): boolean {
  return game.status === 'running' && processesWhenFinal(game) && game.pausedAt === null;
}

/**
 * Does every sheet that is owed for a locked game's open turn stand, and is each player's marked final? Of a turn whose
 * last words have been taken back again and again they count no longer.
 */
export async function allOrdersFinal(tx: Tx, game: WholeGame): Promise<boolean> {
  if (!asksForFinalOrders(game)) return false;
  const owing = rulesetOf(game).seatsOwing(game.state);
  const seats = game.seats.filter((seat) => owing.includes(seat.identifier));
  // Where the computer plays all of them nobody is there to take anything back: the date counts.
  if (!seats.some((seat) => seat.accountId !== null)) return false;
  const where = { gameId: game.id, turn: game.turn, outcome: 'standing' as const };
  const standing = await tx.sheet.findMany({ where, select: { seatId: true, final: true } });
  const all = seats.every((seat) =>
    standing.some((sheet) => sheet.seatId === seat.id && (sheet.final || seat.opponent)),
  );
  // Each change of mind is mailed to everybody: nobody shall fill the others' mailboxes with it.
  return all && game.timesReopened < MAX_TAKEN_BACK;
}

/**
 * After a sheet of a locked game has changed: begins the time in which the last words may be taken back, or ends it
 * where one was. Everybody is told.
 */
export async function updateEarlyProcessing(tx: Tx, ctx: AppContext, gameId: string): Promise<void> {
  // Most games ask for no last words, and most sheets are none: the whole game is read where it matters only.
  const select = { status: true, schedule: true };
  const header = await tx.game.findUnique({ where: { id: gameId }, select });
  if (!header?.schedule) return;
  const { status, schedule } = header;
  if (!asksForFinalOrders({ status, ...schedule }) && schedule.earlyProcessingAt === null) return;
  const game = await readGame(tx, gameId);
  if (!game) return;
  const final = await allOrdersFinal(tx, game);
  if (final === (game.earlyProcessingAt !== null)) return;
  const earlyProcessingAt = final ? new Date(ctx.now().getTime() + game.reopenMinutes * 60_000) : null;
  const reopened = final ? {} : { timesReopened: { increment: 1 } };
  await tx.gameSchedule.update({ where: { gameId }, data: { earlyProcessingAt, ...reopened } });
  await scheduleJobs(tx, ctx, game.id);
  const entry = { gameId: game.id, by: null, detail: `turn ${game.turn}` };
  await logGameEvent(tx, ctx, {
    ...entry,
    type: earlyProcessingAt ? 'earlyProcessingScheduled' : 'earlyProcessingCanceled',
  });
  await notifyAllSeats(
    tx,
    ctx,
    game,
    earlyProcessingAt ? closingNotice(game, earlyProcessingAt) : openNotice(game),
  );
}

/**
 * A player takes "this is my last word" back; the sheet itself stands on. Problems: `unknown-game`, `no-seat`,
 * `wrong-turn`, `not-final`.
 */
export async function reopenOrders(
  ctx: AppContext,
  wanted: { gameId: string; by: number; turn: number },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (!game) return fail('', 'unknown-game', 'There is no such game.');
    const seat = game.seats.find((one) => one.accountId === wanted.by);
    if (!seat) return fail('', 'no-seat', 'You have no seat in this game.');
    if (game.status !== 'running' || game.turn !== wanted.turn) {
      return fail('turn', 'wrong-turn', `Turn ${wanted.turn} is not open any more: it has been processed.`);
    }
    const where = { seatId: seat.id, turn: game.turn, outcome: 'standing' as const, final: true };
    const changed = await tx.sheet.updateMany({ where, data: { final: false } });
    if (changed.count === 0) return fail('', 'not-final', 'Your sheet is not marked as your last word.');
    const detail = `[${seat.identifier}] turn ${game.turn}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'ordersReopened', detail });
    await updateEarlyProcessing(tx, ctx, game.id);
    return ok(undefined);
  });
}

function closingNotice(game: WholeGame, at: Date) {
  const paragraphs = [
    `Every sheet for turn ${game.turn} is there and marked as its player's last word. The turn is processed ${formatDateTime(at, game.timeZone)}, before its date.`,
    'Until then you may take your last word back on the page of your sheet.',
  ];
  return { subject: `turn ${game.turn} is about to be processed`, paragraphs };
}

function openNotice(game: WholeGame) {
  const paragraphs = [
    `Turn ${game.turn} is not processed before its date after all: not every sheet is its player's last word any more.`,
    ...(game.due ? [`Sheets are due ${formatDateTime(game.due, game.timeZone)}, as before.`] : []),
  ];
  return { subject: `turn ${game.turn} stays open`, paragraphs };
}
