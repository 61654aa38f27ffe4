import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { type SchedulePage, schedulePage } from '../../../games/schedule/schedule-view.ts';
import { addChat, removeChat, testChat } from '../../../games/webhooks/set-webhook.ts';
import { chatsOf } from '../../../games/webhooks/webhooks-view.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { GameParams, readBody, readParams } from '../../forms/read-request.ts';
import { type WebhookLines, webhookLines } from '../../rendering/webhook-view.ts';
import type { WebContext } from '../../web-context.ts';
import { runsNoSuchGame } from './gm-game-page.ts';

const PATH = '/gm/games/:number/chats';

const AddressBody = z.object({
  url: z.string().max(5_000).default(''),
  shape: z.enum(['discord', 'slack']).default('discord'),
});
const ChatBody = z.object({ webhook: z.uuid() });

/** What templates/web/gm/chats.eta prints. */
interface ChatsView {
  game: { number: string; title: string };
  gamePath: string;
  chatsPath: string;
  chats: WebhookLines[];
  /** Hosts besides those of Discord and Slack. */
  otherHosts: readonly string[];
  url: string;
  problems: readonly Problem[];
}

/** The chats that get the public news of a game. For the game's GM only. */
export default async function chatRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  const config = { access: 'account' as const, costly: 'game' as const };

  app.get(PATH, { config }, async (request, reply) => show(request, reply, await ownGame(request), {}));

  app.post(PATH, { config }, async (request, reply) => {
    const { game } = await ownGame(request);
    const body = readBody(AddressBody, request);
    const added = await addChat(ctx, { ...requestOf(request, game), ...body });
    if (added.ok) return reply.done(pathOf(game.number), 'chat-added');
    const state = { problems: added.problems, url: body.url };
    return show(request, reply.code(422), await ownGame(request), state);
  });

  app.post(`${PATH}/test`, { config }, async (request, reply) => {
    const { game } = await ownGame(request);
    const { webhook } = readBody(ChatBody, request);
    const sent = await testChat(ctx, { ...requestOf(request, game), webhook });
    if (sent.ok) return reply.done(pathOf(game.number), 'chat-tested');
    return show(request, reply.code(409), await ownGame(request), { problems: sent.problems });
  });

  app.post(`${PATH}/remove`, { config }, async (request, reply) => {
    const { game } = await ownGame(request);
    await removeChat(ctx, { gameId: game.id, ...readBody(ChatBody, request) });
    return reply.done(pathOf(game.number), 'chat-removed');
  });

  /** The game of the address, for its GM. @throws a 404 for everyone else, so that nothing is revealed */
  async function ownGame(request: FastifyRequest): Promise<SchedulePage> {
    const { number } = readParams(GameParams, request);
    const page = await schedulePage(ctx, accountOf(request), gameNumber(number));
    if (page === null) throw runsNoSuchGame();
    return page;
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { game }: SchedulePage,
    { problems = [], url = '' }: Partial<Pick<ChatsView, 'problems' | 'url'>>,
  ): Promise<FastifyReply> {
    const chats = await chatsOf(ctx, game.id);
    const view: ChatsView = {
      ...{ game: { number: game.number, title: game.title }, problems, url },
      ...{ gamePath: `/gm/games/${game.number}`, chatsPath: pathOf(game.number) },
      chats: chats.map((chat) => webhookLines(chat, accountOf(request).timeZone)),
      otherHosts: ctx.webhooks?.otherChatHosts ?? [],
    };
    return reply.page('gm/chats', { title: `${game.number} · chats`, ...view });
  }
}

function requestOf(request: FastifyRequest, { id }: SchedulePage['game']) {
  return { gameId: id, by: accountOf(request).id, token: request.sessionToken ?? '' };
}

function pathOf(number: string): string {
  return `/gm/games/${number}/chats`;
}
