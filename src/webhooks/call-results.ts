import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import { enqueueDelivery } from '../database/outbox.ts';
import { inTransaction } from '../games/game/game-store.ts';
import { dropCalls, enqueueNext, lockWebhook } from '../games/webhooks/announce.ts';
import { SHOWN_CALLS } from '../games/webhooks/webhooks-view.ts';
import type { CallFailure, CallOutcome } from '../outgoing/call-address.ts';
import type { FullCall } from './payloads.ts';

/* What follows from the outcome of a call: for the call, for its webhook, and for the events that wait for it. */

const HOUR = 3_600_000;

/** A webhook is switched off when no call has succeeded for so long. */
const PATIENCE = 3 * 24 * HOUR;

/** What is said of events that are not sent because their webhook was switched off. */
export const SWITCHED_OFF = 'Not sent: the address was switched off.';

/** A webhook that took a call works again: whatever waits for it is sent, the oldest event first. */
export async function succeed(ctx: AppContext, call: FullCall, outcome: CallOutcome): Promise<void> {
  const { webhookId, webhook } = call;
  await inTransaction(ctx, async (tx) => {
    const locked = await lockWebhook(tx, webhookId);
    if (locked === null) return;
    const data = { status: 'taken', outcome: inWords(outcome), nextAttempt: null } as const;
    await tx.webhookCall.updateMany({ where: { id: call.id }, data });
    await pruneCalls(tx, webhookId);
    // Of another address, which was entered meanwhile, this says nothing.
    const works = { failingSince: null, disabledAt: null, failures: 0, nextAttempt: null };
    const after =
      locked.url === webhook.url
        ? await tx.webhook.update({ where: { id: webhookId }, data: works })
        : locked;
    const waiting = { webhookId, status: 'waiting' as const, event: { not: 'test' } };
    if ((await tx.webhookCall.count({ where: waiting })) > 0) await enqueueNext(tx, ctx, after);
  });
}

/** A test that failed changes nothing but itself. */
export async function failTest(ctx: AppContext, call: FullCall, outcome: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await dropCalls(tx, { id: call.id }, outcome);
    await pruneCalls(tx, call.webhookId);
  });
}

/**
 * An event that was not taken is tried again later, and all that wait behind it with it. If nothing has worked for three
 * days, the webhook is switched off, what waits is dropped, and the owner is told by mail.
 */
export async function failEvent(ctx: AppContext, call: FullCall, outcome: CallOutcome): Promise<void> {
  const now = ctx.now();
  const { webhookId } = call;
  await inTransaction(ctx, async (tx) => {
    // The mail refers to the game, which is locked before the webhook when an event is written, so it is locked first here, too.
    await tx.$queryRaw`SELECT "id" FROM "Game" WHERE "id" = ${call.webhook.gameId}::uuid FOR KEY SHARE`;
    const webhook = await lockWebhook(tx, webhookId);
    // It was removed meanwhile, with its calls.
    if (webhook === null) return;
    const where = { id: call.id, status: 'waiting' as const };
    if (isOver(call, outcome, now) && webhook.url === call.webhook.url) {
      await tx.webhookCall.updateMany({
        where,
        data: { status: 'failed', outcome: inWords(outcome), nextAttempt: null },
      });
      await switchOff(tx, ctx, call, outcome);
    } else {
      const nextAttempt = later(webhook.nextAttempt ?? now, outcome, now);
      const after = await tx.webhook.update({ where: { id: webhookId }, data: { nextAttempt } });
      await tx.webhookCall.updateMany({ where, data: { outcome: inWords(outcome), nextAttempt } });
      await enqueueNext(tx, ctx, after);
    }
    await pruneCalls(tx, webhookId);
  });
}

async function switchOff(tx: Tx, ctx: AppContext, call: FullCall, outcome: CallOutcome): Promise<void> {
  const { webhookId, webhook } = call;
  await dropCalls(tx, { webhookId, event: { not: 'test' } }, SWITCHED_OFF);
  await tx.webhook.update({ where: { id: webhookId }, data: { disabledAt: ctx.now() } });
  const { account, gameId, seatId } = webhook;
  const detail = switchedOff(call, outcome);
  await enqueueDelivery(tx, { kind: 'notice', account, gameId, seatId, detail }, ctx);
}

/** Deletes the calls that no page shows. Those that wait are kept. */
async function pruneCalls(tx: Tx, webhookId: string): Promise<void> {
  await tx.$executeRaw`DELETE FROM "WebhookCall" WHERE "webhookId" = ${webhookId}::uuid AND "status" <> 'waiting'
    AND "id" NOT IN (SELECT "id" FROM "WebhookCall" WHERE "webhookId" = ${webhookId}::uuid
      ORDER BY "createdAt" DESC, "id" DESC LIMIT ${SHOWN_CALLS})`;
}

/** When the next attempt is made: as planned, and not before the service asks for it. */
function later(planned: Date, outcome: CallOutcome, now: Date): Date {
  const asked = outcome.kind === 'answered' ? (outcome.retryAfter ?? 0) * 1000 : 0;
  return new Date(Math.max(planned.getTime(), now.getTime() + asked));
}

function isOver(call: FullCall, outcome: CallOutcome, now: Date): boolean {
  const { failingSince } = call.webhook;
  return (
    isGone(call, outcome) || (failingSince !== null && now.getTime() - failingSince.getTime() >= PATIENCE)
  );
}

/** Whether the address says that it is there no more: chats answer 404 when their webhook was deleted. */
function isGone({ webhook }: FullCall, outcome: CallOutcome): boolean {
  if (outcome.kind !== 'answered') return false;
  return outcome.status === 410 || (webhook.kind !== 'program' && outcome.status === 404);
}

function switchedOff(call: FullCall, outcome: CallOutcome): Record<string, unknown> {
  const { kind, url } = call.webhook;
  const what =
    kind === 'program' ? 'the program that plays your seat' : 'a chat that gets the news of your game';
  const next =
    kind === 'program'
      ? 'When it works again, save the address again on the page of your seat for programs.'
      : 'When it works again, send a test message on the page for chats of your game.';
  return {
    subject: kind === 'program' ? 'your program is no longer called' : 'a chat no longer gets the news',
    paragraphs: [
      `The server called ${what} at ${new URL(url).host}, and it has not worked. The last attempt: ${inWords(outcome)} The server has stopped calling this address.`,
      `${next} The server calls it for a test, and goes on if the test succeeds.`,
      ...(kind === 'program' ? ['Until then, you can send your sheets yourself, in every other way.'] : []),
    ],
    confidential: true,
  };
}

const FAILURES: Record<CallFailure, string> = {
  private: 'The address leads to a private network or to this server itself, which it does not call.',
  notHttps: 'The address does not begin with https://.',
  port: 'The server does not call this port.',
  unknownHost: 'There is no host of this name.',
  tls: 'There was no valid encrypted connection.',
  timeout: 'There was no answer within ten seconds.',
  tooLarge: 'The answer was too long.',
  connection: 'No connection was made, or it broke.',
};

/** The outcome of a call, as pages and mail say it. */
export function inWords(outcome: CallOutcome): string {
  if (outcome.kind === 'failed') return FAILURES[outcome.why];
  const { status } = outcome;
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  return `The answer was ${status}.${redirect}`;
}
