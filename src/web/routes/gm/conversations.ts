import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { type Conversation, conversationOfGm } from '../../../games/messages/messages-view.ts';
import { replyAsGm } from '../../../games/messages/write-message.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { MessageBody, noteMessagesRead } from '../../forms/message-form.ts';
import { checkBody, GameParams, readParams, submittedValues } from '../../forms/read-request.ts';
import {
  type ConversationView,
  conversationView,
  type MessageFormState,
} from '../../rendering/conversation-view.ts';
import type { WebContext } from '../../web-context.ts';
import { runsNoSuchGame } from './gm-game-page.ts';

const PATH = '/gm/games/:number/messages/:message';

const MessageParams = GameParams.extend({ message: z.uuid() });
/** The messages between the GM of a game and one person; the address names one of them. */
export default async function gmConversationRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'account' as const };

  app.get(PATH, { config }, async (request, reply) => {
    const { conversation, path } = await requireConversation(deps, request);
    await noteMessagesRead(ctx, request, conversation.messages);
    return renderConversation(reply, conversation, path, {});
  });

  app.post(PATH, { config }, async (request, reply) => {
    const { conversation, messageId, path } = await requireConversation(deps, request);
    const text = submittedValues(request).text ?? '';
    const body = checkBody(MessageBody, request);
    if (!body.ok) {
      return renderConversation(reply.code(422), conversation, path, { text, problems: body.problems });
    }
    const { id: gameId } = conversation.game;
    const message = { gameId, messageId, by: accountOf(request).id, text: body.value.text };
    const sent = await replyAsGm(ctx, { ...message, via: 'web' });
    if (sent.ok) return reply.done(path, 'message-sent');
    return renderConversation(reply.code(422), conversation, path, { text, problems: sent.problems });
  });
}

/** The conversation of the address, for its GM. @throws a 404 for everyone else, so that nothing is revealed */
async function requireConversation({ ctx }: WebContext, request: FastifyRequest) {
  const { number: parts, message: messageId } = readParams(MessageParams, request);
  const number = gameNumber(parts);
  const conversation = await conversationOfGm(ctx, accountOf(request), number, messageId);
  if (conversation === null) throw runsNoSuchGame();
  return { conversation, messageId, path: `/gm/games/${number}/messages/${messageId}` };
}

function renderConversation(
  reply: FastifyReply,
  conversation: Conversation,
  action: string,
  state: MessageFormState,
): FastifyReply {
  const { number } = conversation.game;
  const back = { href: `/gm/games/${number}#messages`, label: `GM page of ${number}` };
  const view: ConversationView = conversationView(conversation, { action, back, isGm: true }, state);
  return reply.page('public/conversation', {
    title: `${number}: messages`,
    styles: ['sheet.css', 'letters.css'],
    ...view,
  });
}
