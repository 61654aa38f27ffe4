import { hash, type Options, verify } from '@node-rs/argon2';
import type { AppContext } from '../context.ts';
import type { Account } from '../database/generated/client.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import { closeSessions } from './sessions.ts';

/** argon2id as OWASP's password storage cheat sheet has it: 19 MiB, two passes, one thread. */
const hashing: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The hash of 32 random bytes that nobody knows, made with the same costs: compared with where there is no account,
 * so that the answer takes as long.
 */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$8Ga9Le64PGKN9SWivnNIwg$9cjB7PItgSoQsdl+8pE71wdsItHEJQgT8aodlKEzBrA';

const CODE_LEAST = 8;
/** Enough for any sentence, and no way to keep the server busy hashing. */
const MAX_CODE = 200;

/** The first that anybody would try. */
const commonplace = new Set(
  'password passwort whistlestop security securitycode letmein1 iloveyou sunshine princess football baseball qwertyui qwertyuiop asdfghjk'.split(
    ' ',
  ),
);

/**
 * Sets an account's security code and ends its sessions, but for the one whose token is given: who has learnt the
 * old code is out. Problems: `code-too-short`, `code-too-long`, `code-too-easy`.
 * @throws if there is no such account
 */
export async function setSecurityCode(
  ctx: AppContext,
  accountId: number,
  code: string,
  keepSession: string | null = null,
): Promise<Result<void>> {
  const account = await ctx.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const weakness = weaknessOf(code, account);
  if (weakness) return weakness;
  const codeHash = await hash(plain(code), hashing);
  await ctx.db.prisma.$transaction(async (tx) => {
    const where = { accountId };
    await tx.securityCode.upsert({ where, create: { accountId, codeHash }, update: { codeHash } });
    await closeSessions(tx, accountId, keepSession);
  });
  return ok(undefined);
}

/** The account of a number and its code; for every failure the same answer, after the same time: `wrong`. */
export async function signIn(
  ctx: AppContext,
  given: { account: string; code: string },
): Promise<Result<Account>> {
  const id = accountNumber(given.account);
  const found =
    id === null
      ? null
      : await ctx.db.prisma.securityCode.findUnique({ where: { accountId: id }, include: { account: true } });
  const known = found?.codeHash ?? null;
  const tooLong = given.code.length > 2 * MAX_CODE;
  const matches = await verify(known ?? nobodysHash, tooLong ? '' : plain(given.code));
  if (found && matches && !tooLong) return ok(found.account);
  return fail(
    'code',
    'wrong',
    'This account number and security code do not belong together. Without a code, ask for a sign-in link by mail.',
  );
}

/** Whether an account has a security code, so that it can be signed in to without a mailed link. */
export async function hasSecurityCode(ctx: AppContext, accountId: number): Promise<boolean> {
  return (await ctx.db.prisma.securityCode.count({ where: { accountId } })) > 0;
}

/** `#10468` or `10468` → 10468; null for anything else, numbers beyond the database's included. */
export function accountNumber(text: string): number | null {
  const digits = /^#?\s*(\d{1,10})$/.exec(text.trim())?.[1];
  const number = Number(digits);
  return digits && number <= 2_147_483_647 ? number : null;
}

function weaknessOf(code: string, account: Account): Result<never> | null {
  const text = plain(code);
  const length = [...text].length;
  if (length < CODE_LEAST) {
    return fail('code', 'code-too-short', `Choose a security code of at least ${CODE_LEAST} characters.`);
  }
  if (length > MAX_CODE) {
    return fail('code', 'code-too-long', `Choose a security code of at most ${MAX_CODE} characters.`);
  }
  const letters = text.toLowerCase().replaceAll(/\s/g, '');
  const name = account.name.toLowerCase().replaceAll(/\s/g, '');
  // Of a very short name every other code holds the letters.
  const personal = [String(account.id), account.email, ...([...name].length < 4 ? [] : [name])];
  if (
    isRow(letters) ||
    commonplace.has(letters.replace(/\d{1,4}$/, '')) ||
    personal.some((own) => letters.includes(own))
  ) {
    return fail(
      'code',
      'code-too-easy',
      'This code is easily guessed: choose one without your name, number or address, and not a row of digits or letters.',
    );
  }
  return null;
}

/** One character again and again, or each the next: `11111111`, `12345678`, `hgfedcba`. */
function isRow(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size <= 1 && [...steps].every((step) => Math.abs(step) <= 1);
}

/** NIST SP 800-63B, 5.1.1.2: one code however a keyboard composes its letters. */
function plain(code: string): string {
  return code.normalize('NFKC');
}
