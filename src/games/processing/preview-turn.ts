import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Report } from '../../rules/report.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { SeatIdentifier } from '../../rules/ruleset.ts';
import { logGameEvent } from '../game/game-log.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import {
  inDiscardedTransaction,
  inTransaction,
  NOT_ROLLED_BACK,
  type WholeGame,
} from '../game/game-store.ts';
import { type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';
import { countAction, limitReached } from '../game/limited-actions.ts';
import { inspect } from '../inspections/inspect.ts';
import { reportPrinter, withoutDropped } from './printed-report.ts';
import { processOpenTurn } from './process-turn.ts';

/** What would be printed if the open turn were processed now. */
export interface TurnPreview {
  turn: number;
  over: boolean;
  /** The public one first (`seat` null), then one for each seat that a person plays. */
  printouts: { seat: { identifier: string; name: string } | null; report: Report }[];
}

/**
 * Processes the open turn for the GM's eyes only, in a transaction that is rolled back: nothing is stored and nothing is
 * sent. That the GM has looked is recorded and committed before.
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-running`, `too-often`, those of `inspect`.
 */
export async function previewTurn(ctx: AppContext, request: GmRequest): Promise<Result<TurnPreview>> {
  const recorded = await inTransaction(ctx, (tx) => recordPreview(tx, ctx, request));
  if (!recorded.ok) return recorded;
  return inDiscardedTransaction(ctx, async (tx) => {
    const found = await runningGmGameAtTurn(tx, request);
    if (!found.ok) return found;
    const game = found.value;
    const { over } = await processOpenTurn(tx, ctx, { game, by: request.by, preview: true });
    return ok({ turn: game.turn, over, printouts: await printoutsAfter(tx, game) });
  });
}

async function recordPreview(tx: Tx, ctx: AppContext, request: GmRequest): Promise<Result<void>> {
  const found = await runningGmGameAtTurn(tx, request);
  if (!found.ok) return found;
  const { gameId, by, turn } = request;
  const action = { gameId, accountId: by, kind: 'preview' as const };
  if (await limitReached(tx, ctx, action)) {
    return fail('', 'too-often', 'You have previewed this game too often. Try again in an hour.');
  }
  const allowed = await inspect(tx, ctx, found.value, { by, kind: 'preview', seatId: null });
  if (!allowed.ok) return allowed;
  await countAction(tx, ctx, action);
  await logGameEvent(tx, ctx, { gameId, by, type: 'turnPreviewed', detail: `turn ${turn}` });
  return ok(undefined);
}

/**
 * The printouts after the turn that was just processed, without what was dropped of any player's orders, and without the
 * account numbers of people who have not accepted their seat.
 */
async function printoutsAfter(tx: Tx, game: WholeGame): Promise<TurnPreview['printouts']> {
  const reprint = await reprintWithoutInvited(tx, game);
  const where = { gameId: game.id, turn: game.turn + 1, ...NOT_ROLLED_BACK };
  const printouts = await tx.printout.findMany({ where, select: { seatId: true, report: true } });
  const reportOf = new Map(printouts.map(({ seatId, report }) => [seatId, report]));
  return [null, ...game.seats].flatMap((seat) => {
    const printed = reportOf.get(seat?.id ?? null);
    if (!printed) return [];
    // Advance and standing orders are their player's secret.
    const isInvited = seat !== null && seat.acceptedAt === null;
    const report = withoutDropped(isInvited ? reprint(seat.identifier) : printed);
    return [{ seat: seat && { identifier: seat.identifier, name: seat.name }, report }];
  });
}

/** Prints the report of a seat again as if the people who have not accepted their seats had no accounts. */
async function reprintWithoutInvited(tx: Tx, game: WholeGame): Promise<(seat: SeatIdentifier) => Report> {
  const turns = await tx.turn.findMany({
    where: { gameId: game.id, ...NOT_ROLLED_BACK },
    select: { state: true, header: true },
    orderBy: { turn: 'asc' },
  });
  const last = turns.at(-1);
  if (!last) throw new Error('A running game has no turn in force.');
  const invited = new Set(
    game.seats.flatMap(({ acceptedAt, identifier }) => (acceptedAt === null ? identifier : [])),
  );
  const seats = last.header.seats.map((seat) =>
    invited.has(seat.identifier) ? { ...seat, account: null } : seat,
  );
  const history = { header: { ...last.header, seats }, states: turns.map(({ state }) => state) };
  return reportPrinter(rulesetOf(game), history);
}
