import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  removeSeatWebhook,
  renewSecret,
  setSeatWebhook,
  testSeatWebhook,
} from '../../../games/webhooks/set-webhook.ts';
import { seatWebhook } from '../../../games/webhooks/webhooks-view.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { GameParams, withSchemas } from '../../forms/read-request.ts';
import { type WebhookLines, webhookLines } from '../../rendering/webhook-view.ts';
import { type SeatContext, seatContext } from '../../turn-sheet/sheet-context.ts';
import type { WebContext } from '../../web-context.ts';

const PATH = '/my/games/:number/program';

const AddressBody = z.object({ url: z.string().max(5_000).default('') });

/** What templates/web/player/program.eta prints. */
interface ProgramView {
  number: string;
  gameTitle: string;
  seat: { identifier: string; name: string };
  /** The page's own path. */
  programPath: string;
  webhook: WebhookLines | null;
  /** What stands in the field for the address. */
  url: string;
  /** A new secret; null but in the answer to the form that makes it. */
  secret: string | null;
  problems: readonly Problem[];
}

/** The address of a program that plays the seat of a player: set, test, end. */
export default async function programRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  const routes = withSchemas(app);
  const config = { access: 'account' as const, costly: 'game' as const };
  const schema = { params: GameParams };

  routes.get(PATH, { config, schema }, async (request, reply) =>
    show(reply, await seatContext(ctx, accountOf(request), request.params.number), {}),
  );

  // The secret is shown once, in the answer to the form.
  const withBody = { params: GameParams, body: AddressBody };
  routes.post(PATH, { config, schema: withBody }, async (request, reply) => {
    const context = await seatContext(ctx, accountOf(request), request.params.number);
    const { url } = request.body;
    const set = await setSeatWebhook(ctx, { ...requestOf(request, context), url });
    if (!set.ok) return show(reply.code(422), context, { problems: set.problems, url });
    if (set.value !== null) return show(reply, context, { secret: set.value });
    return reply.done(pathOf(context), 'webhook-saved');
  });

  routes.post(`${PATH}/secret`, { config, schema }, async (request, reply) => {
    const context = await seatContext(ctx, accountOf(request), request.params.number);
    const renewed = await renewSecret(ctx, requestOf(request, context));
    if (!renewed.ok) return show(reply.code(409), context, { problems: renewed.problems });
    return show(reply, context, { secret: renewed.value });
  });

  routes.post(`${PATH}/test`, { config, schema }, async (request, reply) => {
    const context = await seatContext(ctx, accountOf(request), request.params.number);
    const sent = await testSeatWebhook(ctx, requestOf(request, context));
    if (!sent.ok) return show(reply.code(409), context, { problems: sent.problems });
    return reply.done(pathOf(context), 'webhook-tested');
  });

  routes.post(`${PATH}/remove`, { config, schema }, async (request, reply) => {
    const context = await seatContext(ctx, accountOf(request), request.params.number);
    await removeSeatWebhook(ctx, requestOf(request, context));
    return reply.done(pathOf(context), 'webhook-removed');
  });

  async function show(
    reply: FastifyReply,
    context: SeatContext,
    { problems = [], url, secret = null }: Partial<Pick<ProgramView, 'problems' | 'url' | 'secret'>>,
  ): Promise<FastifyReply> {
    const { account, number, own } = context;
    const { identifier, name } = own.seat;
    const webhook = await seatWebhook(ctx, { seatId: own.seat.id, accountId: account.id });
    const view: ProgramView = {
      ...{ number, gameTitle: own.game.title, seat: { identifier, name }, programPath: pathOf(context) },
      webhook: webhook && webhookLines(webhook, account.timeZone),
      ...{ url: url ?? webhook?.address ?? '', secret, problems },
    };
    return reply.page('player/program', { title: `A program for [${identifier}] in ${number}`, ...view });
  }
}

function pathOf({ number }: SeatContext): string {
  return `/my/games/${number}/program`;
}

function requestOf({ sessionToken }: FastifyRequest, { account, own }: SeatContext) {
  return { gameId: own.game.id, by: account.id, token: sessionToken ?? '' };
}
