import type { AppContext } from '../../context.ts';
import type { Delivery } from '../../database/generated/client.ts';
import { isMuted } from '../../games/notices/muted-games.ts';

/**
 * Whether a mail brings nothing but the words of a GM to someone who has muted the game. It is asked at every attempt, so
 * that mail from before the muting does not arrive later, and sending it again is of no use. Such mail ends like mail that
 * was sent, because the GM sees the list of deliveries.
 */
export async function isMutedMail(ctx: AppContext, delivery: Delivery): Promise<boolean> {
  const { gameId, accountId } = delivery;
  if (gameId === null || accountId === null || !(await isAllFromGm(ctx, delivery))) return false;
  return await isMuted(ctx.db.prisma, { gameId, accountId });
}

async function isAllFromGm(ctx: AppContext, { kind, detail, gmMessageId }: Delivery): Promise<boolean> {
  if (kind === 'notice') return detail.broadcast === true;
  if (kind !== 'message' || gmMessageId === null) return false;
  const where = { id: gmMessageId, fromGm: true };
  return (await ctx.db.prisma.gmMessage.count({ where })) > 0;
}
