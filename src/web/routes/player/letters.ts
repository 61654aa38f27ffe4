import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { letterFormPage, lettersPage } from '../../../games/letters/letters-view.ts';
import { writeLetter } from '../../../games/letters/write-letter.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { noteLettersRead } from '../../forms/message-form.ts';
import {
  checkBody,
  GameParams,
  PageQuery,
  readParams,
  readQuery,
  submittedValues,
} from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { askToSignIn, type InterruptedForm, signInAgain } from '../../turn-sheet/sign-in-again.ts';
import type { WebContext } from '../../web-context.ts';
import {
  checkedSeats,
  type LetterForm,
  type LetterFormState,
  type LetterFormView,
  type LettersView,
  letterFormView,
  lettersView,
  suggestedRecipients,
} from './letters-view-model.ts';

const NewQuery = z.object({ answer: z.uuid().optional(), all: z.literal('yes').optional() });
const LetterBody = z.looseObject({
  // Far more than a letter can have, so that a letter that is too long comes back with all of its text.
  text: z.string('Write a letter.').max(60_000).default(''),
});
const ReplyBody = z.object({ answer: z.uuid().optional().catch(undefined) });

const STYLES = ['sheet.css', 'letters.css'];

/** Private letters between the players of a game: for their senders and recipients only. */
export default async function letterRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { access: 'account' as const };
  const signInConfig = { access: 'anyone' as const, stores: 'session' as const };

  app.get('/my/games/:number/letters', { config: { ...config, costly: 'game' } }, async (request, reply) => {
    const account = accountOf(request);
    const number = numberOf(request);
    const page = await lettersPage(ctx, account, number, readQuery(PageQuery, request).page);
    if (page === null) throw notFound('You have no letters in a game with this number.');
    await noteLettersRead(ctx, request, page.letters);
    const view: LettersView = lettersView(page);
    return reply.page('player/letters', { title: `${number}: letters`, styles: STYLES, ...view });
  });

  app.get(
    '/my/games/:number/letters/new',
    { config: { ...config, costly: 'game' } },
    async (request, reply) => {
      const { answer, all } = readQuery(NewQuery, request);
      const account = accountOf(request);
      const form = await requireForm(deps, request, account, answer ?? null);
      if (form.answered !== null) await noteLettersRead(ctx, request, [form.answered]);
      return renderForm(reply, form, { values: suggestedRecipients(form, all === 'yes') });
    },
  );

  // Open to everyone, so that the text is not lost if the sender was signed out.
  app.post('/my/games/:number/letters', { config: { access: 'anyone' } }, async (request, reply) => {
    if (request.account === null) return askToSignIn(request, reply, interrupted(request));
    return send(deps, request, reply, request.account);
  });

  app.post('/my/games/:number/letters/sign-in', { config: signInConfig }, async (request, reply) => {
    const account = await signInAgain(deps, { request, reply, form: interrupted(request) });
    if (account === null) return reply;
    const form = await requireForm(deps, request, account, repliedTo(request));
    return renderForm(reply, form, { values: submittedValues(request), signedInAgain: true });
  });
}

function numberOf(request: FastifyRequest): string {
  return gameNumber(readParams(GameParams, request).number);
}

/** @throws a 404 if the account has neither a seat nor a letter in the game */
async function requireForm(
  deps: WebContext,
  request: FastifyRequest,
  account: Account,
  repliedTo: string | null,
): Promise<LetterForm> {
  const form = await letterFormPage(deps.ctx, account, numberOf(request), repliedTo);
  if (form === null) throw notFound('You have no seat in a game with this number.');
  return form;
}

async function send(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const form = await requireForm(deps, request, account, repliedTo(request));
  const values = submittedValues(request);
  const body = checkBody(LetterBody, request);
  if (!body.ok) return renderForm(reply.code(422), form, { values, problems: body.problems });
  const { id: gameId, number } = form.game;
  const recipients = checkedSeats(form, values);
  const { text } = body.value;
  const sent = await writeLetter(deps.ctx, { gameId, by: account.id, ...recipients, text, via: 'web' });
  if (sent.ok) return reply.done(`/my/games/${number}/letters`, 'letter-sent');
  // Read again: the page shows who has the seats now.
  const now = await requireForm(deps, request, account, repliedTo(request));
  return renderForm(reply.code(422), now, { values, problems: sent.problems });
}

function repliedTo(request: FastifyRequest): string | null {
  return ReplyBody.safeParse(request.body).data?.answer ?? null;
}

function renderForm(reply: FastifyReply, form: LetterForm, state: LetterFormState): FastifyReply {
  const view: LetterFormView = letterFormView(form, state);
  return reply.page('player/letter-new', {
    title: `${form.game.number}: ${view.heading.toLowerCase()}`,
    styles: STYLES,
    ...view,
  });
}

/** For a sender who was signed out: the page that asks for the security code and keeps the text leads back to this. */
function interrupted(request: FastifyRequest): InterruptedForm {
  return { address: `/my/games/${numberOf(request)}/letters`, what: 'letter' };
}
