import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { markFailed, resend } from '../../../mail/delivery/resend.ts';
import { retryMailOfGame } from '../../../mail/delivery/waiting-mail.ts';
import { requireDelivery } from '../../forms/gm-delivery.ts';
import { GameParams } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { gmForm } from './gm-form.ts';

const DeliveryParams = GameParams.extend({ delivery: z.uuid() });

/** Sending a mail of a game again, or all that are waiting, and canceling one that is still being tried. */
export default async function gmDeliveryRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const common = { params: DeliveryParams, body: z.unknown(), anchor: '#deliveries' };

  gmForm(app, deps, '/gm/games/:number/deliveries/:delivery/resend', {
    ...common,
    async act({ page, by, params }) {
      await requireDelivery(deps.ctx, page, params.delivery);
      return resend(deps.ctx, params.delivery, by);
    },
    notice: 'resent',
    refusedStatus: 409,
  });

  gmForm(app, deps, '/gm/games/:number/deliveries/:delivery/cancel', {
    ...common,
    async act({ page, by, params }) {
      await requireDelivery(deps.ctx, page, params.delivery);
      return markFailed(deps.ctx, params.delivery, by);
    },
    notice: 'mail-canceled',
  });

  gmForm(app, deps, '/gm/games/:number/deliveries/send-now', {
    ...{ body: z.unknown(), anchor: '#deliveries', notice: 'mail-sent-now' },
    act: ({ page, by }) => retryMailOfGame(deps.ctx, { gameId: page.game.id, by }),
  });
}
