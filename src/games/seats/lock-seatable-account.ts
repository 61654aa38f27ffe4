import type { Tx } from '../../database/client.ts';
import type { Account } from '../../database/generated/client.ts';
import { fail } from '../../rules/result.ts';

/**
 * The account that is about to get a seat, or a place in line, of a locked game: until the transaction ends it cannot be
 * deleted. Null where it has been. After the game's lock, as whoever deletes an account has it.
 */
export async function lockSeatableAccount(tx: Tx, accountId: number): Promise<Account | null> {
  await tx.$queryRaw`SELECT "id" FROM "Account" WHERE "id" = ${accountId} FOR KEY SHARE`;
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  return account.deletedAt === null ? account : null;
}

/** The problem where it has been deleted: `deleted`. */
export function accountDeleted(field = ''): ReturnType<typeof fail> {
  return fail(field, 'deleted', 'This account has just been deleted.');
}
