import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { offerSeat, withdrawOffer } from '../../../games/seats/offer-seat.ts';
import {
  correctAddress,
  handSeatToComputer,
  replacePlayer,
  returnSeat,
} from '../../../games/seats/replace-player.ts';
import { markFailed, resend } from '../../../mail/delivery/resend.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { AtTurn, readBody, readParams, SeatParams } from '../../forms/read-request.ts';
import { finish, gmRequest } from './actions.ts';
import { requireGmDelivery, requireGmGame } from './game.ts';

const Replace = AtTurn.extend({
  name: z.string().max(300).default(''),
  email: z.string().max(400).default(''),
});
const Address = AtTurn.extend({ email: z.string().max(400).default('') });

const config = { who: 'account' as const };

/** What is done to a seat by a button alone: its address, what does it, and the notice that follows. */
const HANDED = [
  ['/gm/games/:number/seats/:seat/opponent', handSeatToComputer, 'to-opponent'],
  ['/gm/games/:number/seats/:seat/give-back', returnSeat, 'given-back'],
  ['/gm/games/:number/seats/:seat/offer', offerSeat, 'offered'],
  ['/gm/games/:number/seats/:seat/withdraw-offer', withdrawOffer, 'offer-withdrawn'],
] as const;

/** Who sits where in a running game, and mail that does not arrive. For the GM of that game alone. */
export default async function seatRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { ctx } = deps;

  app.post('/gm/games/:number/seats/:seat/replace', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const { seat: seatId } = readParams(SeatParams, request);
    const { turn, name, email } = readBody(Replace, request);
    const done = await replacePlayer(ctx, { ...gmRequest(request, own, turn), seatId, name, email });
    return finish(deps, request, reply, done, 'replaced', '#seats');
  });

  for (const [path, act, notice] of HANDED) {
    app.post(path, { config }, async (request, reply) => {
      const own = await requireGmGame(deps, request);
      const { seat: seatId } = readParams(SeatParams, request);
      const { turn } = readBody(AtTurn, request);
      const done = await act(ctx, { ...gmRequest(request, own, turn), seatId });
      return finish(deps, request, reply, done, notice, '#seats');
    });
  }

  app.post('/gm/games/:number/seats/:seat/address', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const { seat: seatId } = readParams(SeatParams, request);
    const { turn, email } = readBody(Address, request);
    const done = await correctAddress(ctx, { ...gmRequest(request, own, turn), seatId, email });
    if (done.ok) await resendFailed(deps, own.game.id, done.value.id);
    return finish(deps, request, reply, done, 'address-corrected', '#seats');
  });

  app.post('/gm/games/:number/deliveries/:delivery/give-up', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const delivery = await requireGmDelivery(deps, request, own);
    const done = await markFailed(ctx, delivery, accountOf(request).id);
    return finish(deps, request, reply, done, 'mail-given-up', '#deliveries');
  });
}

/** What went to an account's wrong address goes to the right one: of each mail that failed, the latest copy. */
async function resendFailed({ ctx }: WebDeps, gameId: string, accountId: number): Promise<void> {
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
    // An invitation counts as lost whatever became of it: nobody has ever used its link.
    if (status === 'failed' || kind === 'invitation') await resend(ctx, id);
  }
}
