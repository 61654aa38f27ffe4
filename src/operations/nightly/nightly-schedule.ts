import type { AppContext } from '../../context.ts';
import { enqueueJob } from '../../database/outbox.ts';

/** The key of the one waiting job. */
export const NIGHTLY_JOB_KEY = 'nightly';

/** A time of day, UTC. */
export interface TimeOfDay {
  hour: number;
  minute: number;
}

/** The next moment after `now` at which the nightly work begins. */
export function nextNightly(now: Date, { hour, minute }: TimeOfDay): Date {
  const next = new Date(now);
  next.setUTCHours(hour, minute, 0, 0);
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next;
}

/** Schedules the nightly work for the next time. Replaces the job that waits, if there is one. */
export async function scheduleNightly(ctx: AppContext, at: TimeOfDay): Promise<void> {
  const runAt = nextNightly(ctx.now(), at);
  await enqueueJob(ctx.db.prisma, 'nightly', {}, { runAt, jobKey: NIGHTLY_JOB_KEY });
}

/** In milliseconds. */
const HALF_AN_HOUR = 30 * 60_000;

/**
 * Schedules the next nightly work once it is done. The queue starts it by the database's clock, so the later of the two clocks
 * counts: while that of the server is behind, the work would otherwise begin again and again in the same night. Does nothing if
 * someone has started the work anew while it ran: that run schedules the next one.
 */
export async function scheduleNextNight(ctx: AppContext, at: TimeOfDay): Promise<void> {
  if (await isStartedAnew(ctx)) return;
  const now = await laterClock(ctx);
  const runAt = nextNightly(new Date(now.getTime() + HALF_AN_HOUR), at);
  await enqueueJob(ctx.db.prisma, 'nightly', {}, { runAt, jobKey: NIGHTLY_JOB_KEY });
}

/** Whether a job waits that is due, besides the one that runs. */
async function isStartedAnew(ctx: AppContext): Promise<boolean> {
  const [row] = await ctx.db.prisma.$queryRaw<{ due: boolean }[]>`
    select exists (
      select from graphile_worker.jobs
      where key = ${NIGHTLY_JOB_KEY} and locked_at is null and attempts = 0 and run_at <= now()
    ) as due`;
  return row?.due === true;
}

/** The time of the server or of the database, whichever is later. */
async function laterClock(ctx: AppContext): Promise<Date> {
  const [row] = await ctx.db.prisma.$queryRaw<{ now: Date }[]>`
    select greatest(now(), ${ctx.now()}::timestamptz) as now`;
  return row?.now ?? ctx.now();
}

/**
 * Makes sure that exactly one nightly job waits, at the time that is set now. A job that runs, is overdue because no
 * server was running, or is being retried is left alone; one that has failed for good is replaced.
 */
export async function ensureNightly(ctx: AppContext, at: TimeOfDay): Promise<void> {
  const [row] = await ctx.db.prisma.$queryRaw<{ active: boolean }[]>`
    select exists (
      select from graphile_worker.jobs
      where key = ${NIGHTLY_JOB_KEY} and attempts < max_attempts
        and (locked_at is not null or run_at <= now() or attempts > 0)
    ) as active`;
  if (row?.active !== true) await scheduleNightly(ctx, at);
}

/** A nightly job that waits longer than this (milliseconds) was scheduled while the clock was wrong. */
const LONGEST_WAIT = 25 * 3_600_000;

/** Schedules the nightly work anew if the job that waits lies too far ahead: the clock was wrong when it was scheduled. */
export async function correctNightly(ctx: AppContext, at: TimeOfDay): Promise<void> {
  const latest = new Date((await laterClock(ctx)).getTime() + LONGEST_WAIT);
  const [row] = await ctx.db.prisma.$queryRaw<{ late: boolean }[]>`
    select exists (
      select from graphile_worker.jobs
      where key = ${NIGHTLY_JOB_KEY} and locked_at is null and attempts = 0 and run_at > ${latest}
    ) as late`;
  if (row?.late !== true) return;
  ctx.log.warn('the nightly work was scheduled more than a day ahead; scheduling it anew');
  await scheduleNightly(ctx, at);
}

/** Lets the nightly work begin at once. If it is running, it begins again afterward. */
export async function startNightlyNow(ctx: AppContext): Promise<void> {
  await enqueueJob(ctx.db.prisma, 'nightly', {}, { jobKey: NIGHTLY_JOB_KEY });
}
