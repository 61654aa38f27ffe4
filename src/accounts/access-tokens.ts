import { z } from 'zod';
import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import type { AccessToken, Account } from '../database/generated/client.ts';
import { runTransaction } from '../database/transaction.ts';
import { fail, ok, type Result } from '../rules/result.ts';
import { oneLine } from '../text/typed-text.ts';
import { countAccessChange } from './access-changes.ts';
import { lockAccount } from './lock-account.ts';
import { mailPasskeyNotice } from './passkeys/passkeys.ts';
import { type AskingSession, checkStillOpen } from './sessions.ts';
import { looksLikeToken, newToken, tokenHash } from './tokens.ts';

/*
 * Tokens with which programs sign in, in place of the security code. The owner of the account makes each of them for one
 * program, chooses what it may do and until when, and can revoke it.
 */

/** What a token may allow. */
export const SCOPES = ['read', 'sheets', 'letters', 'seats', 'gm', 'practice'] as const;

/**
 * `read`: what the owner may see in games, but for letters and messages. `sheets`: playing the owner's seats. `letters`:
 * reading and writing letters, and messages with GMs. `seats`: joining games and leaving them. `gm`: the work of a GM.
 * `practice`: everything about practice games, and nothing about others: for programs that are not finished yet.
 */
export type Scope = (typeof SCOPES)[number];

/** So many tokens one account can have. */
export const MAX_TOKENS = 20;

/** How many days a token can last. */
export const TOKEN_DAYS = [30, 90, 365] as const;

/** In front of the secret, so that people and scanners recognize a token that was left lying about. */
const PREFIX = 'whistlestop_';

const DAY = 24 * 3_600_000;

/** The last use is stored at most this often, in milliseconds. */
const USED_EVERY = 3_600_000;

/** What the owner chooses for a new token. */
export const NewToken = z.object({
  name: z
    .string()
    .transform(oneLine)
    .pipe(
      z.string().min(1, 'Name the program that will use the token.').max(40, 'Use at most 40 characters.'),
    ),
  scopes: z.array(z.enum(SCOPES)).min(1, 'Choose at least one thing that the token allows.'),
  days: z.union(
    TOKEN_DAYS.map((days) => z.literal(days)),
    'Choose how long the token lasts.',
  ),
});

/** The tokens of an account that have not ended, the newest first. */
export function listTokens(ctx: AppContext, accountId: number): Promise<AccessToken[]> {
  return ctx.db.prisma.accessToken.findMany({
    where: { accountId, endsAt: { gt: ctx.now() } },
    orderBy: { createdAt: 'desc' },
  });
}

/**
 * Makes a token, and mails a notice to the owner.
 * @param session the session in which the owner asks for it
 * @returns the token, which is not stored. Problems: `session-ended`, `too-many`, `too-often`
 */
export async function createToken(
  ctx: AppContext,
  session: AskingSession,
  { name, scopes, days }: z.infer<typeof NewToken>,
): Promise<Result<string>> {
  const { accountId } = session;
  const token = `${PREFIX}${newToken()}`;
  return runTransaction(ctx.db, async (tx) => {
    await lockAccount(tx, accountId);
    const open = await checkStillOpen(tx, session, 'name');
    if (!open.ok) return open;
    await tx.accessToken.deleteMany({ where: { accountId, endsAt: { lte: ctx.now() } } });
    if ((await tx.accessToken.count({ where: { accountId } })) >= MAX_TOKENS) {
      return fail('name', 'too-many', `You can have at most ${MAX_TOKENS} tokens. Revoke one first.`);
    }
    const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
    const allowed = await countAccessChange(tx, ctx, account, { field: 'name' });
    if (!allowed.ok) return allowed;
    const endsAt = new Date(ctx.now().getTime() + days * DAY);
    const row = { accountId, name, scopes: [...new Set(scopes)], createdAt: ctx.now(), endsAt };
    await tx.accessToken.create({ data: { ...row, tokenHash: tokenHash(token) } });
    await mailPasskeyNotice(tx, ctx, accountId, { what: 'tokenAdded', token: name });
    return ok(token);
  });
}

/** Revokes a token of an account. Returns false if there is none with this id. */
export async function revokeToken(
  ctx: AppContext,
  { accountId, id }: { accountId: number; id: string },
): Promise<boolean> {
  return (await ctx.db.prisma.accessToken.deleteMany({ where: { accountId, id } })).count > 0;
}

/** Ends all tokens of an account. */
export async function endTokens(tx: Tx, accountId: number): Promise<void> {
  await tx.accessToken.deleteMany({ where: { accountId } });
}

/** The id of a token, whose it is, and what it allows; null if there is no such token, or it has ended. Its use is noted. */
export async function ownerOfToken(
  ctx: AppContext,
  token: string,
): Promise<{ id: string; account: Account; scopes: readonly string[] } | null> {
  if (!token.startsWith(PREFIX) || !looksLikeToken(token.slice(PREFIX.length))) return null;
  const { accessToken } = ctx.db.prisma;
  const where = { tokenHash: tokenHash(token) };
  const found = await accessToken.findUnique({ where, include: { account: true } });
  const now = ctx.now();
  if (found === null || found.endsAt <= now || found.account.deletedAt !== null) return null;
  if (found.usedAt === null || now.getTime() - found.usedAt.getTime() >= USED_EVERY) {
    // It may have been revoked meanwhile.
    await accessToken.updateMany({ where: { id: found.id }, data: { usedAt: now } });
  }
  return { id: found.id, account: found.account, scopes: found.scopes };
}
