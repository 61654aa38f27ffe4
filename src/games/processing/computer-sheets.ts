import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueJobs, type JobDraft, jobDraft } from '../../database/outbox.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { inTransaction, lockGame, type WholeGame, type WholeSeat } from '../game/game-store.ts';
import { isMissingFromComputer, openTurnSheets } from '../sheets/missing-sheets.ts';
import { storeSheet } from '../sheets/store-sheet.ts';
import { processEarlyIfReady } from './close-early.ts';

/** Has the computer's sheets for a turn filled in by a job. */
export async function enqueueComputerSheets(tx: Tx, key: { gameId: string; turn: number }): Promise<void> {
  await enqueueJobs(tx, [computerSheetsJob(key)]);
}

/** The job that fills in the computer's sheets for a turn. */
export function computerSheetsJob({ gameId, turn }: { gameId: string; turn: number }): JobDraft {
  return jobDraft('computerSheets', { gameId, turn }, { jobKey: `computerSheets:${gameId}:${turn}` });
}

/**
 * Fills in the sheets of a game's computer candidates for a turn. Does nothing if they are in already or another turn is
 * open: the job may run late or twice.
 */
export async function makeComputerSheets(
  ctx: AppContext,
  key: { gameId: string; turn: number },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, key.gameId);
    if (game?.status !== 'running' || game.turn !== key.turn) return;
    await fillComputerSheets(tx, ctx, game);
    // Also if they are in already: the computer may have got back a seat whose sheet had not counted while a person had it.
    await processEarlyIfReady(tx, ctx, game);
  });
}

/** What the computer orders for a seat: without a press release if the GM does not want any of the computer's. */
function computerOrders(game: WholeGame, { identifier, grade }: WholeSeat): unknown {
  const orders = rulesetOf(game).opponent(game.state, identifier, grade);
  if (game.computerPress || typeof orders !== 'object' || orders === null) return orders;
  const { press: _, ...quiet } = orders as Record<string, unknown>;
  return quiet;
}

/**
 * Fills in the missing sheets of a locked game's computer candidates. Processing does this too: the job may not have run
 * before the turn is processed.
 */
export async function fillComputerSheets(tx: Tx, ctx: AppContext, game: WholeGame): Promise<void> {
  if (!game.seats.some((seat) => seat.opponent)) return;
  const missing = (await openTurnSheets(tx, game)).filter(
    (sheet) => isMissingFromComputer(sheet) && !sheet.isKept,
  );
  for (const { seat } of missing) {
    const raw = computerOrders(game, seat);
    const stored = await storeSheet(tx, ctx, { game, seat, raw, channel: 'opponent', sentById: null });
    if (stored.kind === 'standing') continue;
    // A bug of the ruleset. The game goes on without orders for this seat.
    const { identifier } = seat;
    ctx.log.error({ gameId: game.id, seat: identifier, problems: stored.problems }, 'computer sheet refused');
  }
}
