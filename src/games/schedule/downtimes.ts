import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { type ScheduledGame, turnEnd } from './schedule.ts';

/* What downtime means for the dates of a game. The servers record it in the table Downtime (see src/operations). */

/** A time in which no server could take sheets, or none could receive mail, by the database's clock. */
export interface Downtime {
  from: Date;
  until: Date;
  /** Only mail could not be received, as far as is known. */
  ofMailOnly?: boolean;
}

/** By how many hours at least a date is put off, unless the settings say otherwise. */
const DEFAULT_HOURS = 12;

/** Milliseconds after which a server that can take sheets must have said so again. It does every five seconds. */
const SEEN_WITHIN = 30_000;

/**
 * How far a downtime may end in the future, in milliseconds. If it ends later, the database's clock was ahead when it was
 * recorded, and has been set right since: the downtime is not real.
 */
export const ENDS_WITHIN = 60_000;

type DatedGame = Pick<ScheduledGame, 'due' | 'graceHours' | 'turnGraceHours' | 'earlyProcessingAt'>;

/** Whether a downtime matters to a game. Live games are played on the pages, so for them mail does not. */
export function mattersTo(
  { ofMailOnly }: Downtime,
  { minutesPerTurn }: Pick<ScheduledGame, 'minutesPerTurn'>,
): boolean {
  return ofMailOnly !== true || minutesPerTurn === null;
}

/** By how many hours at least a date is put off that passed during downtime; 0: none is put off. */
export function downtimeHours(ctx: AppContext): number {
  return ctx.downtimeHours ?? DEFAULT_HOURS;
}

/** Whether the due date of the open turn or the end of its grace period is within a downtime. */
export function dueDateFellInto(game: DatedGame, downtime: Downtime): boolean {
  const { due } = game;
  return due !== null && [due, turnEnd(due, game)].some((date) => isWithin(date, downtime));
}

/** Whether the early processing of the open turn is within a downtime. */
export function earlyProcessingFellInto({ earlyProcessingAt }: DatedGame, downtime: Downtime): boolean {
  return earlyProcessingAt !== null && isWithin(earlyProcessingAt, downtime);
}

function isWithin(date: Date, { from, until }: Downtime): boolean {
  return from <= date && date <= until;
}

/**
 * The latest downtime into which a date of a game's open turn fell; null if there is none, or no date is put off. While the whole
 * server is down, mail is missing, too, so one of mail alone counts only if there is no other.
 */
export async function downtimeOver(
  tx: Tx,
  ctx: AppContext,
  game: DatedGame & Pick<ScheduledGame, 'minutesPerTurn'>,
): Promise<Downtime | null> {
  if (downtimeHours(ctx) === 0) return null;
  const dates = [game.due, game.due && turnEnd(game.due, game), game.earlyProcessingAt];
  const covering = dates.flatMap((date) => (date ? [{ from: { lte: date }, until: { gte: date } }] : []));
  if (covering.length === 0) return null;
  const found = await tx.downtime.findMany({
    where: { OR: covering, until: { lte: await latestEnd(tx, ctx) } },
    orderBy: [{ ofMailOnly: 'asc' }, { until: 'desc' }],
    select: { from: true, until: true, ofMailOnly: true },
  });
  return found.find((one) => mattersTo(one, game)) ?? null;
}

/** Whether a downtime can be real: it does not end in the future. */
export async function hasEnded(tx: Tx, ctx: AppContext, { until }: Downtime): Promise<boolean> {
  return until <= (await latestEnd(tx, ctx));
}

/** The latest moment at which a downtime can have ended, by the clock that is ahead. */
async function latestEnd(tx: Tx, ctx: AppContext): Promise<Date> {
  const [{ now }] = await tx.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS "now"`;
  return new Date(Math.max(now.getTime(), ctx.now().getTime()) + ENDS_WITHIN);
}

/**
 * Whether it is not known yet if players could send sheets until a moment: because no server can take sheets now, or
 * because none has said since that moment that it can. A sign from the future says nothing, because the database's clock
 * was set back. If the downtime turns out to be long enough to matter, it is recorded together with the first sign of a
 * server, so callers must call this before `downtimeOver`.
 * Always false if no server with pages has ever used this database, or if no date is put off.
 */
export async function mayBeDowntime(tx: Tx, ctx: AppContext, moment: Date): Promise<boolean> {
  if (downtimeHours(ctx) === 0) return false;
  const [state] = await tx.$queryRaw<{ seenAt: Date | null; now: Date }[]>`
    SELECT "seenAt", clock_timestamp() AS "now" FROM "ServerState"`;
  if (!state?.seenAt) return false;
  const { seenAt, now } = state;
  return isSilent(seenAt, now) || (seenAt < moment && moment <= now);
}

/** Whether no server has said for too long that it can take sheets. Both times are by the database's clock. */
export function isSilent(seenAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - seenAt.getTime()) > SEEN_WITHIN;
}
