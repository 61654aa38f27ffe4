import type { AppContext } from '../context.ts';
import { enqueueDelivery, enqueueJob } from '../database/outbox.ts';
import { inTransaction } from '../games/game/game-store.ts';
import { publicReportById } from '../games/game/public-view.ts';
import { callJobKey } from '../games/webhooks/announce.ts';
import { SHOWN_CALLS } from '../games/webhooks/webhooks-view.ts';
import { type CallFailure, type CallOutcome, callAddress } from '../outgoing/call-address.ts';
import { networks } from '../outgoing/networks.ts';
import { type FullCall, type Headline, payloadOf } from './payloads.ts';
import { signatureHeaders } from './signature.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long after each failed attempt the next one is made; after the last one there is none. Together: 4 days. */
const WAITS = [MINUTE, 5 * MINUTE, HOUR / 2, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR, 24 * HOUR];

/** A webhook is switched off when no call has succeeded for so long. */
const PATIENCE = 3 * 24 * HOUR;

/** What an attempt needs. */
export interface CallDeps {
  ctx: AppContext;
  publicUrl: string;
}

/**
 * Makes an attempt to send an event. A call that fails is tried again, at growing intervals; a webhook that has failed for
 * three days is switched off, and its owner is told by mail. An attempt that was interrupted is made again, so a program
 * may get an event twice, with the same id. Does nothing for a call that is done.
 */
export async function attemptCall({ ctx, publicUrl }: CallDeps, callId: string): Promise<void> {
  const call = await findCall(ctx, callId);
  if (call === null || call.status !== 'waiting') return;
  const obstacle = obstacleOf(call);
  if (obstacle !== null) {
    const data = { status: 'failed' as const, outcome: obstacle, nextAttempt: null };
    await ctx.db.prisma.webhookCall.update({ where: { id: callId }, data });
    return;
  }
  const { webhook } = call;
  const body = JSON.stringify(payloadOf(call, publicUrl, await headlineOf(ctx, call)));
  const at = ctx.now();
  const headers = webhook.secret === null ? {} : signatureHeaders(webhook.secret, { id: call.id, at, body });
  const allowed = networks(ctx.webhooks?.privateNetworks ?? []);
  const outcome = await callAddress({ url: new URL(webhook.url), body, headers, allowed });
  ctx.log.info({ webhook: webhook.id, event: call.event, outcome }, 'webhook called');
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300)
    await succeed(ctx, call, outcome);
  else await failCall(ctx, call, outcome);
}

function findCall(ctx: AppContext, id: string): Promise<FullCall | null> {
  const game = { include: { schedule: true } } as const;
  const include = { webhook: { include: { account: true, seat: true, game } } } as const;
  return ctx.db.prisma.webhookCall.findUnique({ where: { id }, include });
}

/** Why a webhook must not be called now, whatever it was when the event was written; null if it may. */
function obstacleOf({ webhook }: FullCall): string | null {
  const { disabledAt, seat, game, accountId } = webhook;
  if (disabledAt !== null) return 'Not sent: the address was switched off.';
  if (game.transferredOutAt !== null) return 'Not sent: the game has moved to another server.';
  const owner = webhook.kind === 'program' ? seat?.accountId : game.gmId;
  return owner === accountId ? null : 'Not sent: someone else has this place in the game now.';
}

/** The public news of the turn that a chat is told about. */
async function headlineOf(ctx: AppContext, { event, turn, webhook }: FullCall): Promise<Headline | null> {
  if (webhook.kind === 'program' || !['turn.processed', 'game.over'].includes(event)) return null;
  const where = { gameId: webhook.gameId, turn: turn + 1, seatId: null, rolledBackAt: null };
  const printout = await ctx.db.prisma.printout.findFirst({ where, select: { id: true } });
  if (printout === null) return null;
  const { subtitle, news } = await publicReportById(ctx, printout.id);
  return { subtitle, headline: news?.headline ?? null };
}

