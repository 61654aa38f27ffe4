import type { Tx } from '../database/client.ts';
import { dropJob, enqueueJob } from '../database/outbox.ts';
import type { WholeGame } from './lock.ts';
import { graceEnd } from './schedule.ts';

/* The one waiting job of a game that processes its open turn when the time is over. */

/** The jobs of a locked game that wait for its dates, made to fit these. To be called whenever one of them changes. */
export async function planCalendar(tx: Tx, gameId: string): Promise<void> {
  const game = await tx.game.findUniqueOrThrow({ where: { id: gameId }, omit: { state: true, setup: true } });
  await planDeadline(tx, game);
}

type Dated = Pick<WholeGame, 'id' | 'turn' | 'status' | 'due' | 'automatic' | 'graceHours' | 'pausedAt'>;

function deadlineKey(gameId: string): string {
  return `deadline:${gameId}`;
}

async function planDeadline(tx: Tx, game: Dated): Promise<void> {
  const runAt = processedAt(game);
  const jobKey = deadlineKey(game.id);
  if (runAt === null || game.due === null) return dropJob(tx, jobKey);
  const payload = { gameId: game.id, turn: game.turn, due: game.due.toISOString() };
  await enqueueJob(tx, 'deadline', payload, { runAt, jobKey });
}

/** The deadline's job came too soon by the house's clock: it waits for the rest, and a second at least. */
export async function waitForDeadline(tx: Tx, game: Dated, milliseconds: number): Promise<void> {
  if (game.due === null) return;
  const payload = { gameId: game.id, turn: game.turn, due: game.due.toISOString() };
  const wait = Math.max(milliseconds, 1_000);
  await enqueueJob(tx, 'deadline', payload, { wait, jobKey: deadlineKey(game.id) });
}

/** When the server processes the open turn by itself; null if it does not. */
export function processedAt(game: Dated): Date | null {
  const waits = game.status === 'running' && game.automatic && game.pausedAt === null;
  return waits && game.due !== null ? graceEnd(game.due, game) : null;
}
