import type { Tx } from '../database/client.ts';
import type { DeliveryStatus, Prisma } from '../database/generated/client.ts';
import { tokenHash } from './tokens.ts';

/** The statuses of mail that has not been sent and is not being sent. */
export const WAITING: DeliveryStatus[] = ['queued', 'retrying'];

/** Ends waiting mail whose link no longer works: it fails, and its secrets are erased. */
export async function endMail(tx: Tx, which: Prisma.DeliveryWhereInput): Promise<void> {
  const mails = { ...which, status: { in: WAITING } };
  await tx.composedMail.deleteMany({ where: { delivery: mails } });
  const lastError = 'The link in this e-mail no longer works.';
  await tx.delivery.updateMany({
    where: mails,
    data: { status: 'failed', nextAttempt: null, lastError, detail: {} },
  });
}

/** Ends address proofs, and the mails with their links that wait to be sent. */
export async function endProofs(tx: Tx, which: Prisma.AddressProofWhereInput): Promise<void> {
  const ended = await tx.addressProof.findMany({ where: which, select: { id: true, email: true } });
  if (ended.length === 0) return;
  const ids = new Set(ended.map(({ id }) => id));
  await tx.addressProof.deleteMany({ where: { id: { in: [...ids] } } });
  // These mails belong to no account and no game. The condition on the game lets the query use the index.
  const mails = await tx.delivery.findMany({
    where: {
      ...{ kind: 'confirmation', gameId: null, status: { in: WAITING } },
      toAddress: { in: [...new Set(ended.map(({ email }) => email))] },
    },
    select: { id: true, detail: true },
  });
  const theirs = mails.filter(
    ({ detail: { token } }) => typeof token === 'string' && ids.has(tokenHash(token)),
  );
  if (theirs.length > 0) await endMail(tx, { id: { in: theirs.map(({ id }) => id) } });
}
