import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { LimitedActionKind } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';

/*
 * Limits on actions that leave something behind for good: without them a player could flood the log that the GM reads, and
 * a GM could fill the database with turns that are processed and rolled back.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How often per hour, or as its comment says, an account may do each action in one game. */
const MAX: Record<LimitedActionKind, number> = {
  /** Vote for an extension, or withdraw the vote. */
  extensionVote: 20,
  /** Send advance orders. */
  advanceOrders: 120,
  /** Preview the open turn. */
  preview: 30,
  /** Roll back a turn. */
  rollback: 12,
  /** Try waiting mail of the game, one or all at once: each attempt counts, and the last one fails for good. */
  mailRetry: 4,
  /** Change the schedule. */
  schedule: 60,
  /** Small changes by the GM that nothing else limits: seats, the invitation link, policies, offers, excuses. */
  gmEvent: 200,
  /** Dispute a question. */
  dispute: 3,
  /** Send a sheet or a command by mail: each can cause an answer. */
  mailCommand: 30,
  /**
   * The same to an address of an earlier turn, per day. Strangers may know it, because mail is passed on: it must not use
   * up what the player may send.
   */
  oldMailCommand: 3,
  /** Set or change a webhook, or have it called for a test. */
  webhook: 20,
};

/** An action of an account in a game. */
export interface Limited {
  gameId: string;
  accountId: number;
  kind: LimitedActionKind;
}

/** Whether the account has reached the limit for this action within its time. */
export async function limitReached(tx: Tx, ctx: Pick<AppContext, 'now'>, action: Limited): Promise<boolean> {
  return (await timesCounted(tx, ctx, action)) >= MAX[action.kind];
}

/** How often the account has done this action within its time: an hour, or a day for `oldMailCommand`. */
export async function timesCounted(tx: Tx, ctx: Pick<AppContext, 'now'>, action: Limited): Promise<number> {
  const { gameId, accountId, kind } = action;
  return tx.limitedAction.count({ where: { gameId, accountId, kind, at: { gt: startOf(kind, ctx.now()) } } });
}

/** A small change by the GM of a game, which is logged. `by` is the account of the GM. */
interface GmEvent {
  gameId: string;
  by: number;
}

/** Checks that the GM of a locked game may make one more small change. Problem: `too-often`. */
export async function checkGmEvent(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  { gameId, by }: GmEvent,
): Promise<Result<void>> {
  if (!(await limitReached(tx, ctx, { gameId, accountId: by, kind: 'gmEvent' }))) return ok(undefined);
  const message =
    'You have changed the game too often in the last hour. Nothing was changed. Try again later.';
  return fail('', 'too-often', message);
}

/** Checks and counts a small change at once, for callers that refuse nothing afterward. See `checkGmEvent`. */
export async function countGmEvent(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  event: GmEvent,
): Promise<Result<void>> {
  const allowed = await checkGmEvent(tx, ctx, event);
  if (!allowed.ok) return allowed;
  await countAction(tx, ctx, { gameId: event.gameId, accountId: event.by, kind: 'gmEvent' });
  return allowed;
}

/**
 * Counts the action, and deletes records that no longer count.
 * @returns the id of the record
 */
export async function countAction(tx: Tx, ctx: Pick<AppContext, 'now'>, action: Limited): Promise<string> {
  const { gameId, accountId, kind } = action;
  const now = ctx.now();
  await tx.limitedAction.deleteMany({ where: { gameId, accountId, kind, at: { lte: startOf(kind, now) } } });
  const { id } = await tx.limitedAction.create({ data: { gameId, accountId, kind, at: now } });
  return id;
}

/** Takes back the count of an action that could not be done. */
export async function uncountAction({ db }: Pick<AppContext, 'db'>, id: string): Promise<void> {
  await db.prisma.limitedAction.deleteMany({ where: { id } });
}

function startOf(kind: LimitedActionKind, now: Date): Date {
  return new Date(now.getTime() - (kind === 'oldMailCommand' ? DAY : HOUR));
}
