import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { storedJson } from '../../database/stored-json.ts';
import { logGameEvent } from '../game/game-log.ts';
import { NEW_TURN, type WholeGame } from '../game/game-store.ts';
import { scheduleJobs } from '../schedule/schedule-jobs.ts';
import { announce, announceEnd } from '../webhooks/announce.ts';

/**
 * Opens the next turn of a locked game, or ends the game. In a game that is over, `game.turn` is one more than its last
 * turn.
 */
export async function openNextTurn(
  tx: Tx,
  ctx: AppContext,
  game: WholeGame,
  played: { state: unknown; over: boolean; due: Date | null; by: number | null },
): Promise<void> {
  const { state, over, due, by } = played;
  await tx.game.update({
    where: { id: game.id },
    data: {
      turn: game.turn + 1,
      schedule: { update: { due, ...NEW_TURN } },
      state: { update: { state: storedJson(state) } },
      ...(over && { status: 'over', endedAt: ctx.now() }),
    },
  });
  await scheduleJobs(tx, ctx, game.id);
  const entry = { gameId: game.id, by, detail: `turn ${game.turn}` };
  await logGameEvent(tx, ctx, { ...entry, type: 'turnProcessed' });
  if (over) await logGameEvent(tx, ctx, { ...entry, type: 'gameOver' });
  const { id: gameId, turn } = game;
  if (over) return await announceEnd(tx, ctx, gameId, turn);
  await announce(tx, ctx, { gameId, event: 'turn.processed', turn });
  await announce(tx, ctx, { gameId, event: 'turn.open', turn: turn + 1, due });
}
