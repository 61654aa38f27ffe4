import type { AppContext } from '../../context.ts';
import { autoProcessAt } from '../schedule/schedule.ts';
import { postponeDeadline, postponeEarlyProcessing } from '../schedule/schedule-jobs.ts';
import { allOrdersFinal, allSheetsIn } from './close-early.ts';
import { type Processing, processOpenTurn } from './process-turn.ts';
import { withOpenTurn } from './with-open-turn.ts';

/*
 * Processing by the server. Each of these functions is run by a job that was written earlier, so it checks under the
 * game's lock whether its reason still holds.
 */

/** Processes a turn because every sheet is in. Returns `incomplete` if a sheet is missing after all. */
export async function processWhenAllIn(
  ctx: AppContext,
  request: { gameId: string; turn: number },
): Promise<Processing | { kind: 'incomplete' }> {
  return withOpenTurn(ctx, { ...request, by: null }, async (tx, game) => {
    if (!(await allSheetsIn(tx, game))) return { kind: 'incomplete' };
    return processOpenTurn(tx, ctx, { game, by: null });
  });
}

/**
 * Processes a turn because its grace period is over. Returns `moved` if the due date has been changed, since the new
 * date has a job of its own; `early` if the server's clock says that it is too early: the job is then postponed.
 * @param request.due the due date for which the job was written, ISO 8601
 */
export async function processAtDeadline(
  ctx: AppContext,
  request: { gameId: string; turn: number; due: string },
): Promise<Processing | { kind: 'moved' | 'early' }> {
  return withOpenTurn(ctx, { ...request, by: null }, async (tx, game) => {
    const at = autoProcessAt(game);
    if (at === null || game.due?.getTime() !== Date.parse(request.due)) return { kind: 'moved' };
    const early = at.getTime() - ctx.now().getTime();
    if (early <= 0) return processOpenTurn(tx, ctx, { game, by: null });
    await postponeDeadline(tx, game, early);
    return { kind: 'early' };
  });
}

/**
 * Processes a turn because all orders are final and the time in which players may reopen theirs is over. Returns `moved`
 * if that time has begun again or orders have been reopened, `early` as `processAtDeadline`.
 * @param request.at the end of the time for which the job was written, ISO 8601
 */
export async function processWhenOrdersFinal(
  ctx: AppContext,
  request: { gameId: string; turn: number; at: string },
): Promise<Processing | { kind: 'moved' | 'early' }> {
  return withOpenTurn(ctx, { ...request, by: null }, async (tx, game) => {
    const at = game.earlyProcessingAt?.getTime();
    if (at !== Date.parse(request.at) || !(await allOrdersFinal(tx, game))) return { kind: 'moved' };
    const early = at - ctx.now().getTime();
    if (early <= 0) return processOpenTurn(tx, ctx, { game, by: null });
    await postponeEarlyProcessing(tx, game, early);
    return { kind: 'early' };
  });
}
