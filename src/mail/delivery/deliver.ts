import { isPaperAddress } from '../../accounts/paper-address.ts';
import type { AppContext } from '../../context.ts';
import type { Delivery } from '../../database/generated/client.ts';
import type { Tx } from '../../database/outbox.ts';
import { runTransaction } from '../../database/transaction.ts';
import { bounceAddress } from '../outbound/bounce-address.ts';
import type { ComposeDeps } from '../outbound/composer.ts';
import { inboundAddress } from '../outbound/inbound-address.ts';
import { bareAddress, envelopeSender } from '../outbound/mail-headers.ts';
import type { Visit } from './busy-addresses.ts';
import { messageOf } from './composed-mail.ts';
import { classifyFailure, type Failure } from './delivery-failure.ts';
import { updateDeliveryJob } from './delivery-jobs.ts';
import { lockDelivery, redirect, writeState } from './delivery-row.ts';
import { type DeliveryEvent, type Transition, transition } from './delivery-status.ts';
import { loggedFailure, withoutAddresses } from './logged-failure.ts';
import { heldByMark } from './marked-address.ts';
import { SEND_TIMEOUT, type Transport } from './transport.ts';
import { isTurnedOffMail } from './turned-off-mail.ts';

/** What sending needs besides the delivery. */
export interface DeliverDeps extends ComposeDeps {
  transport: Transport;
  /** How long a worker may claim a delivery, in milliseconds. */
  lease?: number;
}

/**
 * How an attempt ended. `busy`: another worker is sending the mail; `gone`: there is no such delivery, or it is done;
 * `deferred`: it has to wait for a slow mail to the same address; `handedOver`: it goes on in the background.
 */
export type Attempt = 'sent' | 'retrying' | 'failed' | 'busy' | 'gone' | 'deferred' | 'handedOver';

/** Longer than it can take to compose and send one mail, in milliseconds. */
export const LEASE = SEND_TIMEOUT + 120_000;

/** How long a mail waits for a slow one to the same address, in milliseconds. */
const DEFERRAL = 15_000;

/**
 * Makes one attempt to send a delivery. The transaction that claims it also enqueues the job that takes over if this
 * server dies meanwhile; the outcome and the next job are stored in a second transaction. No transaction and no lock
 * is held while the mail is being sent.
 * @param options.handOver whether a mail that takes long goes on in the background, so that the caller can take the next
 * @throws only if the database fails; what the mail server answers is an outcome
 */
export async function attemptDelivery(
  deps: DeliverDeps,
  deliveryId: string,
  { handOver = false }: { handOver?: boolean } = {},
): Promise<Attempt> {
  const { ctx, transport } = deps;
  const address = await addressOf(ctx, deliveryId);
  if (address === null) return 'gone';
  // The lane of first attempts does not wait for an address that made it wait before.
  if (handOver && transport.addresses.hasStalled(address)) return await defer(ctx, deliveryId, 0);
  const visit = await transport.addresses.enter(address, deliveryId);
  if (visit === null) return await defer(ctx, deliveryId, DEFERRAL);
  const attempt = claimAndSend(deps, deliveryId, { visit, address, handOver }).finally(visit.leave);
  const handedOver = visit.handedOver.then(() => {
    attempt.catch((error) =>
      ctx.log.error({ err: error, delivery: deliveryId }, 'could not store the outcome of a slow mail'),
    );
    return 'handedOver' as const;
  });
  return await Promise.race([attempt, handedOver]);
}

async function addressOf(ctx: AppContext, deliveryId: string): Promise<string | null> {
  const found = await ctx.db.prisma.delivery.findUnique({
    where: { id: deliveryId },
    select: { toAddress: true },
  });
  return found === null ? null : found.toAddress.toLowerCase();
}

/** Lets a mail wait, in the lane of later attempts, without an attempt. */
async function defer(ctx: AppContext, deliveryId: string, wait: number): Promise<Attempt> {
  return await runTransaction(ctx.db, async (tx) => {
    const delivery = await lockDelivery(tx, deliveryId);
    if (delivery === null) return 'gone';
    const result = transition(delivery.kind, delivery, { kind: 'deferred', at: ctx.now(), wait });
    if (!result.changed) return result.why === 'done' ? 'gone' : 'busy';
    await writeState(tx, delivery, result.next);
    await updateDeliveryJob(tx, ctx, deliveryId, { state: result.next, apart: true });
    return 'deferred';
  });
}

/** The place of an attempt among the others. */
interface Place {
  visit: Visit;
  address: string;
  handOver: boolean;
}

async function claimAndSend(deps: DeliverDeps, deliveryId: string, place: Place): Promise<Attempt> {
  const { ctx, lease = LEASE } = deps;
  const claimed = await claim(ctx, deliveryId, lease);
  if (claimed === null) return 'gone';
  if (!claimed.transition.changed) return claimed.transition.why === 'done' ? 'gone' : 'busy';
  if (claimed.transition.next.status !== 'sending') return 'failed';
  const { attempts: attempt } = claimed.transition.next;
  const outcome = await send(deps, claimed.delivery, attempt, place);
  if (outcome === null) return 'gone';
  const ended = await inTransaction(ctx, (tx) => applyDeliveryEvent(tx, ctx, deliveryId, () => outcome));
  if (ended === null || !ended.transition.changed) return 'gone';
  const { status } = ended.transition.next;
  return status === 'sent' || status === 'failed' ? status : 'retrying';
}

