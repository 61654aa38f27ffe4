import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  type Conversation,
  conversationOfGm,
  conversationWithSeat,
} from '../../../games/messages/messages-view.ts';
import { replyAsGm, writeToSeat } from '../../../games/messages/write-message.ts';
import { broadcast } from '../../../games/notices/broadcast.ts';
import { readHeldPress } from '../../../games/press/held-press.ts';
import { decideOnPress } from '../../../games/press/press-moderation.ts';
import { schedulePage } from '../../../games/schedule/schedule-view.ts';
import { addChat, removeChat, testChat } from '../../../games/webhooks/set-webhook.ts';
import { chatsOf } from '../../../games/webhooks/webhooks-view.ts';
import { markFailed, resend } from '../../../mail/delivery/resend.ts';
import { retryMailOfGame } from '../../../mail/delivery/waiting-mail.ts';
import { ok } from '../../../rules/result.ts';
import { requireDelivery } from '../../forms/gm-delivery.ts';
import { noteMessagesRead } from '../../forms/message-form.ts';
import { PlayerField } from '../../forms/player-field.ts';
import { GameParams, PageQuery } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { CONVERSATION, conversationJson } from './conversation-json.ts';
import { gmOperation, gmRequest, requireGmGame, requireSeat, runsNoSuchGame } from './gm-operation.ts';
import { AtOpenTurn, LongText, numberOf, operation, SeatParams } from './operation.ts';
import { WEBHOOK } from './webhook-json.ts';

const text = z.string().max(10_000).default('');
const Nothing = z.object({});
const TextBody = z.object({ text: LongText });
const MessageParams = GameParams.extend({ message: z.uuid() });
const DeliveryParams = GameParams.extend({ delivery: z.uuid() });
const PressParams = GameParams.extend({ release: z.uuid() });
const ChatBody = z.object({ webhook: z.uuid() });

/** What a GM writes and sends, for programs: messages, press, broadcasts, mail, chats. See docs/api.md. */
export default async function apiGmWordsRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  conversationRoutes(app, deps);
  pressRoutes(app, deps);
  mailRoutes(app, deps);
  chatRoutes(app, deps);
}

function conversationRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;
  const found = (conversation: Conversation | null): Conversation => {
    if (conversation === null) throw runsNoSuchGame();
    return conversation;
  };

  operation(app, deps, {
    ...{ method: 'GET', path: '/api/gm/games/:number/messages/:message', scope: 'gm' },
    ...{ params: MessageParams, query: PageQuery, answer: CONVERSATION },
    summary: 'Shows the conversation to which a message belongs, and marks it as read',
    async act({ account, params, query: { page }, request }) {
      const open = found(await conversationOfGm(ctx, account, numberOf(params), params.message, page));
      await noteMessagesRead(ctx, request, open.messages);
      return ok(conversationJson(open));
    },
  });

  operation(app, deps, {
    ...{ method: 'GET', path: '/api/gm/games/:number/seats/:seat/messages', scope: 'gm' },
    ...{ params: SeatParams, query: PageQuery, answer: CONVERSATION },
    summary: 'Shows your conversation with the player of a seat, and marks it as read',
    async act({ account, params, query: { page }, request }) {
      const { seats } = await requireGmGame(deps, account, params);
      const seatId = requireSeat({ seats }, params.seat).id;
      const open = found(await conversationWithSeat(ctx, account, numberOf(params), seatId, page));
      await noteMessagesRead(ctx, request, open.messages);
      return ok(conversationJson(open));
    },
  });

  gmOperation(app, deps, {
    ...{ path: '/messages/:message', params: MessageParams, body: TextBody },
    summary: 'Replies to a message',
    async act({ page, by, params: { message: messageId }, body }) {
      const wanted = { gameId: page.game.id, by, messageId, text: body.text, via: 'web' as const };
      const sent = await replyAsGm(ctx, wanted);
      return sent.ok ? ok(undefined) : sent;
    },
  });

  gmOperation(app, deps, {
    ...{ path: '/seats/:seat/messages', params: SeatParams, body: TextBody.extend({ mark: PlayerField }) },
    summary: 'Writes a message to the player of a seat',
    async act({ page, by, params, body }) {
      const { id: seatId } = requireSeat(page, params.seat);
      const sent = await writeToSeat(ctx, { gameId: page.game.id, by, seatId, ...body });
      return sent.ok ? ok(undefined) : sent;
    },
  });
}

function pressRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  gmOperation(app, deps, {
    ...{ path: '/press', summary: 'Opens the press releases that were held, so that you can read them' },
    act: (asked) => readHeldPress(ctx, gmRequest(asked)),
  });

  gmOperation(app, deps, {
    ...{ path: '/press/:release', params: PressParams },
    body: AtOpenTurn.extend({ decision: z.enum(['print', 'withhold']), word: text }),
    summary: 'Decides whether a press release is printed',
    async act(asked) {
      const { decision, word } = asked.body;
      const wanted = { ...gmRequest(asked), releaseId: asked.params.release, decision, word };
      const decided = await decideOnPress(ctx, wanted);
      return decided.ok ? ok(undefined) : decided;
    },
  });

  gmOperation(app, deps, {
    ...{ path: '/broadcast', body: AtOpenTurn.extend({ text }) },
    answer: z.looseObject({ sent: z.int() }),
    summary: 'Writes a message to all players',
    async act(asked) {
      const sent = await broadcast(ctx, { ...gmRequest(asked), text: asked.body.text });
      return sent.ok ? ok({ sent: sent.value }) : sent;
    },
  });
}

function mailRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  for (const [path, act, summary] of [
    ['resend', resend, 'Sends a mail of the game again'],
    ['cancel', markFailed, 'Cancels a mail of the game that is still being tried'],
  ] as const) {
    gmOperation(app, deps, {
      ...{ path: `/deliveries/:delivery/${path}`, params: DeliveryParams, body: Nothing, summary },
      async act({ page, by, params }) {
        await requireDelivery(ctx, page, params.delivery);
        const done = await act(ctx, params.delivery, by);
        return done.ok ? ok(undefined) : done;
      },
    });
  }

  gmOperation(app, deps, {
    ...{ path: '/deliveries/send-now', body: Nothing, answer: z.looseObject({ sent: z.int() }) },
    summary: 'Tries all waiting mail of the game now',
    async act({ page, by }) {
      const sent = await retryMailOfGame(ctx, { gameId: page.game.id, by });
      return sent.ok ? ok({ sent: sent.value }) : sent;
    },
  });
}

function chatRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  operation(app, deps, {
    ...{ method: 'GET', path: '/api/gm/games/:number/chats', scope: 'gm' },
    answer: z.looseObject({ chats: z.array(WEBHOOK) }),
    summary: 'Lists the chats that get the news of a game',
    async act({ account, params }) {
      const page = await schedulePage(ctx, account, numberOf(params));
      if (page === null) throw runsNoSuchGame();
      return ok({ chats: await chatsOf(ctx, page.game.id) });
    },
  });

  gmOperation(app, deps, {
    path: '/chats',
    body: z.object({ url: z.string().max(5_000), shape: z.enum(['discord', 'slack']).default('discord') }),
    summary: 'Adds a chat',
    async act({ page, by, body }) {
      const added = await addChat(ctx, { gameId: page.game.id, by, ...body });
      return added.ok ? ok(undefined) : added;
    },
  });

  gmOperation(app, deps, {
    ...{ path: '/chats/test', body: ChatBody, summary: 'Writes a test into a chat' },
    act: ({ page, by, body }) => testChat(ctx, { gameId: page.game.id, by, ...body }),
  });

  gmOperation(app, deps, {
    ...{ path: '/chats/remove', body: ChatBody, summary: 'Removes a chat' },
    async act({ page, body }) {
      await removeChat(ctx, { gameId: page.game.id, ...body });
      return ok(undefined);
    },
  });
}
