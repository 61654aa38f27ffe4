import type { AppContext } from '../../context.ts';
import type { Report } from '../../rules/report.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { inTransaction, NOT_ROLLED_BACK, type WholeGame } from '../game/game-store.ts';
import { type GmRequest, runningGmGameAtTurn } from '../game/gm-access.ts';
import { withoutDrops } from './printed-report.ts';
import { processOpenTurn } from './process-turn.ts';

/** What would be printed if the open turn were processed now. */
export interface TurnPreview {
  turn: number;
  over: boolean;
  /** The public's first (`seat` null), then one for each seat at which a person sits. */
  printouts: { seat: { identifier: string; name: string } | null; report: Report }[];
}

/** Thrown on purpose at the end of a rehearsal, so that the database forgets all of it. */
class Rehearsed extends Error {
  readonly shown: TurnPreview;
  constructor(shown: TurnPreview) {
    super('The turn was only rehearsed.');
    this.shown = shown;
  }
}

/** Does the game's GM sit in it? Then no secret of a seat is for the GM's eyes. */
export function gmPlays(game: Pick<WholeGame, 'gmId' | 'seats'>): boolean {
  return game.seats.some((seat) => seat.accountId === game.gmId);
}

/**
 * Processes the open turn for the GM's eyes only. It is the very processing, in a transaction that never
 * commits: nothing is stored and nothing is sent. That the GM has looked is written to the log first.
 * Problems: `unknown-game`, `not-gm`, `wrong-turn`, `not-running`, `plays` (the GM has a seat in the game).
 */
export async function previewTurn(ctx: AppContext, wanted: GmRequest): Promise<Result<TurnPreview>> {
  const allowed = await inTransaction(ctx, async (tx): Promise<Result<void>> => {
    const found = await runningGmGameAtTurn(tx, wanted);
    if (!found.ok) return found;
    if (gmPlays(found.value)) {
      return fail('', 'plays', 'You have a seat in this game: a preview would show you the others’ secrets.');
    }
    const entry = { gameId: wanted.gameId, by: wanted.by, detail: `turn ${wanted.turn}` };
    await logGameEvent(tx, ctx, { ...entry, type: 'turnPreviewed' });
    return ok(undefined);
  });
  return allowed.ok ? rehearse(ctx, wanted) : allowed;
}

async function rehearse(ctx: AppContext, wanted: GmRequest): Promise<Result<TurnPreview>> {
  try {
    return await inTransaction(ctx, async (tx) => {
      const found = await runningGmGameAtTurn(tx, wanted);
      if (!found.ok) return found;
      const game = found.value;
      const done = await processOpenTurn(tx, ctx, game, wanted.by);
      const where = { gameId: game.id, turn: game.turn + 1, ...NOT_ROLLED_BACK };
      const printouts = await tx.printout.findMany({ where, select: { seatId: true, report: true } });
      const reportOf = new Map(printouts.map(({ seatId, report }) => [seatId, report]));
      const shown = [null, ...game.seats].flatMap((seat) => {
        const found = reportOf.get(seat?.id ?? null);
        if (!found) return [];
        // What players have in store, for this turn or the next, is theirs alone.
        const report = withoutDrops(found);
        return [{ seat: seat && { identifier: seat.identifier, name: seat.name }, report }];
      });
      throw new Rehearsed({
        turn: game.turn,
        over: done.kind === 'processed' && done.over,
        printouts: shown,
      });
    });
  } catch (end) {
    if (end instanceof Rehearsed) return ok(end.shown);
    throw end;
  }
}
