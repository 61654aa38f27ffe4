import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import {
  type Conversation,
  conversationOfGm,
  conversationWithNoOne,
  conversationWithSeat,
} from '../../../games/messages/messages-view.ts';
import { replyAsGm, writeToSeat } from '../../../games/messages/write-message.ts';
import type { Result } from '../../../rules/result.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { MessageBody, noteMessagesRead } from '../../forms/message-form.ts';
import { PlayerField } from '../../forms/player-field.ts';
import {
  checkBody,
  GameParams,
  PageQuery,
  readParams,
  readQuery,
  SeatParams,
  submittedValues,
} from '../../forms/read-request.ts';
import {
  type ConversationView,
  conversationView,
  type MessageFormState,
} from '../../rendering/conversation-view.ts';
import type { WebContext } from '../../web-context.ts';
import { runsNoSuchGame } from './gm-game-page.ts';

const MessageParams = GameParams.extend({ message: z.uuid() });
const MessageFromGm = MessageBody.extend({ player: PlayerField });

/** A conversation as an address names it, its page, and how the GM writes in it. */
interface OpenConversation {
  conversation: Conversation;
  path: string;
  /** @param mark what the form said of the player of a seat */
  write(text: string, mark: string | undefined): Promise<Result<string>>;
}

/**
 * The messages between the GM of a game and one person. The address names one of the messages, or the person's seat, so
 * that the GM can write first. Each `find` returns null for everyone but the GM.
 */
export default async function gmConversationRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  conversationPage(app, deps, '/gm/games/:number/messages/:message', async (request) => {
    const { number: parts, message: messageId } = readParams(MessageParams, request);
    const number = gameNumber(parts);
    const by = accountOf(request);
    const conversation = await conversationOfGm(ctx, by, number, messageId, pageOf(request));
    return conversation && { conversation, path: `/gm/games/${number}/messages/${messageId}`, write };

    function write(text: string) {
      const gameId = conversation?.game.id ?? '';
      return replyAsGm(ctx, { gameId, messageId, by: by.id, text, via: 'web' });
    }
  });

  conversationPage(app, deps, '/gm/games/:number/seats/:seat/messages', async (request) => {
    const { number: parts, seat: seatId } = readParams(SeatParams, request);
    const number = gameNumber(parts);
    const by = accountOf(request);
    const conversation =
      (await conversationWithSeat(ctx, by, number, seatId, pageOf(request))) ??
      (request.method === 'POST' ? await conversationWithNoOne(ctx, by, number, seatId) : null);
    return conversation && { conversation, path: `/gm/games/${number}/seats/${seatId}/messages`, write };

    function write(text: string, mark: string | undefined) {
      const gameId = conversation?.game.id ?? '';
      return writeToSeat(ctx, { gameId, seatId, by: by.id, mark, text });
    }
  });
}

function pageOf(request: FastifyRequest): number {
  return readQuery(PageQuery, request).page;
}

/** The page of a conversation with its form. A conversation that is not found is a 404, so that nothing is revealed. */
function conversationPage(
  app: FastifyInstance,
  { ctx }: WebContext,
  path: string,
  find: (request: FastifyRequest) => Promise<OpenConversation | null>,
): void {
  const config = { access: 'account' as const, costly: 'game' as const };

  app.get(path, { config }, async (request, reply) => {
    const open = await find(request);
    if (open === null) throw runsNoSuchGame();
    await noteMessagesRead(ctx, request, open.conversation.messages);
    return renderConversation(reply, open, {});
  });

  app.post(path, { config }, async (request, reply) => {
    const open = await find(request);
    if (open === null) throw runsNoSuchGame();
    const { text = '', player } = submittedValues(request);
    const body = checkBody(MessageFromGm, request);
    if (!body.ok) return renderConversation(reply.code(422), open, { text, player, problems: body.problems });
    const sent = await open.write(body.value.text, body.value.player);
    if (sent.ok) return reply.done(open.path, 'message-sent');
    // Read again: the page shows the person who has the seat now.
    const now = (await find(request)) ?? open;
    return renderConversation(reply.code(422), now, { text, problems: sent.problems });
  });
}

function renderConversation(
  reply: FastifyReply,
  { conversation, path }: OpenConversation,
  state: MessageFormState,
): FastifyReply {
  const { number } = conversation.game;
  const back = { href: `/gm/games/${number}#messages`, label: `GM page of ${number}` };
  const view: ConversationView = conversationView(conversation, { action: path, back, isGm: true }, state);
  return reply.page('public/conversation', {
    title: `${number}: messages`,
    styles: ['sheet.css', 'letters.css'],
    ...view,
  });
}
