import { REMIND_HOURS } from '../../accounts/account-details.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { dropJob, enqueueJob } from '../../database/outbox.ts';
import { POLICIES, type WholeGame, withPolicies } from '../game/game-store.ts';
import { graceEnd } from './schedule.ts';

/* The jobs of a game that wait for its dates: of each kind one at most, and a job that comes too late or too soon
finds that out by itself. */

/** What of a game its dates are made of. */
export type ScheduledGame = Pick<
  WholeGame,
  'id' | 'turn' | 'status' | 'due' | 'autoProcess' | 'graceHours' | 'pausedAt' | 'earlyProcessingAt'
>;

const HOUR = 3_600_000;

/** Hours before a due date for the last call, where the turn is processed as soon as the date has come. */
const LAST_CALL_HOURS = 3;

/** The waiting jobs of a locked game, made to fit its dates. To be called whenever one of them changes. */
export async function scheduleJobs(tx: Tx, ctx: AppContext, gameId: string): Promise<void> {
  const row = await tx.game.findUniqueOrThrow({ where: { id: gameId }, include: POLICIES });
  const game = withPolicies(row);
  await scheduleDeadline(tx, game);
  await scheduleEarlyProcessing(tx, game);
  await scheduleReminder(tx, ctx, game);
}

/** When the server processes the open turn by itself; null if it does not. */
export function autoProcessAt(game: ScheduledGame): Date | null {
  const waits = game.status === 'running' && game.autoProcess && game.pausedAt === null;
  return waits && game.due !== null ? graceEnd(game.due, game) : null;
}

/**
 * When those whose sheet is still missing are called for the last time: at the due date, where their sheets are taken
 * for a while after it, and else a few hours before.
 */
export function lastCallAt(game: ScheduledGame & { due: Date }): Date {
  const atOnce = game.autoProcess && game.graceHours === 0;
  return new Date(game.due.getTime() - (atOnce ? LAST_CALL_HOURS * HOUR : 0));
}

async function scheduleDeadline(tx: Tx, game: ScheduledGame): Promise<void> {
  const runAt = autoProcessAt(game);
  const jobKey = `deadline:${game.id}`;
  if (runAt === null || game.due === null) return dropJob(tx, jobKey);
  const payload = { gameId: game.id, turn: game.turn, due: game.due.toISOString() };
  await enqueueJob(tx, 'deadline', payload, { runAt, jobKey });
}

async function scheduleEarlyProcessing(tx: Tx, game: ScheduledGame): Promise<void> {
  const jobKey = `processEarly:${game.id}`;
  if (game.earlyProcessingAt === null || game.status !== 'running') return dropJob(tx, jobKey);
  const payload = { gameId: game.id, turn: game.turn, at: game.earlyProcessingAt.toISOString() };
  await enqueueJob(tx, 'processEarly', payload, { runAt: game.earlyProcessingAt, jobKey });
}

/** The next look for players to be reminded. */
export async function scheduleReminder(tx: Tx, ctx: AppContext, game: ScheduledGame): Promise<void> {
  const jobKey = `remind:${game.id}`;
  const now = ctx.now().getTime();
  const { due } = game;
  if (due === null || game.status !== 'running' || game.pausedAt !== null) return dropJob(tx, jobKey);
  const reminders = REMIND_HOURS.map((hours) => due.getTime() - hours * HOUR);
  const looks = [...reminders, lastCallAt({ ...game, due }).getTime()].filter((moment) => moment > now);
  if (looks.length === 0) return dropJob(tx, jobKey);
  const next = Math.min(...looks);
  const wait = Math.max(next - now, 1_000);
  await enqueueJob(tx, 'remind', { gameId: game.id, turn: game.turn }, { wait, jobKey });
}

/** The deadline's job came too soon by the house's clock: it waits for the rest, and a second at least. */
export async function postponeDeadline(tx: Tx, game: ScheduledGame, milliseconds: number): Promise<void> {
  if (game.due === null) return;
  const payload = { gameId: game.id, turn: game.turn, due: game.due.toISOString() };
  const wait = Math.max(milliseconds, 1_000);
  await enqueueJob(tx, 'deadline', payload, { wait, jobKey: `deadline:${game.id}` });
}

/** The same for the end of the time in which last words may be taken back. */
export async function postponeEarlyProcessing(
  tx: Tx,
  game: ScheduledGame,
  milliseconds: number,
): Promise<void> {
  if (game.earlyProcessingAt === null) return;
  const payload = { gameId: game.id, turn: game.turn, at: game.earlyProcessingAt.toISOString() };
  const wait = Math.max(milliseconds, 1_000);
  await enqueueJob(tx, 'processEarly', payload, { wait, jobKey: `processEarly:${game.id}` });
}
