import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import {
  type Account,
  type DeliveryKind,
  type DeliveryStatus,
  Prisma,
} from '../database/generated/client.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import type { Problem } from '../rules/sheet.ts';
import { check, checkPerson, detailsSchema, emailSchema } from './account-details.ts';
import { closeSessions } from './sessions.ts';

/** Mails without a sign-in link, which may follow their reader to another address. */
const SENT_ON: DeliveryKind[] = ['printout', 'receipt', 'notice', 'letter'];
const WAITING: DeliveryStatus[] = ['queued', 'retrying'];

/** A new account. */
export interface NewAccount {
  name: string;
  email: string;
  operator?: boolean;
  mayRunGames?: boolean;
}

/** What the owner of an account may change. */
export interface AccountDetails {
  name: string;
  email: string;
  /** An IANA name: `America/Chicago`. */
  timeZone: string;
  paper: 'letter' | 'a4';
  /** Postal address; null for none. */
  address: string | null;
  publishAddress: boolean;
  /** Hours before a due date at which a reminder comes, one of `REMIND_HOURS`; 0: never. */
  remindHours?: number | undefined;
  /** What is to be mailed; left as it is where it is left out. */
  mailPrintouts?: boolean | undefined;
  mailReceipts?: boolean | undefined;
  mailLetters?: boolean | undefined;
}

/** Makes an account, without a security code. Problems: `name-…`, `email-invalid`, `email-taken`. */
export async function createAccount(ctx: AppContext, wanted: NewAccount): Promise<Result<Account>> {
  const person = checkPerson(wanted);
  if (!person.ok) return person;
  const { operator = false, mayRunGames = false } = wanted;
  const data = { ...person.value, operator, mayRunGames, createdAt: ctx.now() };
  return unlessTaken(() => ctx.db.prisma.account.create({ data }));
}

/**
 * The account of an e-mail address, made if there is none; the name counts only for a new one. Of two
 * transactions that invite one person at once, both get the same account.
 * @throws if name or address are not valid: to be checked before, with `checkPerson`.
 */
export async function findOrCreateAccount(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  wanted: { name: string; email: string },
): Promise<Account> {
  const person = checkPerson(wanted);
  if (!person.ok) throw new Error(`Not a person's name and address: ${inWords(person.problems)}`);
  // A failed insert would spoil the caller's transaction: hence "on conflict do nothing".
  await tx.account.createMany({ data: [{ ...person.value, createdAt: ctx.now() }], skipDuplicates: true });
  return tx.account.findUniqueOrThrow({ where: { email: person.value.email } });
}

/**
 * Changes an account's details. Problems: `name-…`, `email-…`, `time-zone-unknown`, `address-…`, `invalid`.
 * @throws if there is no such account
 */
export async function updateAccount(
  ctx: AppContext,
  accountId: number,
  details: AccountDetails,
): Promise<Result<Account>> {
  const checked = check(detailsSchema, details);
  if (!checked.ok) return checked;
  return unlessTaken(() => ctx.db.prisma.account.update({ where: { id: accountId }, data: checked.value }));
}

/**
 * Gives an account another e-mail address, for the operator: a mistyped one may be a stranger's. So the sign-in
 * links that went to it are void, every session ends, and printouts, receipts, notices and letters that wait go to the
 * new one.
 * Problems: `email-invalid`, `email-taken`.
 * @throws if there is no such account
 */
export async function correctEmail(
  ctx: AppContext,
  accountId: number,
  email: string,
): Promise<Result<Account>> {
  const checked = check(emailSchema, { email });
  if (!checked.ok) return checked;
  const to = checked.value.email;
  return unlessTaken(() =>
    ctx.db.prisma.$transaction(async (tx) => {
      const account = await tx.account.update({ where: { id: accountId }, data: { email: to } });
      await tx.signInLink.deleteMany({ where: { accountId, usedAt: null } });
      await closeSessions(tx, accountId, null);
      await sendOn(tx, account);
      return account;
    }),
  );
}

/** Mails that wait follow an account to its new address, so that nobody else gets them at the old one. */
export async function sendOn(tx: Tx, { id, email }: Pick<Account, 'id' | 'email'>): Promise<void> {
  const waiting = { accountId: id, kind: { in: SENT_ON }, status: { in: WAITING } };
  await tx.delivery.updateMany({ where: waiting, data: { toAddress: email } });
}

/** P2002: a value that must be unique is there already; of an account, only its e-mail address is such. */
async function unlessTaken(write: () => Promise<Account>): Promise<Result<Account>> {
  try {
    return ok(await write());
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error;
    return fail('email', 'email-taken', 'Another account has this e-mail address: give a different one.');
  }
}

function inWords(problems: Problem[]): string {
  return problems.map(({ message }) => message).join(' ');
}
