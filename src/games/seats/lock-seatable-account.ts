import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { fail, ok, type Result } from '../../rules/result.ts';

/**
 * Locks an account that is about to get a seat, or a place on the waitlist, so that it cannot be deleted before the
 * transaction ends. Callers must lock the game first: `deleteAccount` takes the locks in this order, too.
 * Problem: `deleted`.
 * @param field the form field that the problem belongs to
 */
export async function lockSeatableAccount(tx: Tx, accountId: number, field = ''): Promise<Result<Account>> {
  await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${accountId} FOR KEY SHARE`;
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  return account.deletedAt === null ? ok(account) : fail(field, 'deleted', 'This account has been deleted.');
}
