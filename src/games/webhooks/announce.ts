import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Webhook, WebhookKind } from '../../database/generated/client.ts';
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
  for (const webhook of await tx.webhook.findMany({ where })) {
    await enqueueCall(tx, ctx, { webhook, event, turn, due });
  }
}

/** The last turn is over: programs are told that it was processed and that the game is over, chats only the latter. */
export async function announceEnd(tx: Tx, ctx: AppContext, gameId: string, turn: number): Promise<void> {
  const programs = await tx.webhook.findMany({ where: { gameId, disabledAt: null, kind: 'program' } });
  for (const webhook of programs) {
    await enqueueCall(tx, ctx, { webhook, event: 'turn.processed', turn, due: null });
  }
  await announce(tx, ctx, { gameId, event: 'game.over', turn });
}

/** Writes a call, and the job that makes it. */
export async function enqueueCall(
  tx: Tx,
  ctx: AppContext,
  call: { webhook: Pick<Webhook, 'id'>; event: WebhookEvent; turn: number; due: Date | null },
): Promise<void> {
  const { webhook, event, turn, due } = call;
  const now = ctx.now();
  const data = { webhookId: webhook.id, event, turn, due, createdAt: now, nextAttempt: now };
  const { id } = await tx.webhookCall.create({ data });
  await enqueueJob(tx, 'callWebhook', { callId: id }, { jobKey: callJobKey(id) });
}

/** The key of the one waiting job of a call. */
export function callJobKey(callId: string): string {
  return `callWebhook:${callId}`;
}
