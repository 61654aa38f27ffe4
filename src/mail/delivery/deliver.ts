import type { AppContext } from '../../context.ts';
import type { Delivery } from '../../database/generated/client.ts';
import { deliveryJobKey, enqueueJob, type Tx } from '../../database/outbox.ts';
import { composeDelivery } from '../outbound/compose-delivery.ts';
import type { ComposeDeps } from '../outbound/composer.ts';
import { classifyFailure } from './delivery-failure.ts';
import { lockDelivery, writeState } from './delivery-row.ts';
import { type DeliveryEvent, isDone, type Transition, transition } from './delivery-status.ts';
import { SEND_TIMEOUT, type Transport } from './transport.ts';

/** What sending needs besides the delivery. */
export interface DeliverDeps extends ComposeDeps {
  transport: Transport;
  /** How long a worker may claim a delivery, in milliseconds. */
  lease?: number;
}

/** How an attempt ended. `busy`: another worker is sending the mail; `gone`: there is no such delivery, or it is done. */
export type Attempt = 'sent' | 'retrying' | 'failed' | 'busy' | 'gone';

/** Longer than it can take to compose and send one mail, in milliseconds. */
const LEASE = SEND_TIMEOUT + 180_000;

/** Added to the lease, so that clocks that differ a little do not start the next worker too early. */
const LEASE_MARGIN = 5_000;

/**
 * Makes one attempt to send a delivery. The transaction that claims it also enqueues the job that takes over if this
 * server dies meanwhile; the outcome and the next job are stored in a second transaction. No transaction and no lock
 * is held while the mail is being sent.
 * @throws only if the database fails; what the mail server answers is an outcome
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
    const response = await transport.send(mail);
    log.info({ response }, 'mail sent');
    return { kind: 'accepted', at: ctx.now(), attempt };
  } catch (error) {
    const { permanent, reason } = classifyFailure(error);
    log.warn({ err: error, permanent }, 'mail not sent');
    return { kind: permanent ? 'refused' : 'postponed', at: ctx.now(), attempt, reason };
  }
}

/**
 * Applies an event to a delivery under its row's lock and enqueues or removes its job, in one transaction.
 * @param event called once the row is locked
 * @returns null if there is no such delivery
 */
async function applyEvent(
  ctx: AppContext,
  deliveryId: string,
  event: () => DeliveryEvent,
): Promise<{ delivery: Delivery; transition: Transition } | null> {
  return await ctx.db.prisma.$transaction((tx) => applyDeliveryEvent(tx, ctx, deliveryId, event));
}

/** Does the same as `applyEvent` in the caller's transaction. */
export async function applyDeliveryEvent(
  tx: Tx,
  ctx: AppContext,
  deliveryId: string,
  event: () => DeliveryEvent,
): Promise<{ delivery: Delivery; transition: Transition } | null> {
  const delivery = await lockDelivery(tx, deliveryId);
  if (delivery === null) return null;
  const result = transition(delivery.kind, delivery, event());
  if (result.changed) {
    await writeState(tx, delivery, result.next);
    await updateJob(tx, ctx, deliveryId, result);
  }
  return { delivery, transition: result };
}

/** Gives a delivery that goes on exactly one waiting job, and one that is done none. */
async function updateJob(
  tx: Tx,
  ctx: AppContext,
  deliveryId: string,
  { next: { status, nextAttempt } }: Transition & { changed: true },
) {
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