async function succeed(ctx: AppContext, { id, webhookId }: FullCall, outcome: CallOutcome): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.webhook.updateMany({ where: { id: webhookId }, data: { failingSince: null } });
    await tx.webhookCall.updateMany({
      where: { id },
      data: {
        ...{ status: 'taken', outcome: inWords(outcome), attemptedAt: ctx.now(), nextAttempt: null },
        attempts: { increment: 1 },
      },
    });
    await tx.$executeRaw`DELETE FROM "WebhookCall" WHERE "webhookId" = ${webhookId}::uuid AND "status" <> 'waiting'
      AND "id" NOT IN (SELECT "id" FROM "WebhookCall" WHERE "webhookId" = ${webhookId}::uuid
        ORDER BY "createdAt" DESC LIMIT ${SHOWN_CALLS})`;
  });
}

async function failCall(ctx: AppContext, call: FullCall, outcome: CallOutcome): Promise<void> {
  const now = ctx.now();
  await inTransaction(ctx, async (tx) => {
    const [webhook] = await tx.$queryRaw<{ failingSince: Date | null; disabledAt: Date | null }[]>`
      SELECT "failingSince", "disabledAt" FROM "Webhook" WHERE "id" = ${call.webhookId}::uuid FOR UPDATE`;
    // It was removed meanwhile, with its calls.
    if (webhook === undefined) return;
    const failingSince = webhook.failingSince ?? now;
    const isOver = isGone(call, outcome) || now.getTime() - failingSince.getTime() >= PATIENCE;
    const disabledAt = webhook.disabledAt ?? (isOver ? now : null);
    await tx.webhook.update({ where: { id: call.webhookId }, data: { failingSince, disabledAt } });
    const wait = disabledAt === null ? waitAfter(call.attempts, outcome) : null;
    await tx.webhookCall.update({
      where: { id: call.id },
      data: {
        ...{ outcome: inWords(outcome), attemptedAt: now, attempts: { increment: 1 } },
        status: wait === null ? 'failed' : 'waiting',
        nextAttempt: wait === null ? null : new Date(now.getTime() + wait),
      },
    });
    if (wait !== null) {
      await enqueueJob(tx, 'callWebhook', { callId: call.id }, { wait, jobKey: callJobKey(call.id) });
    }
    if (isOver && webhook.disabledAt === null) {
      const detail = switchedOff(call, outcome);
      const { account, gameId, seatId } = call.webhook;
      await enqueueDelivery(tx, { kind: 'notice', account, gameId, seatId, detail }, ctx);
    }
  });
}

/** Milliseconds to the next attempt, and no less than the service asks for; null if there is none. */
function waitAfter(attempts: number, outcome: CallOutcome): number | null {
  const wait = WAITS[attempts];
  if (wait === undefined) return null;
  return outcome.kind === 'answered' ? Math.max(wait, (outcome.retryAfter ?? 0) * 1000) : wait;
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
  const page = kind === 'program' ? 'the page of your seat for programs' : 'the page for chats of your game';
  return {
    subject: kind === 'program' ? 'your program is no longer called' : 'a chat no longer gets the news',
    paragraphs: [
      `The server called ${what} at ${new URL(url).host}, and it has not worked. The last attempt: ${inWords(outcome)} The server has stopped calling this address.`,
      `When it works again, save the address again on ${page}.`,
      ...(kind === 'program' ? ['Until then, you can send your sheets yourself, in every other way.'] : []),
    ],
    confidential: true,
  };
}

const FAILURES: Record<CallFailure, string> = {
  private: 'The address leads to a private network, which the server does not call.',
  notHttps: 'The address does not begin with https://.',
  port: 'The server does not call this port.',
  unknownHost: 'There is no host of this name.',
  tls: 'There was no valid encrypted connection.',
  timeout: 'There was no answer within ten seconds.',
  tooLarge: 'The answer was too long.',
  connection: 'No connection was made, or it broke.',
};

function inWords(outcome: CallOutcome): string {
  if (outcome.kind === 'failed') return FAILURES[outcome.why];
  const { status } = outcome;
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  return `The answer was ${status}.${redirect}`;
}
