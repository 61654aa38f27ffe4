import { followsAccount } from '../../accounts/update-account.ts';
import type { Delivery } from '../../database/generated/client.ts';
import type { Tx } from '../../database/outbox.ts';
import { type DeliveryState, isDone } from './delivery-status.ts';

/** Returns a delivery and locks its row until the transaction ends. Returns null if there is no such delivery. */
export async function lockDelivery(tx: Tx, deliveryId: string): Promise<Delivery | null> {
  await tx.$executeRaw`select id from "Delivery" where id = ${deliveryId}::uuid for update`;
  return await tx.delivery.findUnique({ where: { id: deliveryId } });
}

/**
 * Stores the new state of a delivery. Once it is done, its secret (such as a sign-in link's token) is erased, and with it
 * the composed message. The words of an answer that did not arrive are kept, so that it can be sent again.
 */
export async function writeState(tx: Tx, delivery: Delivery, next: DeliveryState): Promise<void> {
  const { status, attempts, nextAttempt, lastError, obstacle, sentAt } = next;
  const done = isDone(status);
  const detail = done ? detailOfDone(delivery, status) : undefined;
  await tx.delivery.update({
    where: { id: delivery.id },
    data: { status, attempts, nextAttempt, lastError, obstacle, sentAt, ...(detail && { detail }) },
  });
  if (done) await dropMessage(tx, delivery);
}

/** What is kept of the detail of a delivery that is done; undefined if everything is. */
export function detailOfDone(
  { kind, detail }: Pick<Delivery, 'kind' | 'detail'>,
  status: Delivery['status'],
): Delivery['detail'] | undefined {
  if (kind === 'notice' || (kind === 'answer' && status === 'failed')) return undefined;
  const { accountId, account } = detail;
  // Refusals for one account are counted for a day.
  if (kind === 'refusal' && typeof accountId === 'number') return { accountId };
  // Mail to an earlier address is deleted with the account that it is about.
  if (kind === 'confirmation' && typeof account === 'number') return { account };
  return {};
}

/**
 * Addresses a locked delivery that is about to be attempted to the present address of its account, if its kind follows
 * the account (see `redirectWaitingMail`): the address may have changed while an attempt was being made.
 */
export async function redirect(tx: Tx, delivery: Delivery): Promise<Delivery> {
  const { id, kind, accountId } = delivery;
  if (accountId === null || !followsAccount(kind)) return delivery;
  const account = await tx.account.findUnique({ where: { id: accountId }, select: { email: true } });
  if (account === null || account.email === delivery.toAddress) return delivery;
  await dropMessage(tx, delivery);
  return await tx.delivery.update({ where: { id }, data: { toAddress: account.email } });
}

async function dropMessage(tx: Tx, { id }: Delivery): Promise<void> {
  await tx.composedMail.deleteMany({ where: { deliveryId: id } });
}
