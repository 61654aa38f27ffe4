import type { Tx } from '../database/client.ts';
import type { Account, Prisma } from '../database/generated/client.ts';

/**
 * Locks an account's row until the transaction ends. Callers take this lock before they use or end a link, a proof or an
 * address of the account, so that a link cannot be used while it is being ended.
 */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await tx.$executeRaw`SELECT "id" FROM "Account" WHERE "id" = ${accountId} FOR NO KEY UPDATE`;
}

/**
 * Finds an account, locks its row until the transaction ends, and returns it as it is then.
 * @returns null if there is no such account, or the account got another address while this transaction waited for the lock
 */
export async function findAndLockAccount(
  tx: Tx,
  where: Prisma.AccountWhereUniqueInput,
): Promise<Account | null> {
  const found = await tx.account.findUnique({ where, select: { id: true } });
  if (found === null) return null;
  await lockAccount(tx, found.id);
  return await tx.account.findUnique({ where });
}
