import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import type { Account } from '../database/generated/client.ts';
import { looksLikeToken, newToken, tokenHash } from './tokens.ts';

/**
 * Creates a sign-in link that works once.
 * @param hours how long the link is valid
 * @returns the token of the link; the database stores only its hash
 */
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
 * Uses a sign-in link. Of several requests at the same time, one succeeds.
 * @returns its account, or null if the link is unknown, has expired or was used before
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
