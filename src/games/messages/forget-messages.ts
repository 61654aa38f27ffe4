import type { Tx } from '../../database/client.ts';

/**
 * Detaches the messages of an account that is being deleted. The people on the other side keep them, and messages that no
 * one can read anymore are deleted.
 */
export async function forgetMessages(tx: Tx, accountId: number): Promise<void> {
  await tx.gmMessage.updateMany({ where: { gmId: accountId }, data: { gmId: null } });
  await tx.gmMessage.updateMany({ where: { accountId }, data: { accountId: null } });
  await tx.gmMessage.deleteMany({ where: { gmId: null, accountId: null } });
}
