import type { AppContext } from '../../context.ts';
import type { Delivery } from '../../database/generated/client.ts';
import { deliveryJobKey, enqueueJob, type Tx } from '../../database/outbox.ts';
import { type ComposeDeps, composeDelivery } from '../outbound/compose.ts';
import { classifyFailure } from './delivery-failure.ts';
import { lockDelivery, writeState } from './delivery-row.ts';
import { type DeliveryEvent, isDone, type Transition, transition } from './delivery-status.ts';
import { SEND_TIMEOUT, type Transport } from './transport.ts';

/** What sending needs besides the row. */
export interface DeliverDeps extends ComposeDeps {
  ctx: AppContext;
  transport: Transport;
  /** How long a worker may keep a delivery for itself, in milliseconds. */
  lease?: number;
}

/** How an attempt ended. `busy`: another worker is at it; `gone`: no such delivery, or it is done. */
export type Attempt = 'sent' | 'retrying' | 'failed' | 'busy' | 'gone';

/** Longer than the composing and sending of one mail can take. */
const LEASE = SEND_TIMEOUT + 180_000;

/** After the lease, so that clocks that differ a little do not wake the next worker too early. */
const LEASE_MARGIN = 5_000;

/**
 * Makes one attempt to send a delivery. Claiming it also writes the job that will look after it should this
 * server die meanwhile; the outcome and the next job are again one transaction. While the mail server is
 * talked to, no transaction and no lock is held.
 * @throws only if the database fails; what the mail server does is an outcome
 */
export async function attemptDelivery(deps: DeliverDeps, deliveryId: string): Promise<Attempt> {
  const { ctx, lease = LEASE } = deps;
  const claimed = await applyEvent(ctx, deliveryId, () => ({ kind: 'claim', at: ctx.now(), lease }));
  if (claimed === null) return 'gone';
  if (!claimed.transition.changed) return claimed.transition.why === 'done' ? 'gone' : 'busy';
  if (claimed.transition.next.status !== 'sending') return 'failed';
  const { attempts: attempt } = claimed.transition.next;
  const outcome = await send(deps, claimed.delivery, attempt);
  const ended = await applyEvent(ctx, deliveryId, () => outcome);
  if (ended === null || !ended.transition.changed) return 'gone';
  const { status } = ended.transition.next;
  return status === 'sent' || status === 'failed' ? status : 'retrying';
}

async function send(deps: DeliverDeps, delivery: Delivery, attempt: number): Promise<DeliveryEvent> {
  const { ctx, transport } = deps;
  const log = ctx.log.child({ delivery: delivery.id, kind: delivery.kind, attempt });
  try {
    const mail = await composeDelivery(deps, delivery.id);
    const answer = await transport.send(mail);
    log.info({ answer }, 'mail sent');
    return { kind: 'accepted', at: ctx.now(), attempt };
  } catch (error) {
    const { permanent, reason } = classifyFailure(error);
    log.warn({ err: error, permanent }, 'mail not sent');
    return { kind: permanent ? 'refused' : 'postponed', at: ctx.now(), attempt, reason };
  }
}

/**
 * Moves a delivery through its machine under its row's lock, and has its next job follow, in one
 * transaction.
 * @returns null if there is no such delivery
 */
export async function applyEvent(
  ctx: AppContext,
  deliveryId: string,
  event: () => DeliveryEvent,
): Promise<{ delivery: Delivery; transition: Transition } | null> {
  return await ctx.db.prisma.$transaction((tx) => applyEventLocked(tx, ctx, deliveryId, event));
}

/** The same in the caller's transaction. */
export async function applyEventLocked(
  tx: Tx,
  ctx: AppContext,
  deliveryId: string,
  event: () => DeliveryEvent,
): Promise<{ delivery: Delivery; transition: Transition } | null> {
  const delivery = await lockDelivery(tx, deliveryId);
  if (delivery === null) return null;
  const moved = transition(delivery.kind, delivery, event());
  if (moved.changed) {
    await writeState(tx, delivery, moved.next);
    await followWithJob(tx, ctx, deliveryId, moved);
  }
  return { delivery, transition: moved };
}

/** A delivery that goes on always has exactly one job waiting; one that is done has none. */
async function followWithJob(
  tx: Tx,
  ctx: AppContext,
  deliveryId: string,
  moved: Transition & { changed: true },
) {
  const { status, nextAttempt } = moved.next;
  const jobKey = deliveryJobKey(deliveryId);
  if (isDone(status) || nextAttempt === null) {
    await tx.$executeRaw`select graphile_worker.remove_job(${jobKey})`;
    return;
  }
  const margin = status === 'sending' ? LEASE_MARGIN : 0;
  const runAt = new Date(nextAttempt.getTime() + margin);
  const due = runAt <= ctx.now();
  await enqueueJob(tx, 'deliver', { deliveryId }, due ? { jobKey } : { runAt, jobKey });
}
