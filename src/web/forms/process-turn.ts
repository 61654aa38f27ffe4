import type { AppContext } from '../../context.ts';
import type { GmGamePage, GmSeat } from '../../games/game/gm-view.ts';
import { processTurn } from '../../games/processing/process-turn.ts';
import { fail, ok, type Result } from '../../rules/result.ts';

/* Processing a turn as its GM, on the page or by a program. */

/** The seats that owe a sheet for the open turn, are played by a person, have none standing, and can send one. */
export function missingSeats({ seats }: GmGamePage): GmSeat[] {
  return seats.filter((seat) => seat.owes && !seat.opponent && seat.standing === null && !seat.isKept);
}

/**
 * Whether no sheet is missing. A page that shows another turn than the open one is refused later.
 * Problem, at `anyway`: `missing-sheets`.
 * @param without how to process the turn in spite of it, as a sentence
 */
export function checkSheets(page: GmGamePage, turn: number, without: string): Result<void> {
  const missing = missingSeats(page);
  if (page.game.status !== 'running' || page.game.turn !== turn || missing.length === 0) return ok(undefined);
  const names = missing.map((seat) => `[${seat.identifier}] ${seat.name}`).join(', ');
  return fail('anyway', 'missing-sheets', `These sheets are missing: ${names}. ${without}`);
}

/** Processes a turn. Returns whether the game is over. Problems: `already`, `not-running`, `paused`. */
export async function processNow(
  ctx: AppContext,
  wanted: { gameId: string; turn: number; by: number },
): Promise<Result<{ over: boolean }>> {
  const done = await processTurn(ctx, wanted);
  return done.kind === 'processed' ? ok({ over: done.over }) : notProcessed(done.kind, wanted.turn);
}

function notProcessed(kind: 'already' | 'not-running' | 'paused', turn: number): Result<never> {
  const messages = {
    already: `Turn ${turn} has already been processed. This page shows the game as it is now.`,
    'not-running': `Turn ${turn} is not the open turn of this game.`,
    paused: 'The game is paused. Resume it before you process a turn.',
  };
  return fail('turn', kind, messages[kind]);
}
