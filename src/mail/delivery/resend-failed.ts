import { isPaperAddress } from '../../accounts/paper-address.ts';
import type { AppContext } from '../../context.ts';
import { NOT_ROLLED_BACK } from '../../games/game/game-store.ts';
import { hasOwnWords, resend } from './resend.ts';

/**
 * Sends the mails of an account in a game that did not arrive to its corrected address: of each mail, the latest copy only.
 * Someone who played by post until now was mailed nothing, and gets the present printout.
 * @param wanted.by the account that sends them, whose mails are limited; null for no one
 */
export async function resendFailed(
  ctx: AppContext,
  accountId: number,
  { gameId, by }: { gameId: string; by: number | null },
): Promise<void> {
  const deliveries = await ctx.db.prisma.delivery.findMany({
    where: { gameId, accountId },
    select: {
      ...{ id: true, kind: true, status: true, toAddress: true },
      ...{ printoutId: true, sheetId: true, letterCopyId: true, gmMessageId: true },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const present = await ctx.db.prisma.printout.findFirst({
    where: { gameId, accountId, ...NOT_ROLLED_BACK },
    orderBy: { turn: 'desc' },
    select: { id: true },
  });
  const seen = new Set<string>();
  for (const { id, kind, status, toAddress, printoutId, ...ids } of deliveries) {
    const { sheetId, letterCopyId, gmMessageId } = ids;
    const subject = printoutId ?? sheetId ?? letterCopyId ?? gmMessageId ?? '';
    const about = hasOwnWords(kind) ? id : `${kind} ${subject}`;
    if (seen.has(about)) continue;
    seen.add(about);
    const wasPosted = isPaperAddress(toAddress) && present !== null && printoutId === present.id;
    // An invitation counts as lost even if it was delivered: no one has used its link.
    if (status === 'failed' || kind === 'invitation' || wasPosted) await resend(ctx, id, by, { log: false });
  }
}

/**
 * Sends a player who played by post and has an e-mail address now the invitations to their games, with links that work,
 * and the present printouts.
 */
export async function mailFormerPaperPlayer(ctx: AppContext, accountId: number): Promise<void> {
  const seats = await ctx.db.prisma.seat.findMany({
    where: { accountId, game: { status: { in: ['forming', 'running'] }, transferredOutAt: null } },
    select: { gameId: true },
  });
  for (const { gameId } of seats) await resendFailed(ctx, accountId, { gameId, by: null });
}
