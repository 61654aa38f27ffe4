import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { inWords } from '../../../games/letters/correspondents.ts';
import {
  type LettersOf,
  letterFormPage,
  lettersPage,
  markRead,
} from '../../../games/letters/letters-view.ts';
import { MAX_LETTER, writeLetter } from '../../../games/letters/write-letter.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { checkBody, GameParams, readParams, readQuery, typedValues } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { askToSignIn, codeOf } from '../../turn-sheet/sign-in-again.ts';

const PageQuery = z.object({ page: z.coerce.number<string>().int().min(1).max(10_000).default(1) });
const NewQuery = z.object({ answer: z.uuid().optional(), all: z.literal('yes').optional() });
const LetterBody = z.looseObject({
  // Far more than a letter may have: what is too long is refused with all of it still there.
  text: z.string('Write something.').max(60_000).default(''),
});
const AnswerBody = z.object({ answer: z.uuid().optional().catch(undefined) });
/** Whoever is ticked stands in a field of its own, named after the seat: `to_AB`. */
const TICK = 'to_';

/** Private letters between the players of a game: for those who wrote them and those who got them, nobody else. */
export default async function letterRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { ctx } = deps;
  const config = { who: 'account' as const };

  app.get('/my/games/:number/letters', { config }, async (request, reply) => {
    const account = accountOf(request);
    const number = gameNumber(readParams(GameParams, request).number);
    const page = await lettersPage(ctx, account, number, readQuery(PageQuery, request).page);
    if (page === null) throw notFound('You have no letters in a game of this number.');
    // A browser that only asks whether the page is there has read nothing.
    if (request.method === 'GET') await markRead(ctx, account, page.letters);
    return reply.page('player/letters', {
      title: `${number}: letters`,
      styles: ['sheet.css', 'letters.css'],
      ...page,
      number,
      inWords,
    });
  });

  app.get('/my/games/:number/letters/new', { config }, async (request, reply) => {
    const { answer, all } = readQuery(NewQuery, request);
    const account = accountOf(request);
    const desk = await deskFor(deps, request, account, answer ?? null);
    const { answered } = desk;
    if (answered !== null && request.method === 'GET') await markRead(ctx, account, [answered]);
    // Where there is one to write to only, it is meant for nobody else.
    const only = desk.people.length === 1 ? desk.people.map(({ identifier }) => identifier) : [];
    const ticked = answered === null ? only : all === 'yes' ? answered.answer.all : answered.answer.writer;
    const values = Object.fromEntries(ticked.map((identifier) => [`${TICK}${identifier}`, 'yes']));
    return showForm(reply, desk, { values });
  });

  // Open to everyone, so that what was typed can be kept where nobody is signed in any more.
  app.post('/my/games/:number/letters', { config: { who: 'anyone' } }, async (request, reply) => {
    if (request.account === null) return askAgain(request, reply);
    return send(deps, request, reply, request.account);
  });

  app.post('/my/games/:number/letters/sign-in', { config: { who: 'anyone' } }, async (request, reply) => {
    let account = request.account;
    if (account === null) {
      const given = codeOf(request);
      if (given.account === '' && given.code === '') return askAgain(request, reply);
      const attempt = await app.tryCode(request, reply, given);
      if (attempt.account === null) {
        return askAgain(request, reply, { refused: attempt.message, account: given.account });
      }
      await reply.signIn(attempt.account);
      account = attempt.account;
    }
    const desk = await deskFor(deps, request, account, answeredIn(request));
    return showForm(reply, desk, { values: typedValues(request), again: true });
  });
}

type Desk = NonNullable<Awaited<ReturnType<typeof letterFormPage>>>;

/** @throws a 404 for whoever has neither a seat nor a letter in the game */
async function deskFor(
  deps: WebDeps,
  request: FastifyRequest,
  account: Account,
  answered: string | null,
): Promise<Desk> {
  const number = gameNumber(readParams(GameParams, request).number);
  const desk = await letterFormPage(deps.ctx, account, number, answered);
  if (desk === null) throw notFound('You have no seat in a game of this number.');
  return desk;
}

async function send(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
): Promise<FastifyReply> {
  const desk = await deskFor(deps, request, account, answeredIn(request));
  const values = typedValues(request);
  const body = checkBody(LetterBody, request);
  if (!body.ok) return showForm(reply.code(422), desk, { values, problems: body.problems });
  const { id: gameId, number } = desk.game;
  const written = await writeLetter(deps.ctx, {
    gameId,
    by: account.id,
    to: tickedSeats(desk, values),
    text: body.value.text,
    via: 'web',
  });
  if (written.ok) return reply.done(`/my/games/${number}/letters`, 'letter-written');
  return showForm(reply.code(422), desk, { values, problems: written.problems });
}

/** The ids of the seats that are ticked; also of one where nobody can read any more, so that it is told. */
function tickedSeats({ people, silent }: LettersOf, values: Record<string, string>): string[] {
  return [...people, ...silent]
    .filter(({ identifier }) => values[`${TICK}${identifier}`] === 'yes')
    .map(({ seatId }) => seatId);
}

function answeredIn(request: FastifyRequest): string | null {
  return AnswerBody.safeParse(request.body).data?.answer ?? null;
}

function showForm(
  reply: FastifyReply,
  desk: Desk,
  typed: { values: Record<string, string>; problems?: Problem[]; again?: boolean },
): FastifyReply {
  const { number } = desk.game;
  return reply.page('player/letter-new', {
    title: `${number}: ${desk.answered ? 'answer a letter' : 'write a letter'}`,
    styles: ['sheet.css', 'letters.css'],
    ...desk,
    number,
    max: MAX_LETTER,
    values: typed.values,
    problems: typed.problems ?? [],
    again: typed.again ?? false,
    inWords,
  });
}

/** Nobody is signed in (any more): asks for the code on a page that carries what was typed. */
function askAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: { refused?: string; account?: string } = {},
): FastifyReply {
  const number = gameNumber(readParams(GameParams, request).number);
  return askToSignIn(request, reply, `/my/games/${number}/letters`, { ...attempt, what: 'letter' });
}
