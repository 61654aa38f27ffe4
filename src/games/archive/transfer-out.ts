import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { logGameEvent } from '../game/game-log.ts';
import { gameNumber, parseGameNumber } from '../game/game-number.ts';
import { inTransaction, lockGame, type WholeGame } from '../game/game-store.ts';
import { scheduleJobs } from '../schedule/schedule-jobs.ts';
import { forgetAccounts, rememberAccounts } from './moved-accounts.ts';
import { type GameTransfer, TRANSFER_FORMAT } from './transfer-file.ts';
import { migrationsOf, readAllRows } from './transfer-rows.ts';

/**
 * Writes a whole game: its accounts, all sheets, turns and printouts (rolled back or not), and its dice secret, but no
 * mail. A running game must be paused so that it does not continue on both servers; it stays paused. From then on nothing
 * is processed here, and the GM can change nothing: with the same sheets and dice, the copy would show what is going to
 * happen on the other server. `takeTransferBack` ends that. A game can be written again, if the file was lost.
 * While the server is held, a running game is paused by this: its GM cannot do it then, and a restore may have brought back a
 * game that has moved.
 * @param keep stores the file. The game counts as moved only once this is done; if it throws, nothing has happened to the game.
 * Problems: `unknown-game`, `not-paused`.
 */
export async function transferOut(
  ctx: AppContext,
  number: string,
  keep: (file: GameTransfer) => Promise<void> = async () => {},
): Promise<Result<GameTransfer>> {
  return inTransaction(ctx, async (tx) => {
    const found = await lockedGame(tx, number);
    if (!found.ok) return found;
    const game = found.value;
    if (game.status === 'running' && game.pausedAt === null && !(await pauseIfHeld(tx, ctx, game))) {
      const message = `${gameNumber(game)} is running. Its GM must pause it first, so that it does not continue on both servers.`;
      return fail('game', 'not-paused', message);
    }
    const detail = `turn ${game.turn}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'gameTransferredOut', detail });
    // Set only when the rows have been read, so that the game arrives without it.
    await setTransferred(tx, game, null);
    const { tables, accountIds } = await readAllRows(tx, game);
    const accounts = await tx.account.findMany({
      where: { id: { in: accountIds } },
      select: {
        ...{ id: true, name: true, email: true, timeZone: true },
        ...{ paper: true, address: true, publishAddress: true },
      },
      orderBy: { id: 'asc' },
    });
    const migrations = await migrationsOf(tx);
    await setTransferred(tx, game, ctx.now());
    await rememberAccounts(tx, ctx, game.id, accounts);
    const file = { format: TRANSFER_FORMAT, game: gameNumber(game), migrations, accounts, tables } as const;
    await keep(file);
    return ok(file);
  });
}

/**
 * Takes a transfer back: the game goes on here. Only for a game that was not added to another server, or was deleted there;
 * otherwise it would go on twice. A running game stays paused until its GM resumes it.
 * Problems: `unknown-game`, `not-transferred`, `gm-deleted` (a GM can delete their account once the game has moved).
 */
export async function takeTransferBack(ctx: AppContext, number: string): Promise<Result<void>> {
  return inTransaction(ctx, async (tx) => {
    const found = await lockedGame(tx, number);
    if (!found.ok) return found;
    const game = found.value;
    if (game.transferredOutAt === null) {
      const message = `${gameNumber(game)} has not been transferred to another server.`;
      return fail('game', 'not-transferred', message);
    }
    if (game.gm.deletedAt !== null && (game.status === 'forming' || game.status === 'running')) {
      const message = `The GM of ${gameNumber(game)} has deleted their account here, so the game cannot go on here.`;
      return fail('game', 'gm-deleted', message);
    }
    await setTransferred(tx, game, null);
    await forgetAccounts(tx, game.id);
    const detail = `turn ${game.turn}`;
    await logGameEvent(tx, ctx, { gameId: game.id, by: null, type: 'transferTakenBack', detail });
    return ok(undefined);
  });
}

/** Pauses a game if the server is held. Returns whether it is. */
async function pauseIfHeld(tx: Tx, ctx: AppContext, game: WholeGame): Promise<boolean> {
  const held = await tx.serverState.count({ where: { id: 1, heldAt: { not: null } } });
  if (held === 0) return false;
  await pauseMoved(tx, ctx, game);
  return true;
}

/** Pauses a running game that a restore has brought back although it has moved. */
export async function pauseMoved(tx: Tx, ctx: AppContext, { id }: WholeGame): Promise<void> {
  const data = { pausedAt: ctx.now(), earlyProcessingAt: null };
  await tx.gameSchedule.update({ where: { gameId: id }, data });
  await scheduleJobs(tx, ctx, id);
}

async function lockedGame(tx: Tx, number: string): Promise<Result<WholeGame>> {
  const parts = parseGameNumber(number);
  const found =
    parts && (await tx.game.findUnique({ where: { prefix_serial: parts }, select: { id: true } }));
  const game = found && (await lockGame(tx, found.id));
  return game ? ok(game) : fail('game', 'unknown-game', `There is no game ${number}.`);
}

async function setTransferred(tx: Tx, { id }: WholeGame, transferredOutAt: Date | null): Promise<void> {
  await tx.game.update({ where: { id }, data: { transferredOutAt } });
}
