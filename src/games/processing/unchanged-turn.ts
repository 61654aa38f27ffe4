import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../database/client.ts';
import type { Rollback, Turn } from '../../database/generated/client.ts';
import type { PressRef } from '../../rules/ruleset.ts';
import { NOT_ROLLED_BACK, type WholeGame } from '../game/game-store.ts';
import { releasesToPrint } from '../press/press-moderation.ts';
import { playedSheets } from '../sheets/played-sheets.ts';
import { newStandingOrdersCount } from '../sheets/standing-orders.ts';

/* Whether a turn that was rolled back can be put in force again as it was. */

/**
 * The turn of a rollback in a game where it is open again, if nothing has changed since that would give another result when it
 * is processed again; else null.
 */
export async function unchangedTurn(tx: Tx, game: WholeGame, rollback: Rollback): Promise<Turn | null> {
  if ((await countSheets(tx, game.id, rollback.turn)) !== rollback.sheetCount) return null;
  const where = { gameId: game.id, turn: rollback.turn, attempt: rollback.attempt };
  const turn = await tx.turn.findFirstOrThrow({ where });
  const before = await turnInForce(tx, game.id, rollback.turn - 1);
  if (turn.previousHash !== before.hash) return null;
  if (await haveSheetsChanged(tx, game, { turn, since: rollback.at })) return null;
  // The GM may have decided otherwise on a press release since.
  const isSamePress = keysOf(await releasesToPrint(tx, game)) === keysOf(releasedWithTurn(turn));
  return isSamePress ? turn : null;
}

/** Whether other sheets would be played than the turn has: its players may have withdrawn or replaced the orders behind them. */
async function haveSheetsChanged(
  tx: Tx,
  game: WholeGame,
  { turn, since }: { turn: Turn; since: Date },
): Promise<boolean> {
  if (!isDeepStrictEqual(await playedSheets(tx, game), turn.sheets)) return true;
  return newStandingOrdersCount(tx, game, since);
}

function keysOf(refs: readonly PressRef[]): string {
  return refs
    .map(({ turn, seat }) => `${turn} ${seat}`)
    .sort()
    .join();
}

/** The press releases of earlier turns that were printed with a turn. */
export function releasedWithTurn(turn: Turn): PressRef[] {
  return turn.header.released ?? [];
}

/** The attempt at a turn that is in force; there must be one. */
export async function turnInForce(tx: Tx, gameId: string, turn: number): Promise<Turn> {
  return tx.turn.findFirstOrThrow({ where: { gameId, turn, ...NOT_ROLLED_BACK } });
}

/** How many versions of sheets there are for a turn. */
export function countSheets(tx: Tx, gameId: string, turn: number): Promise<number> {
  return tx.sheet.count({ where: { gameId, turn } });
}
