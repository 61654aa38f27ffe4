import { hash, type Options, verify } from '@node-rs/argon2';
import type { AppContext } from '../context.ts';
import type { Account } from '../database/generated/client.ts';
import { runTransaction } from '../database/transaction.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import { countAccessChange, mayChangeAccess } from './access-changes.ts';
import { parseAccountNumber } from './account-number.ts';
import { isEasyToGuess } from './easy-codes.ts';
import { endAccess } from './end-access.ts';
import { lockAccount } from './lock-account.ts';
import { mailPasskeyNotice } from './passkeys/passkeys.ts';
import { markAddressProved } from './proved-address.ts';
import { checkStillOpen } from './sessions.ts';
import { rememberVerified, wasVerified } from './verified-codes.ts';

/** argon2id with the parameters of OWASP's password storage cheat sheet: 19 MiB, two passes, one thread. */
const HASHING: Options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A hash of 32 random bytes that no one knows, made with the same parameters. It is compared if there is no account
 * or no code, so that the request takes as long as any other.
 */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$8Ga9Le64PGKN9SWivnNIwg$9cjB7PItgSoQsdl+8pE71wdsItHEJQgT8aodlKEzBrA';

const MIN_LENGTH = 8;
/** Long enough for any sentence, and short enough that no one can keep the server busy with hashing. */
const MAX_LENGTH = 200;
/**
 * Sets the security code of an account and ends all its sessions and links, so that anyone who knows the old code or has
 * an old link is locked out. An account with a code is one whose address was proved.
 * Problems: `code-too-short`, `code-too-long`, `code-too-easy`, `session-ended`, `too-often`.
 * @param keepSession the token of the session in which the code is set, which is kept; null for none. If it was ended
 * in the meantime, nothing is changed. The owner is told by mail that it was set, because the session may be a thief's
 * @throws if there is no such account
 */
export async function setSecurityCode(
  ctx: AppContext,
  accountId: number,
  code: string,
  keepSession: string | null = null,
): Promise<Result<void>> {
  const account = await ctx.db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const weakness = await findWeakness(ctx, code, account);
  if (weakness) return weakness;
  // Hashing takes long, so it is not done for a change that would be refused.
  const change = keepSession === null ? null : { field: 'code', codeSetIn: keepSession };
  const early = change && (await mayChangeAccess(ctx.db.prisma, ctx, accountId, change));
  if (early?.ok === false) return early;
  const codeHash = await hash(normalize(code), HASHING);
  return runTransaction(ctx.db, async (tx) => {
    const where = { accountId };
    await lockAccount(tx, accountId);
    if (keepSession !== null) {
      const open = await checkStillOpen(tx, { accountId, token: keepSession }, 'code');
      if (!open.ok) return open;
    }
    // Its address may have changed since it was read.
    const locked = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
    const allowed = change && (await countAccessChange(tx, ctx, locked, change));
    if (allowed?.ok === false) return allowed;
    await endAccess(tx, locked, keepSession);
    const set = { codeHash, setAt: ctx.now() };
    await tx.securityCode.upsert({ where, create: { accountId, ...set }, update: set });
    await markAddressProved(tx, ctx, accountId);
    if (keepSession !== null) await mailPasskeyNotice(tx, ctx, accountId, { what: 'codeSet' });
    return ok(undefined);
  });
}

/**
 * Returns the account for an account number and its security code; its `accessEpoch` is that of the code. Every failure
 * has the same problem, `wrong`, and takes the same time, so that no one can find out which accounts exist.
 * @param given.remember whether a code that is right is remembered for a few minutes (`verified-codes.ts`): for programs,
 * which send it with every request
 */
export async function authenticate(
  ctx: AppContext,
  given: { account: string; code: string; remember?: boolean },
): Promise<Result<Account>> {
  const id = parseAccountNumber(given.account);
  const stored = id === null ? null : await readCode(ctx, id);
  const tooLong = given.code.length > 2 * MAX_LENGTH;
  const code = tooLong ? '' : normalize(given.code);
  const verified = { codeHash: stored?.codeHash ?? DUMMY_HASH, code };
  const isRemembered = given.remember === true && wasVerified(verified, ctx.now());
  const matches = isRemembered || (await verify(verified.codeHash, code));
  if (matches && given.remember === true && !isRemembered) rememberVerified(verified, ctx.now());
  if (id !== null && stored && matches && !tooLong) {
    const account = await ctx.db.prisma.account.findUniqueOrThrow({ where: { id } });
    return ok({ ...account, accessEpoch: stored.accessEpoch });
  }
  return fail(
    'code',
    'wrong',
    'This security code and the account number or e-mail address do not match. If you have no security code, ask for a sign-in link by e-mail.',
  );
}

/** One query, because Prisma would read the two rows one after the other, and the code could change in between. */
async function readCode(
  ctx: AppContext,
  accountId: number,
): Promise<{ codeHash: string; accessEpoch: number } | null> {
  const [found] = await ctx.db.prisma.$queryRaw<{ codeHash: string; accessEpoch: number }[]>`
    SELECT c."codeHash", a."accessEpoch" FROM "SecurityCode" c JOIN "Account" a ON a."id" = c."accountId"
    WHERE a."id" = ${accountId}`;
  return found ?? null;
}

/** Whether an account has a security code, so that its owner can sign in without a mailed link. */
export async function hasSecurityCode(ctx: AppContext, accountId: number): Promise<boolean> {
  return (await ctx.db.prisma.securityCode.count({ where: { accountId } })) > 0;
}

async function findWeakness(ctx: AppContext, code: string, account: Account): Promise<Result<never> | null> {
  const text = normalize(code);
  const length = [...text].length;
  if (length < MIN_LENGTH) {
    return fail('code', 'code-too-short', `Choose a security code with at least ${MIN_LENGTH} characters.`);
  }
  if (length > MAX_LENGTH) {
    return fail('code', 'code-too-long', `Choose a security code with at most ${MAX_LENGTH} characters.`);
  }
  if (await isEasyToGuess(text, account, ctx.mailDomain)) {
    return fail(
      'code',
      'code-too-easy',
      'This security code is easy to guess: it is a common password or a simple sequence, or it is made of your name, account number or e-mail address or the name of this server. Choose a longer one, such as four words that have nothing to do with each other.',
    );
  }
  return null;
}

/** Keyboards compose the same letters differently; they must give the same code (NIST SP 800-63B, 5.1.1.2). */
function normalize(code: string): string {
  return code.normalize('NFKC');
}
