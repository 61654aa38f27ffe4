import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { findGame } from '../../../games/game/whole-game-rows.ts';
import { type Conversation, conversationWithGm } from '../../../games/messages/messages-view.ts';
import { writeToGm } from '../../../games/messages/write-message.ts';
import { setMuted } from '../../../games/notices/muted-games.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { checkbox } from '../../forms/fields.ts';
import { MessageBody, noteMessagesRead } from '../../forms/message-form.ts';
import {
  checkBody,
  GameParams,
  PageQuery,
  readBody,
  readParams,
  readQuery,
  submittedValues,
} from '../../forms/read-request.ts';
import {
  type ConversationView,
  conversationView,
  type MessageFormState,
  writeToGmPath,
} from '../../rendering/conversation-view.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

const MuteBody = z.object({ muted: checkbox });
const PATH = '/games/:number/messages';

/** The messages between a person and the GM of a game: for players, and for people who may want to play. */
export default async function writeToGmRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'account' as const, costly: 'game' as const };

  app.get(PATH, { config }, async (request, reply) => {
    const number = gameNumber(readParams(GameParams, request).number);
    const { page } = readQuery(PageQuery, request);
    const conversation = await conversationWithGm(ctx, accountOf(request), number, page);
    if (conversation === null) throw notFound('There is no game with this number on this server.');
    await noteMessagesRead(ctx, request, conversation.messages);
    return renderConversation(reply, conversation, {});
  });

  app.post(PATH, { config }, async (request, reply) => {
    const account = accountOf(request);
    const number = gameNumber(readParams(GameParams, request).number);
    const conversation = await conversationWithGm(ctx, account, number);
    if (conversation === null) throw notFound('There is no game with this number on this server.');
    const text = submittedValues(request).text ?? '';
    const body = checkBody(MessageBody, request);
    if (!body.ok) return renderConversation(reply.code(422), conversation, { text, problems: body.problems });
    const message = { gameId: conversation.game.id, by: account.id, text: body.value.text };
    const sent = await writeToGm(ctx, { ...message, via: 'web' });
    if (sent.ok) return reply.done(writeToGmPath(number), 'message-sent');
    return renderConversation(reply.code(422), conversation, { text, problems: sent.problems });
  });

  // Anyone may mute any game, also before they accept a seat in it: it only keeps mail from themselves.
  app.post(`${PATH}/mute`, { config }, async (request, reply) => {
    const number = gameNumber(readParams(GameParams, request).number);
    const game = await findGame(ctx, number);
    if (game === null) throw notFound('There is no game with this number on this server.');
    const { muted } = readBody(MuteBody, request);
    await setMuted(ctx, { gameId: game.id, accountId: accountOf(request).id, muted });
    return reply.done(writeToGmPath(number), muted ? 'game-muted' : 'game-unmuted');
  });
}

function renderConversation(
  reply: FastifyReply,
  conversation: Conversation,
  state: MessageFormState,
): FastifyReply {
  const { number } = conversation.game;
  const back = conversation.isSeated
    ? { href: `/my/games/${number}`, label: `Your page of ${number}` }
    : { href: `/games/${number}`, label: `Page of ${number}` };
  const page = { action: writeToGmPath(number), back, isGm: false };
  const view: ConversationView = conversationView(conversation, page, state);
  return reply.page('public/conversation', {
    title: `${number}: write to the GM`,
    styles: ['sheet.css', 'letters.css'],
    ...view,
  });
}
