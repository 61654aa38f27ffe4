import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber, parseGameNumber } from '../game/game-number.ts';
import { inTransaction, lockGame } from '../game/game-store.ts';
import { type GameTransfer, TRANSFER_FORMAT } from './transfer-file.ts';
import { accountsIn, gameTables, migrationsOf, readRows } from './transfer-rows.ts';

/**
 * Writes a whole game: its accounts, all sheets, turns and printouts (rolled back or not), and its dice secret, but no
 * mail. A running game must be paused so that it does not continue on both servers; it stays paused.
 * Problems: `unknown-game`, `not-paused`.
 */
export async function transferOut(ctx: AppContext, number: string): Promise<Result<GameTransfer>> {
  return inTransaction(ctx, async (tx) => {
    const parts = parseGameNumber(number);
    const found =
      parts && (await tx.game.findUnique({ where: { prefix_serial: parts }, select: { id: true } }));
    const game = found && (await lockGame(tx, found.id));
    if (!game) return fail('game', 'unknown-game', `There is no game ${number}.`);
    if (game.status === 'running' && game.pausedAt === null) {
      const message = `${gameNumber(game)} is running. Its GM must pause it first, so that it does not continue on both servers.`;
      return fail('game', 'not-paused', message);
    }
    const detail = `turn ${game.turn}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'gameTransferredOut', detail });
    const tables: GameTransfer['tables'] = {};
    const accountIds = new Set<number>();
    for (const table of await gameTables(tx)) {
      const rows = await readRows(tx, table, game);
      tables[table.name] = rows;
      for (const row of rows) for (const id of accountsIn(table, row)) accountIds.add(id);
    }
    const accounts = await tx.account.findMany({
      where: { id: { in: [...accountIds] } },
      select: {
        ...{ id: true, name: true, email: true, timeZone: true },
        ...{ paper: true, address: true, publishAddress: true },
      },
      orderBy: { id: 'asc' },
    });
    const migrations = await migrationsOf(tx);
    return ok({ format: TRANSFER_FORMAT, game: gameNumber(game), migrations, accounts, tables });
  });
}
