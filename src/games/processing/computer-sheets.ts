import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, lockGame, type WholeGame } from '../game/game-store.ts';
import { updateEarlyProcessing } from '../sheets/final-orders.ts';
import { processIfAllSheetsIn } from '../sheets/missing-sheets.ts';
import { storeSheet } from '../sheets/submit-sheet.ts';

/**
 * Fills in the sheets of a game's computer opponents for `turn`. Does nothing where they stand already, or
 * where another turn is open: the job may come late or twice.
 */
export async function makeComputerSheets(
  ctx: AppContext,
  wanted: { gameId: string; turn: number },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, wanted.gameId);
    if (game?.status !== 'running' || game.turn !== wanted.turn) return;
    if ((await fillComputerSheets(tx, ctx, game)) === 0) return;
    await processIfAllSheetsIn(tx, game);
    await updateEarlyProcessing(tx, ctx, game.id);
  });
}

/** The missing sheets of a locked game's opponents; answers how many there were. */
export async function fillComputerSheets(tx: Tx, ctx: AppContext, game: WholeGame): Promise<number> {
  const ruleset = rulesetOf(game);
  const owing = new Set(ruleset.seatsOwing(game.state));
  const opponents = game.seats.filter((seat) => seat.opponent && owing.has(seat.identifier));
  if (opponents.length === 0) return 0;
  const where = { gameId: game.id, turn: game.turn, seatId: { in: opponents.map((seat) => seat.id) } };
  // A superseded one without a successor was written before a rollback, for a world that is no more; a standing order
  // is its player's, and served when the turn was processed before.
  const sent = await tx.sheet.findMany({
    where: { ...where, outcome: { not: 'superseded' }, channel: { not: 'standing' } },
    select: { seatId: true },
  });
  const there = new Set(sent.map((sheet) => sheet.seatId));
  const missing = opponents.filter((seat) => !there.has(seat.id));
  for (const seat of missing) {
    const raw = ruleset.opponent(game.state, seat.identifier);
    const stored = await storeSheet(tx, ctx, game, seat, { raw, channel: 'opponent', sentById: null });
    if (stored.kind === 'refused') {
      // Our bug, not the players': the game goes on with an empty sheet, and somebody should look at it.
      ctx.log.error(
        { gameId: game.id, seat: seat.identifier, problems: stored.problems },
        'opponent refused',
      );
    }
  }
  return missing.length;
}
