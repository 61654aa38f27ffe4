import type { Tx } from '../database/client.ts';
import type { Account, Prisma } from '../database/generated/client.ts';
import { fail, type Result } from '../rules/result.ts';

/**
 * Locks an account's row until the transaction ends. Callers take this lock before they use or end a link, a proof or an
 * address of the account, so that a link cannot be used while it is being ended.
 */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await tx.$executeRaw`SELECT "id" FROM "Account" WHERE "id" = ${accountId} FOR NO KEY UPDATE`;
}

/**
 * Makes sure that an account is not deleted before the transaction ends, and reads it. Everything that writes rows of an account in a
 * request of its own calls this first: `deleteAccount` deletes such rows, and the request may have waited meanwhile.
 * @returns null if there is no such account, or it is deleted
 */
export async function holdAccount(tx: Tx, accountId: number): Promise<Account | null> {
  await tx.$executeRaw`SELECT "id" FROM "Account" WHERE "id" = ${accountId} FOR KEY SHARE`;
  const account = await tx.account.findUnique({ where: { id: accountId } });
  return account?.deletedAt === null ? account : null;
}

/** The refusal of what an account that is deleted asks for. @param field the form field that the problem belongs to */
export function accountDeleted(field = ''): Result<never> {
  return fail(field, 'deleted', 'This account has been deleted.');
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
