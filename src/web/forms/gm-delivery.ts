import type { AppContext } from '../../context.ts';
import { deliveriesShownToGm, type GmGamePage, isHiddenFromGm } from '../../games/game/gm-view.ts';
import { notFound } from '../rendering/http-errors.ts';

/** @throws a 404 if it is not a mail of this game that its GM may see */
export async function requireDelivery(ctx: AppContext, { game }: GmGamePage, id: string): Promise<void> {
  const where = { id, ...deliveriesShownToGm(game.id) };
  const found = await ctx.db.prisma.delivery.findFirst({
    where,
    include: { game: { include: { seats: true } } },
  });
  if (!found?.game || isHiddenFromGm(found, found.game)) throw notFound('This game has no such e-mail.');
}
