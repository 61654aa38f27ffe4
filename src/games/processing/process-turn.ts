import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { WholeGame } from '../game/game-store.ts';
import { inspectionsToPrint } from '../inspections/inspections-view.ts';
import { withholdUnreadablePress } from '../press/held-press.ts';
import { reviewPress, storeHeldPress } from '../press/press-moderation.ts';
import { takeKeptAttendance, writeAttendance } from '../seats/attendance.ts';
import { handAbsentSeatsToComputer } from '../seats/missed-turns.ts';
import { replacementsToPrint } from '../seats/seat-changes.ts';
import { deleteAdvanceOrders, enterAdvanceOrders } from '../sheets/enter-advance-orders.ts';
import { seatsKeepingSheets } from '../sheets/kept-sheets.ts';
import { isMissedByPlayer, openTurnSheetsOf } from '../sheets/missing-sheets.ts';
import { playedSheetsOf } from '../sheets/played-sheets.ts';
import { refusedSheets } from '../sheets/refused-sheets.ts';
import { enterMissingSheets } from './enter-missing-sheets.ts';
import { openNextTurn } from './open-next-turn.ts';
import { readOpenTurn } from './open-turn.ts';
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
  const stored = await readOpenTurn(tx, ctx, game);

  // Every sheet that can be had is entered, and it is noted who has sent none.
  const { sheets: versions, standingOrders } = await enterMissingSheets(tx, ctx, game, stored);
  const wasProcessed = stored.attempts > 0;
  const kept = wasProcessed ? await seatsKeepingSheets(tx, game, game.turn) : [];
  const owed = openTurnSheetsOf(game, versions, kept).filter(({ owes }) => owes);
  const before = wasProcessed ? await takeKeptAttendance(tx, { gameId: game.id, turn: game.turn }) : [];
  await writeAttendance(tx, ctx, game, { by, owed, before });

  // The turn is played.
  const sheets = playedSheetsOf(game, versions);
  const press = await reviewPress(tx, game, sheets, stored.hasHeldPress);
  const { state, dice, over } = resolveTurn(game, sheets, stored.diceSecret);

  // The turn is recorded and printed, with what is known of the next one.
  const next = over ? NO_NEXT_TURN : await prepareNextTurn(tx, ctx, game, { state, stored });
  const header = reportHeader(game, {
    due: next.due,
    press,
    notes: seatNotes(refusedSheets(game, versions), standingOrders, next.advanceOrders),
    away: next.away,
    inspections: stored.hasInspections ? await inspectionsToPrint(tx, game) : [],
    replacements: stored.hasSeatChanges ? await replacementsToPrint(tx, game) : [],
    revealedSecret: over && !preview ? stored.diceSecret : null,
  });
  const attempt = stored.attempts + 1;
  const { turn } = game;
  const { previousHash } = stored;
  const record = { game, turn, sheets, dice, header, state, attempt, previousHash, by };
  const jobs = await recordTurn(tx, ctx, record);
  await storeHeldPress(tx, game, attempt, press);
  if (stored.hasHeldPress || press.held.length > 0) await withholdUnreadablePress(tx, ctx, game);

  // The next turn opens, or the game ends.
  const { hasWebhooks } = stored;
  await openNextTurn(tx, ctx, game, { attempt, over, due: next.due, by, jobs, hasWebhooks });
  if (over) {
    await deleteAdvanceOrders(tx, game.id);
  } else {
    await enterAdvanceOrders(tx, ctx, game.id, next.advanceOrders);
    if (stored.hasMisses || owed.some(isMissedByPlayer)) await handAbsentSeatsToComputer(tx, ctx, game);
  }
  return { kind: 'processed', over };
}
