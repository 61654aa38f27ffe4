import { z } from 'zod';
import type { Conversation } from '../../../games/messages/messages-view.ts';

/** What `conversationJson` returns, for the description of the API. */
export const CONVERSATION = z.looseObject({
  with: z.string(),
  closed: z.string().nullable(),
  mark: z.string().optional(),
  messages: z.array(
    z.looseObject({
      id: z.string(),
      own: z.boolean(),
      isNew: z.boolean(),
      from: z.string().nullable(),
      turn: z.int(),
      sentAt: z.iso.datetime(),
      via: z.string(),
      text: z.string(),
    }),
  ),
  page: z.int(),
  pages: z.int(),
});

/** A page of a conversation with the GM of a game, or of a GM, the latest message first. */
export function conversationJson(conversation: Conversation) {
  const { with: other, closed, muted, mark, messages, page, pages } = conversation;
  return {
    with: other,
    closed,
    ...(muted !== undefined && { muted }),
    ...(mark !== undefined && { mark }),
    messages: messages.map(({ paragraphs, ...message }) => ({
      ...message,
      text: paragraphs.map((lines) => lines.join('\n')).join('\n\n'),
    })),
    ...{ page, pages },
  };
}
