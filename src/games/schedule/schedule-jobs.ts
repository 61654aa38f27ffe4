import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { dropJob, enqueueJob } from '../../database/outbox.ts';
import { POLICIES, withPolicies } from '../game/game-store.ts';
import { scheduleReminder } from './reminders.ts';
import { autoProcessAt, type ScheduledGame } from './schedule.ts';

/*
 * The jobs of a game that wait for its dates. There is at most one of each kind. A job that runs too early or too late
 * checks the game again and does nothing.
 */

/** The shortest time in milliseconds after which a postponed job runs again. */
const MIN_WAIT = 1_000;

/** The longest one: a clock that was wrong may be right again. */
const MAX_WAIT = 60_000;

/** Makes the waiting jobs of a locked game match its dates. Callers must call this whenever one of the dates changes. */
export async function scheduleJobs(tx: Tx, ctx: AppContext, gameId: string): Promise<void> {
  const row = await tx.game.findUniqueOrThrow({ where: { id: gameId }, include: POLICIES });
  const game = withPolicies(row);
  await scheduleDeadline(tx, game);
  await scheduleEarlyProcessing(tx, ctx, game);
  await scheduleReminder(tx, ctx, game);
}

async function scheduleDeadline(tx: Tx, game: ScheduledGame): Promise<void> {
  const runAt = autoProcessAt(game);
  if (runAt === null || game.due === null) return dropJob(tx, deadlineKey(game));
  await enqueueDeadline(tx, game, game.due, { runAt });
}

/**
 * The server set the moment itself, by its own clock. The job waits by the database's clock, so that it runs in time even
 * if the server's clock was wrong then.
 */
async function scheduleEarlyProcessing(tx: Tx, ctx: AppContext, game: ScheduledGame): Promise<void> {
  const at = game.status === 'running' ? game.earlyProcessingAt : null;
  if (at === null) return dropJob(tx, earlyProcessingKey(game));
  const wait = Math.max(0, at.getTime() - ctx.now().getTime());
  await enqueueEarlyProcessing(tx, game, at, { wait });
}

/**
 * Postpones the deadline job, which ran too early by the server's clock, by so many milliseconds, but by a minute at
 * most: then the clock is read again.
 */
export async function postponeDeadline(tx: Tx, game: ScheduledGame, milliseconds: number): Promise<void> {
  if (game.due === null) return;
  await enqueueDeadline(tx, game, game.due, { wait: waitFor(milliseconds) });
}

/** Postpones the job for early processing in the same way. */
export async function postponeEarlyProcessing(
  tx: Tx,
  game: ScheduledGame,
  milliseconds: number,
): Promise<void> {
  if (game.earlyProcessingAt === null) return;
  await enqueueEarlyProcessing(tx, game, game.earlyProcessingAt, { wait: waitFor(milliseconds) });
}

function waitFor(milliseconds: number): number {
  return Math.min(Math.max(milliseconds, MIN_WAIT), MAX_WAIT);
}

type When = { runAt: Date } | { wait: number };

async function enqueueDeadline(tx: Tx, game: ScheduledGame, due: Date, when: When): Promise<void> {
  const payload = { gameId: game.id, turn: game.turn, due: due.toISOString() };
  await enqueueJob(tx, 'deadline', payload, { ...when, jobKey: deadlineKey(game) });
}

async function enqueueEarlyProcessing(tx: Tx, game: ScheduledGame, at: Date, when: When): Promise<void> {
  const payload = { gameId: game.id, turn: game.turn, at: at.toISOString() };
  await enqueueJob(tx, 'processEarly', payload, { ...when, jobKey: earlyProcessingKey(game) });
}

function deadlineKey({ id }: ScheduledGame): string {
  return `deadline:${id}`;
}

function earlyProcessingKey({ id }: ScheduledGame): string {
  return `processEarly:${id}`;
}
