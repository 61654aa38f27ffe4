import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { LimitedActionKind } from '../../database/generated/client.ts';

/* What players may do only so often: each time is a line of the log, which the GM has to read. */

const HOUR = 3_600_000;

/** How often an account may do something in one game within an hour. */
const MAX_PER_HOUR: Record<LimitedActionKind, number> = {
  /** Vote for an extension, or withdraw the vote. */
  extensionVote: 20,
  /** Send advance orders. */
  advanceOrders: 120,
};

/** Who does what, in which game. */
export interface Limited {
  gameId: string;
  accountId: number;
  kind: LimitedActionKind;
}

/** Whether the account has done it as often within the last hour as it may. */
export async function limitReached(tx: Tx, ctx: Pick<AppContext, 'now'>, action: Limited): Promise<boolean> {
  const { gameId, accountId, kind } = action;
  const where = { gameId, accountId, kind, at: { gt: hourBefore(ctx.now()) } };
  return (await tx.limitedAction.count({ where })) >= MAX_PER_HOUR[kind];
}

/** Counts one more, and forgets those that no longer count. */
export async function countAction(tx: Tx, ctx: Pick<AppContext, 'now'>, action: Limited): Promise<void> {
  const { gameId, accountId, kind } = action;
  const now = ctx.now();
  await tx.limitedAction.deleteMany({ where: { gameId, accountId, kind, at: { lte: hourBefore(now) } } });
  await tx.limitedAction.create({ data: { gameId, accountId, kind, at: now } });
}

function hourBefore(now: Date): Date {
  return new Date(now.getTime() - HOUR);
}
