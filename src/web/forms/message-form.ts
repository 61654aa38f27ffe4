import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { databaseFailure } from '../../database/failures.ts';
import { markRead, type SeenLetter } from '../../games/letters/letters-view.ts';
import { markMessagesRead, type SeenMessage } from '../../games/messages/messages-view.ts';
import { accountOf } from '../access/session-cookies.ts';

/** The form for a message to a GM, or from one. */
export const MessageBody = z.looseObject({
  // Far more than a message can have, so that one that is too long comes back with all of its text.
  text: z.string('Write a message.').max(60_000).default(''),
});

/** Marks messages as read. They can be read even if the database cannot write at the moment. */
export function noteMessagesRead(
  ctx: AppContext,
  request: FastifyRequest,
  messages: readonly SeenMessage[],
): Promise<void> {
  return note(request, 'messages', () => markMessagesRead(ctx, accountOf(request), messages));
}

/** As `noteMessagesRead`, for letters between players. */
export function noteLettersRead(
  ctx: AppContext,
  request: FastifyRequest,
  letters: readonly SeenLetter[],
): Promise<void> {
  return note(request, 'letters', () => markRead(ctx, accountOf(request), letters));
}

async function note(request: FastifyRequest, what: string, mark: () => Promise<void>): Promise<void> {
  // A HEAD request has not read anything.
  if (request.method !== 'GET') return;
  try {
    await mark();
  } catch (error) {
    if (databaseFailure(error) === null) throw error;
    request.log.warn({ err: error }, `${what} could not be marked as read`);
  }
}
