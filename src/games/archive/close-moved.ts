import type { AppContext } from '../../context.ts';
import { inTransaction, lockGame } from '../game/game-store.ts';
import { rememberAccounts } from './moved-accounts.ts';
import { pauseMoved } from './transfer-out.ts';
import { readAllRows } from './transfer-rows.ts';

/** A move that a restored database does not know. */
export interface UnknownMove {
  /** The id of the game. */
  id: string;
  /** The id that the entry of the game's log had. */
  event: string;
  at: Date;
}

/**
 * Closes a game that a restore has brought back although it has moved to another server: it is as after `transferOut`, but no
 * file is written. A running game is paused. Its accounts are remembered, so this must be done before any of them is deleted again.
 * @returns whether it was closed; false if it is not here, or counts as moved already
 */
export async function closeMoved(ctx: AppContext, { id, event, at }: UnknownMove): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const game = await lockGame(tx, id);
    if (game === null || game.transferredOutAt !== null) return false;
    if (game.status === 'running' && game.pausedAt === null) await pauseMoved(tx, ctx, game);
    // With the id of the entry that is missing, so that the game that went on has no other one when it comes back.
    const entry = { id: event, gameId: id, accountId: null, at, type: 'gameTransferredOut' as const };
    await tx.gameEvent.createMany({ data: { ...entry, detail: `turn ${game.turn}` }, skipDuplicates: true });
    await tx.game.update({ where: { id }, data: { transferredOutAt: at } });
    const { accountIds } = await readAllRows(tx, game);
    const where = { id: { in: accountIds } };
    const accounts = await tx.account.findMany({ where, select: { id: true, email: true } });
    await rememberAccounts(tx, ctx, id, accounts);
    return true;
  });
}
