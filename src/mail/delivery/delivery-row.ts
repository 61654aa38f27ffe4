import type { Delivery } from '../../database/generated/client.ts';
import type { Tx } from '../../database/outbox.ts';
import { type DeliveryState, isDone } from './delivery-status.ts';

/** A delivery's row, locked until the transaction ends; null if there is none. */
export async function lockDelivery(tx: Tx, deliveryId: string): Promise<Delivery | null> {
  await tx.$executeRaw`select id from "Delivery" where id = ${deliveryId}::uuid for update`;
  return await tx.delivery.findUnique({ where: { id: deliveryId } });
}

/** Writes what a delivery has become. A secret that it carried (a sign-in link) goes when no attempt will follow. */
export async function writeState(tx: Tx, delivery: Delivery, next: DeliveryState): Promise<void> {
  const { status, attempts, nextAttempt, lastError, sentAt } = next;
  const detail = isDone(status) && delivery.kind !== 'notice' ? {} : undefined;
  await tx.delivery.update({
    where: { id: delivery.id },
    data: { status, attempts, nextAttempt, lastError, sentAt, ...(detail && { detail }) },
  });
}
