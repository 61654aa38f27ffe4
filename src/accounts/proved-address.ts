import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import { clearAddressMark } from './address-marks.ts';

/**
 * Records that someone who reads the mail of an account's address has used the account. The mark is never removed, not
 * even when the operator corrects the address: it says that the account belongs to a person, so that no GM can give what
 * its seats got to another address. Signing out, retention and later links leave it as it is. A mark that says that mail to the
 * address comes back ends.
 */
export async function markAddressProved(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  accountId: number,
): Promise<void> {
  const where = { id: accountId, addressProvedAt: null };
  await tx.account.updateMany({ where, data: { addressProvedAt: ctx.now() } });
  await clearAddressMark(tx, ctx, accountId);
}
