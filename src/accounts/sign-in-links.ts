import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import type { Account } from '../database/generated/client.ts';
import { looksLikeToken, newToken, tokenHash } from './tokens.ts';

/** Makes the token of a sign-in link that is good once, within so many hours. The database keeps its hash only. */
export async function issueSignInLink(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  accountId: number,
  hours: number,
): Promise<string> {
  const token = newToken();
  const now = ctx.now();
  await tx.signInLink.deleteMany({ where: { accountId, expiresAt: { lte: now } } });
  const expiresAt = new Date(now.getTime() + hours * 3_600_000);
  await tx.signInLink.create({ data: { id: tokenHash(token), accountId, createdAt: now, expiresAt } });
  return token;
}

/**
 * Uses up a sign-in link: the account it was made for, or null if the link is unknown, too old or was used before.
 * Of several who use it at once, one succeeds.
 */
export async function redeemSignInLink(ctx: AppContext, token: string): Promise<Account | null> {
  if (!looksLikeToken(token)) return null;
  const id = tokenHash(token);
  const now = ctx.now();
  const { signInLink } = ctx.db.prisma;
  const used = await signInLink.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  if (used.count !== 1) return null;
  return (await signInLink.findUnique({ where: { id }, include: { account: true } }))?.account ?? null;
}
