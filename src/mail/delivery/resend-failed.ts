import type { AppContext } from '../../context.ts';
import { resend } from './resend.ts';

/** Sends the mails of an account in a game that failed to its corrected address: of each mail, the latest copy only. */
export async function resendFailed(
  ctx: AppContext,
  accountId: number,
  { gameId, by }: { gameId: string; by: number },
): Promise<void> {
  const deliveries = await ctx.db.prisma.delivery.findMany({
    where: { gameId, accountId },
    select: { id: true, kind: true, status: true, printoutId: true, sheetId: true, letterCopyId: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  const seen = new Set<string>();
  for (const { id, kind, status, printoutId, sheetId, letterCopyId } of deliveries) {
    const about = kind === 'notice' ? id : `${kind} ${printoutId ?? sheetId ?? letterCopyId ?? ''}`;
    if (seen.has(about)) continue;
    seen.add(about);
    // An invitation counts as lost even if it was delivered: no one has used its link.
    if (status === 'failed' || kind === 'invitation') await resend(ctx, id, by, { log: false });
  }
}
