import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { WholeGame } from '../game/game-store.ts';
import { inspectionsToPrint } from '../inspections/inspections-view.ts';
import { withholdUnreadablePress } from '../press/held-press.ts';
import { reviewPress, storeHeldPress } from '../press/press-moderation.ts';
import { recordAttendance } from '../seats/attendance.ts';
import { handAbsentSeatsToComputer } from '../seats/missed-turns.ts';
import { replacementsToPrint } from '../seats/seat-changes.ts';
import { deleteAdvanceOrders, enterAdvanceOrders } from '../sheets/enter-advance-orders.ts';
import { playedSheets } from '../sheets/played-sheets.ts';
import { refusedSheets } from '../sheets/refused-sheets.ts';
import { enterStandingOrders, supersedeStandingOrders } from '../sheets/standing-orders.ts';
import { fillComputerSheets } from './computer-sheets.ts';
import { openNextTurn } from './open-next-turn.ts';
import { NO_NEXT_TURN, prepareNextTurn } from './prepare-next-turn.ts';
import { recordTurn } from './record-turn.ts';
import { reportHeader } from './report-header.ts';
import { resolveTurn } from './resolve-turn.ts';
import { seatNotes } from './seat-notes.ts';
import { type NotProcessed, type ProcessingRequest, withOpenTurn } from './with-open-turn.ts';

/** What came of a request to process a turn. `over`: the game has ended with this turn. */
export type Processing = { kind: 'processed'; over: boolean } | NotProcessed;

/**
 * Processes the open turn of a game, whatever sheets there are. All of it is one transaction under the lock of the
 * game's row, so a turn is processed once and completely or not at all, however many callers want it at the same time.
 * @throws NotAllowed if `by` is an account that does not run the game
 */
export async function processTurn(ctx: AppContext, request: ProcessingRequest): Promise<Processing> {
  return withOpenTurn(ctx, request, (tx, game) => processOpenTurn(tx, ctx, { game, by: request.by }));
}

/**
 * The steps of processing, in their order. Callers must have checked that the turn may be processed.
 * @param turn.game locked and running
 * @param turn.preview whether it is only a preview: then the secret of the dice is not published, even if the game ends
 */
export async function processOpenTurn(
  tx: Tx,
  ctx: AppContext,
  { game, by, preview = false }: { game: WholeGame; by: number | null; preview?: boolean },
): Promise<{ kind: 'processed'; over: boolean }> {
  // Every sheet that can be had is entered, and it is noted who has sent none.
  await supersedeStandingOrders(tx, game);
  await fillComputerSheets(tx, ctx, game);
  const standingOrders = await enterStandingOrders(tx, ctx, game);
  await recordAttendance(tx, ctx, game, by);

  // The turn is played.
  const sheets = await playedSheets(tx, game);
  const press = await reviewPress(tx, game, sheets);
  const { state, dice, over, diceSecret } = await resolveTurn(tx, game, sheets);

  // The turn is recorded and printed, with what is known of the next one.
  const next = over ? NO_NEXT_TURN : await prepareNextTurn(tx, ctx, game, state);
  const header = reportHeader(game, {
    due: next.due,
    press,
    notes: seatNotes(await refusedSheets(tx, game), standingOrders, next.advanceOrders),
    away: next.away,
    inspections: await inspectionsToPrint(tx, game),
    replacements: await replacementsToPrint(tx, game),
    revealedSecret: over && !preview ? diceSecret : null,
  });
  const attempt = await recordTurn(tx, ctx, { game, turn: game.turn, sheets, dice, header, state, by });
  await storeHeldPress(tx, game, attempt, press);
  await withholdUnreadablePress(tx, ctx, game);

  // The next turn opens, or the game ends.
  await openNextTurn(tx, ctx, game, { state, over, due: next.due, by });
  if (over) {
    await deleteAdvanceOrders(tx, game.id);
  } else {
    await enterAdvanceOrders(tx, ctx, game.id, next.advanceOrders);
    await handAbsentSeatsToComputer(tx, ctx, game);
  }
  return { kind: 'processed', over };
}
