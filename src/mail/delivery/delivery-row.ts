import type { Delivery } from '../../database/generated/client.ts';
import type { Tx } from '../../database/outbox.ts';
import { type DeliveryState, isDone } from './delivery-status.ts';

/** Returns a delivery and locks its row until the transaction ends. Returns null if there is no such delivery. */
export async function lockDelivery(tx: Tx, deliveryId: string): Promise<Delivery | null> {
  await tx.$executeRaw`select id from "Delivery" where id = ${deliveryId}::uuid for update`;
  return await tx.delivery.findUnique({ where: { id: deliveryId } });
}

/** Stores the new state of a delivery. Once it is done, its secret (such as a sign-in link's token) is erased. */
export async function writeState(tx: Tx, delivery: Delivery, next: DeliveryState): Promise<void> {
  const { status, attempts, nextAttempt, lastError, sentAt } = next;
  const detail = isDone(status) && delivery.kind !== 'notice' ? {} : undefined;
  await tx.delivery.update({
    where: { id: delivery.id },
    data: { status, attempts, nextAttempt, lastError, sentAt, ...(detail && { detail }) },
  });
}
