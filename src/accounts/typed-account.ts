import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { parseAccountNumber } from './account-number.ts';

/* People name their account by its number or by its e-mail address, whichever they remember. */

/** What was typed: an account number, or an e-mail address in lowercase. There need not be such an account. */
export type TypedAccount = { number: number } | { email: string };

/** Reads an account number (`#10468`) or an e-mail address as people type it. Returns null for anything else. */
export function readTypedAccount(text: string): TypedAccount | null {
  const number = parseAccountNumber(text);
  if (number !== null) return { number };
  const email = z.email().max(320).safeParse(text.trim().toLowerCase());
  return email.success ? { email: email.data } : null;
}

/** The number of the account that was typed; null if no account has the address. A number is not looked up. */
export async function accountIdOf({ db }: AppContext, typed: TypedAccount): Promise<number | null> {
  if ('number' in typed) return typed.number;
  const where = { email: typed.email };
  return (await db.prisma.account.findUnique({ where, select: { id: true } }))?.id ?? null;
}
