import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Report } from '../../rules/report.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import {
  inDiscardedTransaction,
  inTransaction,
  NOT_ROLLED_BACK,
  type WholeGame,
} from '../game/game-store.ts';
import { type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';
import { withoutDropped } from './printed-report.ts';
import { processOpenTurn } from './process-turn.ts';

/** What would be printed if the open turn were processed now. */
export interface TurnPreview {
  turn: number;
  over: boolean;
  /** The public one first (`seat` null), then one for each seat that a person plays. */
  printouts: { seat: { identifier: string; name: string } | null; report: Report }[];
}

/** Whether the game's GM has a seat in it. Then the GM must not see the secrets of any seat. */
export function gmPlays(game: Pick<WholeGame, 'gmId' | 'seats'>): boolean {
  return game.seats.some((seat) => seat.accountId === game.gmId);
}

/**
 * Processes the open turn for the GM's eyes only, in a transaction that is rolled back: nothing is stored and nothing is
 * sent. That the GM has looked is logged before.
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-running`, `plays` (the GM has a seat in the game).
 */
export async function previewTurn(ctx: AppContext, request: GmRequest): Promise<Result<TurnPreview>> {
  const logged = await inTransaction(ctx, (tx) => logPreview(tx, ctx, request));
  if (!logged.ok) return logged;
  return inDiscardedTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    const { over } = await processOpenTurn(tx, ctx, { game, by: request.by });
    return ok({ turn: game.turn, over, printouts: await printoutsAfter(tx, game) });
  });
}

async function logPreview(tx: Tx, ctx: AppContext, request: GmRequest): Promise<Result<void>> {
  const found = await runningGmGameAtTurn(tx, request);
  if (!found.ok) return found;
  if (gmPlays(found.value)) {
    const message =
      'You have a seat in this game. A preview would show you the secrets of the other players.';
    return fail('', 'plays', message);
  }
  const { gameId, by, turn } = request;
  await logGameEvent(tx, ctx, { gameId, by, type: 'turnPreviewed', detail: `turn ${turn}` });
  return ok(undefined);
}

/** The printouts after the turn that was just processed, without what was dropped of any player's orders. */
async function printoutsAfter(tx: Tx, game: WholeGame): Promise<TurnPreview['printouts']> {
  const where = { gameId: game.id, turn: game.turn + 1, ...NOT_ROLLED_BACK };
  const printouts = await tx.printout.findMany({ where, select: { seatId: true, report: true } });
  const reportOf = new Map(printouts.map(({ seatId, report }) => [seatId, report]));
  return [null, ...game.seats].flatMap((seat) => {
    const printed = reportOf.get(seat?.id ?? null);
    if (!printed) return [];
    // Advance and standing orders are their player's secret.
    const report = withoutDropped(printed);
    return [{ seat: seat && { identifier: seat.identifier, name: seat.name }, report }];
  });
}
