import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Prisma, Webhook, WebhookKind } from '../../database/generated/client.ts';
import { enqueueJob } from '../../database/outbox.ts';

/* What webhooks are told. Calls are written in the transaction of what happened, and made by jobs. */

/** What can happen. The names are those that programs read. */
export type WebhookEvent =
  | 'turn.open'
  | 'turn.reminder'
  | 'turn.processed'
  | 'turn.due'
  | 'game.over'
  | 'test';

/** How many events wait for a webhook. */
const MAX_WAITING = 20;

/** Events are sent before tests. */
const TEST_PRIORITY = 1;

const CHATS = ['discord', 'slack'] as const;

/** Who is told of what. Chats get public news only, and one message for the last turn. */
const TOLD: Record<Exclude<WebhookEvent, 'test'>, readonly WebhookKind[]> = {
  'turn.open': ['program'],
  'turn.reminder': ['program'],
  'turn.processed': ['program', ...CHATS],
  'turn.due': CHATS,
  'game.over': ['program', ...CHATS],
};

/** Something that happened in a game. */
export interface Happening {
  gameId: string;
  event: Exclude<WebhookEvent, 'test'>;
  /** The turn that was opened or processed, or whose due date is new. */
  turn: number;
  due?: Date | null;
  /** Only the program of this seat is told. */
  seatId?: string;
}

/** Tells everyone who is called for it what happened, in the caller's transaction. */
export async function announce(tx: Tx, ctx: AppContext, happening: Happening): Promise<void> {
  const { gameId, event, turn, due = null, seatId } = happening;
  const where = { gameId, disabledAt: null, kind: { in: [...TOLD[event]] }, ...(seatId && { seatId }) };
  for (const webhook of await tx.webhook.findMany({ where, orderBy: { id: 'asc' } })) {
    await enqueueEvent(tx, ctx, { webhook, event, turn, due });
  }
}

/** The last turn is over: programs are told that it was processed and that the game is over, chats only the latter. */
export async function announceEnd(tx: Tx, ctx: AppContext, gameId: string, turn: number): Promise<void> {
  const where = { gameId, disabledAt: null, kind: 'program' as const };
  for (const webhook of await tx.webhook.findMany({ where, orderBy: { id: 'asc' } })) {
    await enqueueEvent(tx, ctx, { webhook, event: 'turn.processed', turn, due: null });
  }
  await announce(tx, ctx, { gameId, event: 'game.over', turn });
}

/** An event for a webhook. */
interface NewEvent {
  webhook: Pick<Webhook, 'id'>;
  event: Happening['event'];
  turn: number;
  due: Date | null;
}

/** Writes an event behind those that wait for its webhook. If too many wait, the oldest ones are dropped. */
async function enqueueEvent(tx: Tx, ctx: AppContext, call: NewEvent): Promise<void> {
  const { webhook, event, turn, due } = call;
  // Either an attempt that ends at this moment sees the new event, or this sees what came of the attempt.
  const locked = await lockWebhook(tx, webhook.id);
  if (locked === null) return;
  const now = ctx.now();
  const data = {
    webhookId: webhook.id,
    event,
    turn,
    due,
    createdAt: now,
    nextAttempt: locked.nextAttempt ?? now,
  };
  await tx.webhookCall.create({ data });
  const waiting = { webhookId: webhook.id, status: 'waiting' as const, event: { not: 'test' } };
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
  const surplus = await tx.webhookCall.findMany({ where: waiting, orderBy, skip: MAX_WAITING });
  if (surplus.length > 0) {
    const outcome = `Not sent: more than ${MAX_WAITING} events were waiting.`;
    await dropCalls(tx, { id: { in: surplus.map(({ id }) => id) } }, outcome);
  }
  await enqueueNext(tx, ctx, locked);
}

/**
 * Writes a test call: it is made once, whether it succeeds or not, and also if the webhook fails or was switched off. It
 * takes the place of a test that has not begun.
 */
export async function enqueueTest(
  tx: Tx,
  ctx: AppContext,
  about: { webhook: Pick<Webhook, 'id' | 'accountId'>; game: { turn: number; due: Date | null } },
): Promise<void> {
  const { webhook, game } = about;
  const { turn, due } = game;
  const waiting = { webhookId: webhook.id, event: 'test', status: 'waiting' as const, attempts: 0 };
  await dropCalls(tx, waiting, 'Not sent: there is a newer test.');
  const now = ctx.now();
  const data = { webhookId: webhook.id, event: 'test', turn, due, createdAt: now, nextAttempt: now };
  const { id } = await tx.webhookCall.create({ data });
  const options = { jobKey: `callWebhook:${webhook.id}`, queue: queueOf(webhook), priority: TEST_PRIORITY };
  await enqueueJob(tx, 'callWebhook', { callId: id }, options);
}

/**
 * Writes the one job that sends a webhook its oldest waiting event, when the next attempt may be made. Callers must have
 * locked the webhook.
 */
export async function enqueueNext(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  webhook: Pick<Webhook, 'id' | 'accountId' | 'nextAttempt'>,
): Promise<void> {
  const { id: webhookId, nextAttempt } = webhook;
  const wait = Math.max(0, (nextAttempt?.getTime() ?? 0) - ctx.now().getTime());
  const options = { wait, jobKey: `callWebhookNext:${webhookId}`, queue: queueOf(webhook) };
  await enqueueJob(tx, 'callWebhookNext', { webhookId }, options);
}

/** Locks a webhook and returns it; null if it was removed. */
export async function lockWebhook(tx: Tx, id: string): Promise<Webhook | null> {
  await tx.$queryRaw`SELECT "id" FROM "Webhook" WHERE "id" = ${id}::uuid FOR NO KEY UPDATE`;
  return tx.webhook.findUnique({ where: { id } });
}

/** Ends waiting calls without an attempt. `outcome` says why, to the owner of the webhook. */
export async function dropCalls(tx: Tx, which: Prisma.WebhookCallWhereInput, outcome: string): Promise<void> {
  const data = { status: 'failed' as const, outcome, nextAttempt: null };
  await tx.webhookCall.updateMany({ where: { AND: [which, { status: 'waiting' }] }, data });
}

/** An account is called once at a time, so that slow programs of one account leave room for the others. */
function queueOf({ accountId }: Pick<Webhook, 'accountId'>): string {
  return `calls:${accountId}`;
}
