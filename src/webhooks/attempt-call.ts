import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import { inTransaction } from '../games/game/game-store.ts';
import { publicReportById } from '../games/game/public-view.ts';
import { dropCalls, enqueueNext, lockWebhook } from '../games/webhooks/announce.ts';
import { type CallOutcome, callAddress } from '../outgoing/call-address.ts';
import { networks } from '../outgoing/networks.ts';
import { failEvent, failTest, inWords, SWITCHED_OFF, succeed } from './call-results.ts';
import { type FullCall, type Headline, payloadOf } from './payloads.ts';
import { signatureHeaders } from './signature.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long a webhook is left alone after each failed attempt. The last one is repeated. */
const WAITS = [MINUTE, 5 * MINUTE, HOUR / 2, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR] as const;

/** What an attempt needs. */
export interface CallDeps {
  ctx: AppContext;
  publicUrl: string;
}

/**
 * Makes an attempt to send a webhook the oldest event that waits for it. While a webhook fails, only this event is tried,
 * at growing intervals, and the others wait behind it; a webhook that has failed for three days is switched off, and its
 * owner is told by mail. An attempt counts before it is made. One that was interrupted is made again at the next
 * interval, so a program may get an event twice, with the same id. Does nothing if no event waits.
 */
export async function attemptNext({ ctx, publicUrl }: CallDeps, webhookId: string): Promise<void> {
  const call = await inTransaction(ctx, (tx) => beginEvent(tx, ctx, webhookId));
  if (call === null) return;
  const outcome = await makeCall({ ctx, publicUrl }, call);
  await (isTaken(outcome) ? succeed(ctx, call, outcome) : failEvent(ctx, call, outcome));
}

/**
 * Makes a test call, once. If it succeeds, the webhook works again, even if it was switched off. A test that was
 * interrupted is not made again. Does nothing for a call that is done.
 */
export async function attemptTest({ ctx, publicUrl }: CallDeps, callId: string): Promise<void> {
  const call = await inTransaction(ctx, (tx) => beginTest(tx, ctx, callId));
  if (call === null) return;
  const outcome = await makeCall({ ctx, publicUrl }, call);
  await (isTaken(outcome) ? succeed(ctx, call, outcome) : failTest(ctx, call, inWords(outcome)));
}

/** Chooses the event to send now and counts the attempt; null if none is sent now. */
async function beginEvent(tx: Tx, ctx: AppContext, webhookId: string): Promise<FullCall | null> {
  const webhook = await lockWebhook(tx, webhookId);
  if (webhook === null) return null;
  const now = ctx.now();
  const where = { webhookId, status: 'waiting' as const, event: { not: 'test' } };
  const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
  const first = await tx.webhookCall.findFirst({ where, orderBy });
  if (first === null) return null;
  const call = await findCall(tx, first.id);
  const obstacle = webhook.disabledAt === null ? obstacleOf(call) : SWITCHED_OFF;
  if (obstacle !== null) {
    await dropCalls(tx, where, obstacle);
    return null;
  }
  if (webhook.nextAttempt !== null && webhook.nextAttempt > now) {
    await enqueueNext(tx, ctx, webhook);
    return null;
  }
  const { failures, failingSince } = webhook;
  const wait = WAITS[Math.min(failures, WAITS.length - 1)] ?? HOUR;
  const nextAttempt = new Date(now.getTime() + wait);
  const counted = { failures: failures + 1, failingSince: failingSince ?? now, nextAttempt };
  await tx.webhook.update({ where: { id: webhookId }, data: counted });
  return await countAttempt(tx, call.id, { attemptedAt: now, nextAttempt });
}

async function beginTest(tx: Tx, ctx: AppContext, callId: string): Promise<FullCall | null> {
  const found = await tx.webhookCall.findUnique({ where: { id: callId }, include: { webhook: true } });
  if (found === null || found.status !== 'waiting') return null;
  if (found.event !== 'test') {
    await enqueueNext(tx, ctx, found.webhook);
    return null;
  }
  const call = await findCall(tx, callId);
  const obstacle = call.attempts > 0 ? 'The server stopped during the call.' : obstacleOf(call);
  if (obstacle !== null) {
    await dropCalls(tx, { id: callId }, obstacle);
    return null;
  }
  return await countAttempt(tx, callId, { attemptedAt: ctx.now(), nextAttempt: null });
}

async function countAttempt(
  tx: Tx,
  id: string,
  when: { attemptedAt: Date; nextAttempt: Date | null },
): Promise<FullCall> {
  await tx.webhookCall.update({ where: { id }, data: { ...when, attempts: { increment: 1 } } });
  return await findCall(tx, id);
}

function findCall(tx: Tx, id: string): Promise<FullCall> {
  const game = { include: { schedule: true } } as const;
  const include = { webhook: { include: { account: true, seat: true, game } } } as const;
  return tx.webhookCall.findUniqueOrThrow({ where: { id }, include });
}

/** Why a webhook must not be called now, whatever it was when the event was written; null if it may. */
function obstacleOf({ webhook }: FullCall): string | null {
  const { seat, game, accountId } = webhook;
  if (game.transferredOutAt !== null) return 'Not sent: the game has moved to another server.';
  const owner = webhook.kind === 'program' ? seat?.accountId : game.gmId;
  return owner === accountId ? null : 'Not sent: someone else has this place in the game now.';
}

async function makeCall({ ctx, publicUrl }: CallDeps, call: FullCall): Promise<CallOutcome> {
  const { webhook } = call;
  const body = JSON.stringify(payloadOf(call, publicUrl, await headlineOf(ctx, call)));
  const at = ctx.now();
  const headers = webhook.secret === null ? {} : signatureHeaders(webhook.secret, { id: call.id, at, body });
  const allowed = networks(ctx.webhooks?.privateNetworks ?? []);
  const outcome = await callAddress({ url: new URL(webhook.url), body, headers, allowed, publicUrl });
  ctx.log.info({ webhook: webhook.id, event: call.event, outcome }, 'webhook called');
  return outcome;
}

function isTaken(outcome: CallOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;
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
