import type { AppContext } from '../../context.ts';
import { type GmGamePage, isHiddenFromGm } from '../../games/game/gm-view.ts';
import { deliveriesShownToGm } from '../../games/game/mail-shown-to-gm.ts';
import { notFound } from '../rendering/http-errors.ts';

/** @throws a 404 if it is not a mail of this game that its GM may see */
export async function requireDelivery({ db }: AppContext, page: GmGamePage, id: string): Promise<void> {
  const where = { id: page.game.id };
  const game = await db.prisma.game.findUniqueOrThrow({ where, include: { seats: true } });
  const shown = await deliveriesShownToGm(db.prisma, game);
  const found = await db.prisma.delivery.findFirst({ where: { ...shown, id } });
  if (found === null || isHiddenFromGm(found, game)) throw notFound('This game has no such e-mail.');
}