/** Claims a delivery, for its account's present address. */
async function claim(ctx: AppContext, deliveryId: string, lease: number): Promise<Applied | null> {
  return await inTransaction(ctx, async (tx) => {
    const claimed = await applyDeliveryEvent(tx, ctx, deliveryId, () => ({
      ...{ kind: 'claim', at: ctx.now(), lease },
    }));
    if (claimed === null || !claimed.transition.changed) return claimed;
    return { ...claimed, delivery: await redirect(tx, claimed.delivery) };
  });
}

/** Returns the outcome of an attempt; null if another attempt has taken over. */
async function send(
  deps: DeliverDeps,
  delivery: Delivery,
  attempt: number,
  { visit, address, handOver }: Place,
): Promise<DeliveryEvent | null> {
  const { ctx, transport } = deps;
  const log = ctx.log.child({ delivery: delivery.id, kind: delivery.kind, attempt });
  try {
    const isUnsent = isPaperAddress(delivery.toAddress) || (await isTurnedOffMail(ctx, delivery));
    if (isUnsent) return await endUnsent(deps, attempt);
    const held = await heldByMark(ctx, delivery);
    if (held !== null) return { kind: 'refused', at: ctx.now(), attempt, reason: held, obstacle: 'answer' };
    const message = await messageOf(deps, delivery, attempt);
    if (message === null) return null;
    visit.startClock(handOver);
    const envelope = { from: await returnPath(deps, delivery), to: [delivery.toAddress] };
    const response = await transport.send({ envelope, raw: message }, bareAddress(deps.from));
    log.info({ response: withoutAddresses(response) }, 'mail sent');
    transport.addresses.remember(address, false);
    transport.refused.accepted(address);
    return { kind: 'accepted', at: ctx.now(), attempt };
  } catch (error) {
    const { permanent, reason, obstacle } = await failureOf(transport, address, error);
    log.warn({ err: loggedFailure(error), permanent, obstacle }, 'mail not sent');
    transport.addresses.remember(address, obstacle === 'slow');
    return { kind: permanent ? 'refused' : 'postponed', at: ctx.now(), attempt, reason, obstacle };
  }
}

/** Where the mail goes if it comes back: an address of its own, if the server receives mail. */
async function returnPath(deps: DeliverDeps, delivery: Delivery): Promise<string> {
  const { ctx } = deps;
  const plain = envelopeSender(delivery, deps);
  return plain === '' || !ctx.inbound
    ? plain
    : inboundAddress(ctx.inbound, await bounceAddress(ctx, delivery.id));
}

/**
 * The outcome of a mail that its reader has turned off, or that is for a player without e-mail: the one that it would most
 * likely have had. While the mail server cannot be reached it waits like all other mail.
 */
async function endUnsent({ ctx, transport }: DeliverDeps, attempt: number): Promise<DeliveryEvent> {
  const reason = transport.refused.answer() ?? (await transport.probe());
  if (reason === null) return { kind: 'accepted', at: ctx.now(), attempt };
  return { kind: 'postponed', at: ctx.now(), attempt, reason, obstacle: 'relay' };
}

/**
 * Classifies a failure; if it may have been the mail server as a whole, asks it. A mail server that refuses all mail answers
 * as one that takes mail, so for such a one the mail waits without being asked.
 */
async function failureOf(transport: Transport, address: string, error: unknown): Promise<Failure> {
  const failure = classifyFailure(error);
  if (failure.maybeAll && transport.refused.add(address, failure.reason)) {
    return { ...failure, permanent: false, obstacle: 'relay' };
  }
  if (!failure.ambiguous || (await transport.probe()) === null) return failure;
  return { ...failure, obstacle: 'relay' };
}

/** A locked delivery as it was, and what an event did to it. */
interface Applied {
  delivery: Delivery;
  transition: Transition;
}

async function inTransaction<T>(ctx: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await runTransaction(ctx.db, work);
}

/**
 * Applies an event to a delivery under its row's lock and enqueues or removes its job, in the caller's transaction.
 * @param event called once the row is locked
 * @returns null if there is no such delivery
 */
export async function applyDeliveryEvent(
  tx: Tx,
  ctx: AppContext,
  deliveryId: string,
  event: () => DeliveryEvent,
): Promise<Applied | null> {
  const delivery = await lockDelivery(tx, deliveryId);
  if (delivery === null) return null;
  const result = transition(delivery.kind, delivery, event());
  if (result.changed) {
    await writeState(tx, delivery, result.next);
    await updateDeliveryJob(tx, ctx, deliveryId, { state: result.next });
  }
  return { delivery, transition: result };
}
