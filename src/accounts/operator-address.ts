import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import { runTransaction } from '../database/transaction.ts';
import { emailSchema, parseInput } from './account-details.ts';
import { failIfEmailTaken } from './accounts.ts';
import { redirectWaitingMail } from './update-account.ts';

/** Whether an operator's address is the placeholder that stands for none, the default of OPERATOR_EMAIL: no mail reaches it. */
export function isPlaceholderAddress(email: string): boolean {
  return email.endsWith('.localdomain');
}

/**
 * Gives the operator's account the address in the settings if it was created before they had one, so that the operator is
 * mailed when something is wrong. No one has had the default address, so links and sessions of the account stay as they are. Nothing
 * is changed if another account has the address: the check of the operators then says what to do.
 * @param email OPERATOR_EMAIL
 */
export async function replacePlaceholderAddress(ctx: AppContext, email: string): Promise<void> {
  const checked = parseInput(emailSchema, { email });
  if (!checked.ok || isPlaceholderAddress(checked.value.email)) return;
  const completed = await failIfEmailTaken(() =>
    runTransaction(ctx.db, (tx) => complete(tx, checked.value.email)),
  );
  if (completed.ok && completed.value !== null)
    ctx.log.info(
      { account: completed.value },
      'the operator’s account has the address of OPERATOR_EMAIL now',
    );
}

/** @returns the number of the account; null if an operator has an address, or another account has this one */
async function complete(tx: Tx, email: string): Promise<number | null> {
  if ((await tx.account.findUnique({ where: { email }, select: { id: true } })) !== null) return null;
  const operators = { operator: true, deletedAt: null };
  const [found, ...others] = await tx.account.findMany({ where: operators, orderBy: { id: 'asc' } });
  // If another operator has an address, the first account may no longer be anyone's.
  if (!found || ![found, ...others].every((one) => isPlaceholderAddress(one.email))) return null;
  // Another process may do the same.
  const { count } = await tx.account.updateMany({
    where: { id: found.id, email: found.email },
    data: { email },
  });
  if (count === 0) return null;
  await redirectWaitingMail(tx, { id: found.id, email });
  return found.id;
}
