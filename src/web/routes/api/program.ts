import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { removeSeatWebhook, renewSecret, testSeatWebhook } from '../../../games/webhooks/set-webhook.ts';
import { seatWebhook } from '../../../games/webhooks/webhooks-view.ts';
import { ok } from '../../../rules/result.ts';
import type { GameParams } from '../../forms/read-request.ts';
import { seatContext } from '../../turn-sheet/sheet-context.ts';
import type { WebContext } from '../../web-context.ts';
import { type Asked, operation } from './operation.ts';
import { WEBHOOK } from './webhook-json.ts';

const PATH = '/api/my/games/:number/program';

const SECRET = z.looseObject({ secret: z.string().nullable() });

/** The address that the server calls for the own seat, for programs. It is set on the page, because only a session can set it up. See docs/api.md. */
export default async function apiProgramRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const own = async ({
    account,
    params,
  }: Pick<Asked<z.output<typeof GameParams>, unknown, unknown>, 'account' | 'params'>) => {
    const { own: found } = await seatContext(ctx, account, params.number);
    return { gameId: found.game.id, by: account.id, seatId: found.seat.id };
  };

  operation(app, deps, {
    ...{ method: 'GET', path: PATH, scope: 'read' },
    answer: z.looseObject({ webhook: WEBHOOK.nullable() }),
    summary: 'Shows the address that the server calls for your seat',
    async act(asked) {
      const { seatId, by: accountId } = await own(asked);
      return ok({ webhook: await seatWebhook(ctx, { seatId, accountId }) });
    },
  });

  operation(app, deps, {
    ...{ method: 'DELETE', path: PATH, scope: 'sheets' },
    summary: 'Removes the address',
    async act(asked) {
      await removeSeatWebhook(ctx, await own(asked));
      return ok(undefined);
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path: `${PATH}/secret`, scope: 'sheets', answer: SECRET },
    summary: 'Makes a new secret, which is shown once',
    async act(asked) {
      const renewed = await renewSecret(ctx, await own(asked));
      return renewed.ok ? ok({ secret: renewed.value }) : renewed;
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path: `${PATH}/test`, scope: 'sheets' },
    summary: 'Has the server call the address once, as a test',
    act: async (asked) => testSeatWebhook(ctx, await own(asked)),
  });
}
