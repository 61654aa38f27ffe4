import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Rollback, Turn } from '../../database/generated/client.ts';
import { enqueueDelivery } from '../../database/outbox.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { PressRef } from '../../rules/ruleset.ts';
import { formatDateTime } from '../../text/dates.ts';
import { oneLine } from '../../text/typed-text.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber } from '../game/game-number.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, NEW_TURN, NOT_ROLLED_BACK, readGame, type WholeGame } from '../game/game-store.ts';
import { type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';
import { notifyAllSeats } from '../notices/notices.ts';
import { markPrinted } from '../press/press-moderation.ts';
import { dueProblems } from '../schedule/change-due-date.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import { scheduleJobs } from '../schedule/schedule-jobs.ts';
import { clearAttendance, recordAttendance } from '../seats/missed-turns.ts';
import { dueAdvanceOrders, enterAdvanceOrders } from '../sheets/enter-advance-orders.ts';
import { updateEarlyProcessing } from '../sheets/final-orders.ts';
import { processIfAllSheetsIn } from '../sheets/missing-sheets.ts';

/**
 * Takes the last processed turn back: it is open again with its sheets, which may be corrected; none of them is its
 * player's last word any more, so that the turn waits for corrections. The turn and its
 * printouts stay in the record, marked. Everybody is told by mail, for printouts went out. A game that is over
 * stays over: the secret of its dice is published.
 * @param wanted.turn the turn that is open now: the one before it is taken back
 * @param wanted.due when its sheets are due now; null leaves it to the GM
 * @param wanted.word why, for the mail; may be empty
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-running`, `no-turn`, `past`, `blackout`.
 */
export async function rollBack(
  ctx: AppContext,
  wanted: GmRequest & { due: Date | null; word?: string },
): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const last = game.turn - 1;
    if (last < 1) return fail('', 'no-turn', 'No turn of this game has been processed yet.');
    const late = dueProblems(ctx, wanted.due, scheduleOf(game));
    if (late.length > 0) return { ok: false, problems: late };
    const turn = await turnInForce(tx, game.id, last);
    const before = await turnInForce(tx, game.id, last - 1);

    await putOutOfForce(tx, ctx, turn);
    await markPrinted(tx, game, releasedWithTurn(turn), null);
    await clearAttendance(tx, { gameId: game.id, turn: last });
    await tx.rollback.create({
      data: {
        ...{ gameId: game.id, turn: last, attempt: turn.attempt, at: ctx.now(), byId: wanted.by },
        ...{ due: game.due, sheetCount: await sheetsOf(tx, game.id, last) },
      },
    });
    await tx.game.update({
      where: { id: game.id },
      data: {
        turn: last,
        schedule: { update: { due: wanted.due, ...NEW_TURN } },
        state: { update: { state: before.state } },
      },
    });
    const finals = await clearFinalMarks(tx, game.id, last);
    await scheduleJobs(tx, ctx, game.id);
    const notice = backNotice(game, last, { due: wanted.due, word: oneLine(wanted.word ?? ''), finals });
    await notifyAllSeats(tx, ctx, game, notice);
    const detail = `turn ${last}, attempt ${turn.attempt}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'turnRolledBack', detail });
    return ok(undefined);
  });
}

/**
 * Puts the turn that was last taken back in force again, as long as nothing has changed since: no sheet came for
 * it, and the turns before it are the same.
 * @param wanted.turn the turn that is open now, which was taken back
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-running`, `not-rolled-back`, `changed`.
 */
export async function rollForward(ctx: AppContext, wanted: GmRequest): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    const game = found.value;
    const rollback = await lastRollback(tx, game);
    if (!rollback) return fail('', 'not-rolled-back', `Turn ${game.turn} was not rolled back.`);
    const turn = await unchangedTurn(tx, game, rollback);
    if (!turn) {
      const message = `Turn ${game.turn} cannot be rolled forward: sheets have come for it since. Process it instead.`;
      return fail('', 'changed', message);
    }
    await putInForce(tx, turn);
    await markPrinted(tx, game, releasedWithTurn(turn), turn.turn);
    await recordAttendance(tx, ctx, game, rulesetOf(game).seatsOwing(game.state));
    await tx.rollback.update({
      where: { id: rollback.id },
      data: { undoneAt: ctx.now(), undoneById: wanted.by },
    });
    const due = rollback.due && rollback.due > ctx.now() ? rollback.due : null;
    await tx.game.update({
      where: { id: game.id },
      data: {
        turn: game.turn + 1,
        schedule: { update: { due, ...NEW_TURN } },
        state: { update: { state: turn.state } },
      },
    });
    await scheduleJobs(tx, ctx, game.id);
    await sendUnsent(tx, ctx, game, turn);
    await enterChanged(tx, ctx, game, { state: turn.state, since: rollback.at });
    await notifyAllSeats(tx, ctx, game, forwardNotice(game, due));
    const detail = `turn ${game.turn}, attempt ${turn.attempt}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: wanted.by, type: 'turnRolledForward', detail });
    // The sheets of the turn that is open now may all be last words: the time for taking them back begins anew.
    await updateEarlyProcessing(tx, ctx, game.id);
    // They may all have been there when the turn before was taken back, and the job that was to close theirs is gone.
    const now = await readGame(tx, game.id);
    if (now) await processIfAllSheetsIn(tx, now);
    return ok(undefined);
  });
}

/** What was sent ahead while the turn was open again, for the turn that opens once more. */
async function enterChanged(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  { state, since }: { state: unknown; since: Date },
): Promise<void> {
  const opens = { turn: game.turn + 1, state };
  const due = await dueAdvanceOrders(tx, game, rulesetOf(game), opens, since);
  await enterAdvanceOrders(tx, ctx, game.id, due);
}

/** The turn that `rollForward` would put in force again; null where there is none. */
export async function turnToRollForward(tx: Tx, game: WholeGame): Promise<number | null> {
  if (game.status !== 'running') return null;
  const rollback = await lastRollback(tx, game);
  return rollback && (await unchangedTurn(tx, game, rollback)) ? rollback.turn : null;
}

/**
 * Before a turn is written again: the sheets for the turn after it were filled in for a world that is no more.
 * They are kept, but none of them is played.
 */
export async function retireSheets(tx: Tx, gameId: string, turn: number): Promise<void> {
  // A refused sheet has no orders; a superseded one must have some, if only null.
  await tx.$executeRaw`
    UPDATE "Sheet" SET "outcome" = 'superseded', "orders" = coalesce("orders", 'null'::json)
    WHERE "gameId" = ${gameId}::uuid AND "turn" = ${turn} AND "outcome" <> 'superseded'`;
}

/** Last words were given for a world before the correction; how many there were. Opponents' sheets never are. */
async function clearFinalMarks(tx: Tx, gameId: string, turn: number): Promise<number> {
  const where = { gameId, turn, outcome: 'standing' as const, final: true };
  const { count } = await tx.sheet.updateMany({ where, data: { final: false } });
  return count;
}

/** The press releases of earlier turns that were printed after a turn. */
function releasedWithTurn(turn: Turn): PressRef[] {
  return turn.header.released ?? [];
}

async function turnInForce(tx: Tx, gameId: string, turn: number): Promise<Turn> {
  return tx.turn.findFirstOrThrow({ where: { gameId, turn, ...NOT_ROLLED_BACK } });
}

function keyOf({ gameId, turn, attempt }: Turn) {
  return { gameId_turn_attempt: { gameId, turn, attempt } };
}

async function putOutOfForce(tx: Tx, ctx: AppContext, turn: Turn): Promise<void> {
  const data = { rolledBackAt: ctx.now() };
  await tx.turn.update({ where: keyOf(turn), data, select: { turn: true } });
  await tx.printout.updateMany({
    where: { gameId: turn.gameId, turn: turn.turn + 1, ...NOT_ROLLED_BACK },
    data,
  });
}

async function putInForce(tx: Tx, turn: Turn): Promise<void> {
  const data = { rolledBackAt: null };
  await tx.turn.update({ where: keyOf(turn), data, select: { turn: true } });
  const { gameId, attempt } = turn;
  await tx.printout.updateMany({ where: { gameId, attempt, turn: turn.turn + 1 }, data });
}

function sheetsOf(tx: Tx, gameId: string, turn: number): Promise<number> {
  return tx.sheet.count({ where: { gameId, turn } });
}

function lastRollback(tx: Tx, game: WholeGame): Promise<Rollback | null> {
  const where = { gameId: game.id, turn: game.turn, undoneAt: null };
  return tx.rollback.findFirst({ where, orderBy: { attempt: 'desc' } });
}

/** The turn of a rollback, if it would come out the same and follows from the turn that is now before it. */
async function unchangedTurn(tx: Tx, game: WholeGame, rollback: Rollback): Promise<Turn | null> {
  if ((await sheetsOf(tx, game.id, rollback.turn)) !== rollback.sheetCount) return null;
  const where = { gameId: game.id, turn: rollback.turn, attempt: rollback.attempt };
  const turn = await tx.turn.findFirstOrThrow({ where });
  const before = await turnInForce(tx, game.id, rollback.turn - 1);
  return turn.previousHash === before.hash ? turn : null;
}

/** Printouts whose mail was stopped by the rollback go out now. */
async function sendUnsent(tx: Tx, ctx: AppContext, game: WholeGame, turn: Turn): Promise<void> {
  const printouts = await tx.printout.findMany({
    where: { gameId: game.id, turn: turn.turn + 1, ...NOT_ROLLED_BACK, seatId: { not: null } },
    select: { id: true, seatId: true, accountId: true, deliveries: { select: { status: true } } },
  });
  for (const { id: printoutId, seatId, accountId, deliveries } of printouts) {
    if (deliveries.some(({ status }) => status !== 'failed')) continue;
    const account = game.seats.find((seat) => seat.id === seatId && seat.accountId === accountId)?.account;
    if (!account) continue;
    await enqueueDelivery(tx, { kind: 'printout', account, gameId: game.id, seatId, printoutId }, ctx);
  }
}

function backNotice(
  game: WholeGame,
  turn: number,
  { due, word, finals }: { due: Date | null; word: string; finals: number },
) {
  const when = due ? `, until ${formatDateTime(due, game.timeZone)}` : '';
  const paragraphs = [
    `${game.gm.name} has rolled back turn ${turn} of ${gameNumber(game)}. What the printouts after it said counts no longer, and turn ${turn} is open again.`,
    ...(word === '' ? [] : [`${game.gm.name} writes: ${word}`]),
    `Your sheet for turn ${turn} is kept. Leave it as it is, or correct it${when}. A sheet that you may have sent for turn ${turn + 1} will not be played: send it again when the new printout has come. One that you sent ahead is entered again by itself.`,
    ...(finals === 0
      ? []
      : [
          'No sheet is marked as its player’s last word any more. If yours is to stay as it is, and the turn need not wait for you, send it once more with the mark.',
        ]),
    `The dice of turn ${turn} follow from the game's secret, and are the same when it is processed again.`,
  ];
  return { subject: `turn ${turn} was rolled back`, paragraphs };
}

function forwardNotice(game: WholeGame, due: Date | null) {
  const { turn } = game;
  const when = due ? ` It is due ${formatDateTime(due, game.timeZone)}.` : ' Its date will be told.';
  const paragraphs = [
    `${game.gm.name} has taken the rollback of turn ${turn} of ${gameNumber(game)} back: nothing had changed, and the printout that you have counts again.`,
    `Now turn ${turn + 1} is open, with the sheet that you may have sent for it.${when}`,
  ];
  return { subject: `turn ${turn} stands after all`, paragraphs };
}
