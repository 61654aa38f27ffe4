import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findGame } from '../../../games/game/whole-game-rows.ts';
import type { Correspondent } from '../../../games/letters/correspondents.ts';
import {
  letterFormPage,
  lettersPage,
  type PlayerMarks,
  type SeenLetter,
} from '../../../games/letters/letters-view.ts';
import { writeLetter } from '../../../games/letters/write-letter.ts';
import { conversationWithGm } from '../../../games/messages/messages-view.ts';
import { writeToGm } from '../../../games/messages/write-message.ts';
import { setMuted } from '../../../games/notices/muted-games.ts';
import { fail, ok } from '../../../rules/result.ts';
import { noteLettersRead, noteMessagesRead } from '../../forms/message-form.ts';
import { PlayerField } from '../../forms/player-field.ts';
import { PageQuery } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { CONVERSATION, conversationJson } from './conversation-json.ts';
import { LongText, numberOf, operation } from './operation.ts';

const correspondent = z.looseObject({
  seat: z.string(),
  name: z.string().nullable(),
  mark: z.string().optional(),
});

const LETTERS = z.looseObject({
  seat: z.string().nullable(),
  rule: z.string(),
  closed: z.string().nullable(),
  recipients: z.array(correspondent),
  letters: z.array(
    z.looseObject({
      id: z.string(),
      from: correspondent,
      to: z.array(correspondent),
      own: z.boolean(),
      isNew: z.boolean(),
      turn: z.int(),
      sentAt: z.iso.datetime(),
      via: z.string(),
      text: z.string(),
      answer: z.unknown(),
    }),
  ),
  page: z.int(),
  pages: z.int(),
});

const LetterBody = z.object({
  to: z.array(z.string().max(10)).max(100),
  /** The marks of the players whom the letter is for, by the identifiers of their seats. */
  marks: z.record(z.string().max(10), PlayerField.unwrap()).default({}),
  text: LongText,
});

/** Letters between players, and messages with the GM, for programs. See docs/api.md. */
export default async function apiLettersRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const letters = '/api/my/games/:number/letters';

  operation(app, deps, {
    ...{ method: 'GET', path: letters, scope: 'letters', query: PageQuery, answer: LETTERS },
    summary: 'Shows your letters in a game, and marks them as read',
    async act({ account, params, query, request }) {
      const page = await lettersPage(ctx, account, numberOf(params), query.page);
      if (page === null) throw notFound('You have no letters in a game with this number.');
      await noteLettersRead(ctx, request, page.letters);
      return ok({
        ...{ seat: page.seat?.identifier ?? null, rule: page.rule, closed: page.closed },
        recipients: page.people.map((person) => correspondentJson(person, page.marks)),
        letters: page.letters.map((letter) => letterJson(letter, page.marks)),
        ...{ page: page.page, pages: page.pages },
      });
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path: letters, scope: 'letters', body: LetterBody },
    summary: 'Writes a letter to other players',
    async act({ account, params, body }) {
      const form = await letterFormPage(ctx, account, numberOf(params), null);
      if (form === null) throw notFound('You have no seat in a game with this number.');
      const seats = new Map([...form.people, ...form.silent].map((one) => [one.identifier, one.seatId]));
      const unknown = [...body.to, ...Object.keys(body.marks)].find((identifier) => !seats.has(identifier));
      if (unknown !== undefined) return fail('to', 'not-seat', `No other player has the seat “${unknown}”.`);
      const to = body.to.map((identifier) => seats.get(identifier) ?? '');
      const marks = new Map(Object.entries(body.marks).map(([seat, mark]) => [seats.get(seat) ?? '', mark]));
      const letter = { gameId: form.game.id, by: account.id, to, marks, text: body.text };
      const sent = await writeLetter(ctx, { ...letter, via: 'web' });
      return sent.ok ? ok({ done: true }) : sent;
    },
  });

  messageRoutes(app, deps);
}

/** The messages between a person and the GM of a game. */
function messageRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;
  const messages = '/api/games/:number/messages';
  const noGame = () => notFound('There is no game with this number on this server.');

  operation(app, deps, {
    ...{ method: 'GET', path: messages, scope: 'letters', query: PageQuery, answer: CONVERSATION },
    summary: 'Shows your messages with the GM of a game, and marks them as read',
    async act({ account, params, query, request }) {
      const conversation = await conversationWithGm(ctx, account, numberOf(params), query.page);
      if (conversation === null) throw noGame();
      await noteMessagesRead(ctx, request, conversation.messages);
      return ok(conversationJson(conversation));
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path: messages, scope: 'letters', body: z.object({ text: LongText }) },
    summary: 'Writes a message to the GM of a game',
    async act({ account, params, body: { text } }) {
      const conversation = await conversationWithGm(ctx, account, numberOf(params));
      if (conversation === null) throw noGame();
      const sent = await writeToGm(ctx, { gameId: conversation.game.id, by: account.id, text, via: 'web' });
      return sent.ok ? ok({ done: true }) : sent;
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path: `${messages}/mute`, scope: 'letters', body: z.object({ muted: z.boolean() }) },
    summary: 'Mutes the mail of a game, or ends that',
    async act({ account, params, body: { muted } }) {
      const game = await findGame(ctx, numberOf(params));
      if (game === null) throw noGame();
      await setMuted(ctx, { gameId: game.id, accountId: account.id, muted });
      return ok({ done: true });
    },
  });
}

/** The mark is that of the named person: one who no longer has the seat has neither a name nor a mark. */
function correspondentJson({ identifier, name }: Correspondent, marks: PlayerMarks) {
  const mark = name === null ? undefined : marks[identifier];
  return { seat: identifier, name, ...(mark !== undefined && { mark }) };
}

function letterJson({ paragraphs, from, to, ...letter }: SeenLetter, marks: PlayerMarks) {
  const text = paragraphs.map((lines) => lines.join('\n')).join('\n\n');
  return {
    ...letter,
    from: correspondentJson(from, marks),
    to: to.map((reader) => correspondentJson(reader, marks)),
    text,
  };
}
