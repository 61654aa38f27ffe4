import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import { type Account, Prisma } from '../database/generated/client.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import type { Problem } from '../rules/sheet.ts';
import { checkPerson, checkStoredPerson } from './account-details.ts';

/** A new account. */
export interface NewAccount {
  name: string;
  email: string;
  operator?: boolean;
  mayRunGames?: boolean;
}

/** Creates an account without a security code. Problems: `name-…`, `email-invalid`, `email-taken`. */
export async function createAccount(ctx: AppContext, wanted: NewAccount): Promise<Result<Account>> {
  const person = checkPerson(wanted);
  if (!person.ok) return person;
  const { operator = false, mayRunGames = false } = wanted;
  const data = { ...person.value, operator, mayRunGames, createdAt: ctx.now() };
  return failIfEmailTaken(() => ctx.db.prisma.account.create({ data }));
}

/**
 * Returns the account with this e-mail address, and creates it if there is none; the name is used only for a new
 * account. Two transactions that invite the same person at the same time get the same account.
 * @throws if name or e-mail address are not valid; callers must validate them with `checkPerson`
 */
export async function findOrCreateAccount(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  wanted: { name: string; email: string },
): Promise<Account> {
  const person = checkStoredPerson(wanted);
  if (!person.ok) throw new Error(`Invalid name or e-mail address: ${messagesOf(person.problems)}`);
  // A failed insert would abort the caller's transaction, so duplicates are skipped ("on conflict do nothing").
  await tx.account.createMany({ data: [{ ...person.value, createdAt: ctx.now() }], skipDuplicates: true });
  return tx.account.findUniqueOrThrow({ where: { email: person.value.email } });
}

/**
 * Runs a write of an account. P2002 is a violated unique constraint, and only the e-mail address of an account has
 * one. Problem: `email-taken`.
 */
export async function failIfEmailTaken<T>(write: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await write());
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error;
    return fail('email', 'email-taken', 'Another account has this e-mail address. Enter a different one.');
  }
}

function messagesOf(problems: Problem[]): string {
  return problems.map(({ message }) => message).join(' ');
}
