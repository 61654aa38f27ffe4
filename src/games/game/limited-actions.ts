import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { LimitedActionKind } from '../../database/generated/client.ts';

/*
 * Limits on actions that leave something behind for good: without them a player could flood the log that the GM reads, and
 * a GM could fill the database with turns that are processed and rolled back.
 */

const HOUR = 3_600_000;

/** How often per hour an account may do each action in one game. */
const MAX_PER_HOUR: Record<LimitedActionKind, number> = {
  /** Vote for an extension, or withdraw the vote. */
  extensionVote: 20,
  /** Send advance orders. */
  advanceOrders: 120,
  /** Preview the open turn. */
  preview: 30,
  /** Roll back a turn. */
  rollback: 12,
  /** Try all waiting mail of the game at once: each attempt counts, and the last one fails for good. */
  mailRetry: 4,
  /** Change the schedule. */
  schedule: 60,
};

/** An action of an account in a game. */
export interface Limited {
  gameId: string;
  accountId: number;
  kind: LimitedActionKind;
}

/** Whether the account has reached the limit for this action within the last hour. */
export async function limitReached(tx: Tx, ctx: Pick<AppContext, 'now'>, action: Limited): Promise<boolean> {
  const { gameId, accountId, kind } = action;
  const where = { gameId, accountId, kind, at: { gt: hourBefore(ctx.now()) } };
  return (await tx.limitedAction.count({ where })) >= MAX_PER_HOUR[kind];
}

/** Counts the action, and deletes records that are older than an hour. */
export async function countAction(tx: Tx, ctx: Pick<AppContext, 'now'>, action: Limited): Promise<void> {
  const { gameId, accountId, kind } = action;
  const now = ctx.now();
  await tx.limitedAction.deleteMany({ where: { gameId, accountId, kind, at: { lte: hourBefore(now) } } });
  await tx.limitedAction.create({ data: { gameId, accountId, kind, at: now } });
}

function hourBefore(now: Date): Date {
  return new Date(now.getTime() - HOUR);
}
