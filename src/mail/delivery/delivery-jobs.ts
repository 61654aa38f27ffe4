import type { AppContext } from '../../context.ts';
import { deliveryJobKey, dropJob, enqueueJob, type Tx } from '../../database/outbox.ts';
import { type DeliveryState, isDone } from './delivery-status.ts';

/** The jobs of deliveries: a delivery that goes on has exactly one waiting job, one that is done has none. */

/** Added to the lease, so that clocks that differ a little do not start the next worker too early. */
const LEASE_MARGIN = 5_000;

/**
 * Writes or removes the job of a delivery whose state has changed.
 * @param apart whether the mail must keep out of the way of first attempts; by default, every later attempt does
 */
export async function updateDeliveryJob(
  tx: Tx,
  ctx: AppContext,
  deliveryId: string,
  { state, apart = state.attempts > 0 }: { state: DeliveryState; apart?: boolean },
): Promise<void> {
  const { status, nextAttempt } = state;
  const jobKey = deliveryJobKey(deliveryId);
  if (isDone(status) || nextAttempt === null) return await dropJob(tx, jobKey);
  const margin = status === 'sending' ? LEASE_MARGIN : 0;
  const runAt = new Date(nextAttempt.getTime() + margin);
  const due = runAt <= ctx.now();
  const name = apart ? 'deliverAgain' : 'deliver';
  await enqueueJob(tx, name, { deliveryId }, due ? { jobKey } : { runAt, jobKey });
}
