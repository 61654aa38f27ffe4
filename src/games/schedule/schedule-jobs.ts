import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { enqueueJobs, type JobDraft, jobDraft } from '../../database/outbox.ts';
import { POLICIES, withPolicies } from '../game/game-store.ts';
import { reminderJob, reminderKey } from './reminders.ts';
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
  const { jobs, dropped } = datedJobs(ctx, withPolicies(row));
  await enqueueJobs(tx, jobs, dropped);
}

/** The jobs that must wait for the dates of a game, and the keys of those that must not. */
export function datedJobs(
  ctx: Pick<AppContext, 'now'>,
  game: ScheduledGame,
): { jobs: JobDraft[]; dropped: string[] } {
  const wanted = [
    { key: deadlineKey(game), job: deadlineJob(game) },
    { key: earlyProcessingKey(game), job: earlyProcessingJob(ctx, game) },
    { key: reminderKey(game), job: reminderJob(ctx, game) },
  ];
  return {
    jobs: wanted.flatMap(({ job }) => job ?? []),
    dropped: wanted.flatMap(({ key, job }) => (job === null ? key : [])),
  };
}

function deadlineJob(game: ScheduledGame): JobDraft | null {
  const runAt = autoProcessAt(game);
  return runAt === null || game.due === null ? null : deadlineDraft(game, game.due, { runAt });
}

/**
 * The server set the moment itself, by its own clock. The job waits by the database's clock, so that it runs in time even
 * if the server's clock was wrong then.
 */
function earlyProcessingJob(ctx: Pick<AppContext, 'now'>, game: ScheduledGame): JobDraft | null {
  const at = game.status === 'running' ? game.earlyProcessingAt : null;
  if (at === null) return null;
  const wait = Math.max(0, at.getTime() - ctx.now().getTime());
  return earlyProcessingDraft(game, at, { wait });
}

/**
 * Postpones the deadline job, which ran too early by the server's clock, by so many milliseconds, but by a minute at
 * most: then the clock is read again.
 */
export async function postponeDeadline(tx: Tx, game: ScheduledGame, milliseconds: number): Promise<void> {
  if (game.due === null) return;
  await enqueueJobs(tx, [deadlineDraft(game, game.due, { wait: waitFor(milliseconds) })]);
}

/** Postpones the job for early processing in the same way. */
export async function postponeEarlyProcessing(
  tx: Tx,
  game: ScheduledGame,
  milliseconds: number,
): Promise<void> {
  if (game.earlyProcessingAt === null) return;
  const wait = waitFor(milliseconds);
  await enqueueJobs(tx, [earlyProcessingDraft(game, game.earlyProcessingAt, { wait })]);
}

function waitFor(milliseconds: number): number {
  return Math.min(Math.max(milliseconds, MIN_WAIT), MAX_WAIT);
}

type When = { runAt: Date } | { wait: number };

function deadlineDraft(game: ScheduledGame, due: Date, when: When): JobDraft {
  const payload = { gameId: game.id, turn: game.turn, due: due.toISOString() };
  return jobDraft('deadline', payload, { ...when, jobKey: deadlineKey(game) });
}

function earlyProcessingDraft(game: ScheduledGame, at: Date, when: When): JobDraft {
  const payload = { gameId: game.id, turn: game.turn, at: at.toISOString() };
  return jobDraft('processEarly', payload, { ...when, jobKey: earlyProcessingKey(game) });
}

function deadlineKey({ id }: ScheduledGame): string {
  return `deadline:${id}`;
}

function earlyProcessingKey({ id }: ScheduledGame): string {
  return `processEarly:${id}`;
}
