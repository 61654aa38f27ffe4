import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { setLettersPolicy } from '../../../games/letters/letters-policy.ts';
import { setAbsentPlayerPolicy } from '../../../games/seats/absent-player-policy.ts';
import { makeJoinLink, removeJoinLink, setJoiningPolicy } from '../../../games/seats/joining-policy.ts';
import { excuseMiss } from '../../../games/seats/missed-turns.ts';
import { type PlayersPage, playersPage } from '../../../games/seats/players-view.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { LettersBody, lettersFromForm, lettersValues, milestonesOf } from '../../forms/letters-form.ts';
import { checkBody, GameParams, readBody, readParams, typedValues } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';

const whole = (message: string) => z.coerce.number<string>(message).int(message);
const ticked = () =>
  z
    .literal('yes')
    .optional()
    .transform((tick) => tick === 'yes');
const Rules = z.object({
  maxMisses: whole('The missed turns are a whole number.'),
  minReliability: z
    .literal('')
    .transform(() => null)
    .or(whole('The least reliability is a whole number from 1 to 100, or left open.')),
  offerAbandonedSeats: ticked(),
});
const Excuse = z.object({
  seat: z.uuid(),
  turn: z.coerce.number<string>().int().min(1).max(100_000),
  excused: z.enum(['yes', 'no']).transform((word) => word === 'yes'),
});

const Joining = z.object({
  joining: z.enum(['invitation', 'open'], 'Say who may join.'),
  seatsWanted: z
    .literal('')
    .transform(() => null)
    .or(whole('The seats are a whole number, or left open.')),
  beginWhenFull: ticked(),
});

/** The people of a game: what is asked of them, and who has missed a turn. For the game's GM alone. */
export default async function playersRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const config = { who: 'account' as const };
  const { ctx } = deps;

  app.get('/gm/games/:number/players', { config }, async (request, reply) =>
    page(reply, await ownPlayers(deps, request), {}),
  );

  app.post('/gm/games/:number/players', { config }, async (request, reply) => {
    const own = await ownPlayers(deps, request);
    const values = typedValues(request);
    const body = checkBody(Rules, request);
    if (!body.ok) return page(reply.code(422), own, { problems: body.problems, values });
    const of = { gameId: own.game.id, by: accountOf(request).id };
    const set = await setAbsentPlayerPolicy(ctx, { ...of, ...body.value });
    if (!set.ok) return page(reply.code(422), own, { problems: set.problems, values });
    return reply.done(addressOf(own), 'players-decided');
  });

  app.post('/gm/games/:number/players/letters', { config }, async (request, reply) => {
    const own = await ownPlayers(deps, request);
    const values = typedValues(request);
    const body = checkBody(LettersBody, request);
    if (!body.ok) return page(reply.code(422), own, { problems: body.problems, values });
    const of = { gameId: own.game.id, by: accountOf(request).id };
    const set = await setLettersPolicy(ctx, { ...of, ...lettersFromForm(body.value) });
    if (!set.ok) return page(reply.code(422), own, { problems: set.problems, values });
    return reply.done(`${addressOf(own)}#letters`, 'letters-decided');
  });

  app.post('/gm/games/:number/players/excuse', { config }, async (request, reply) => {
    const own = await ownPlayers(deps, request);
    const { seat, turn, excused } = readBody(Excuse, request);
    const of = { gameId: own.game.id, by: accountOf(request).id };
    const done = await excuseMiss(ctx, { ...of, seatId: seat, turn, excused });
    if (!done.ok) return page(reply.code(409), own, { problems: done.problems });
    return reply.done(`${addressOf(own)}#missed`, excused ? 'excused' : 'not-excused');
  });

  joiningRoutes(app, deps);
}

/** Who may join, and the link that lets its bearer do so; while the game is forming. */
function joiningRoutes(app: FastifyInstance, deps: WebDeps): void {
  const config = { who: 'account' as const };
  const { ctx } = deps;

  app.post('/gm/games/:number/players/joining', { config }, async (request, reply) => {
    const own = await ownPlayers(deps, request);
    const values = typedValues(request);
    const body = checkBody(Joining, request);
    if (!body.ok) return page(reply.code(422), own, { problems: body.problems, values });
    const set = await setJoiningPolicy(ctx, {
      gameId: own.game.id,
      by: accountOf(request).id,
      ...body.value,
    });
    if (!set.ok) return page(reply.code(422), own, { problems: set.problems, values });
    return reply.done(addressOf(own), 'players-decided');
  });

  // The link is shown on the answer itself: the database keeps only its hash.
  app.post('/gm/games/:number/players/link', { config }, async (request, reply) => {
    const own = await ownPlayers(deps, request);
    const made = await makeJoinLink(ctx, { gameId: own.game.id, by: accountOf(request).id });
    if (!made.ok) return page(reply.code(409), own, { problems: made.problems });
    const link = `${deps.publicUrl}/join/${made.value}`;
    return page(reply, await ownPlayers(deps, request), { link });
  });

  app.post('/gm/games/:number/players/link/remove', { config }, async (request, reply) => {
    const own = await ownPlayers(deps, request);
    const removed = await removeJoinLink(ctx, { gameId: own.game.id, by: accountOf(request).id });
    if (!removed.ok) return page(reply.code(409), own, { problems: removed.problems });
    return reply.done(`${addressOf(own)}#joining`, 'link-removed');
  });
}

/** The page, for the game's GM. @throws a 404 for everybody else, so that nothing is given away */
async function ownPlayers(deps: WebDeps, request: FastifyRequest): Promise<PlayersPage> {
  const { number } = readParams(GameParams, request);
  const found = await playersPage(deps.ctx, accountOf(request), gameNumber(number));
  if (found === null) throw notFound('You run no game of this number.');
  return found;
}

function addressOf(own: PlayersPage): string {
  return `/gm/games/${own.game.number}/players`;
}

function page(
  reply: FastifyReply,
  own: PlayersPage,
  typed: { problems?: Problem[]; values?: Record<string, string>; link?: string },
): FastifyReply {
  // A box that is not ticked is not sent: whether its form was, another field of it tells.
  const tickOf = (name: string, form: string, kept: boolean) =>
    (typed.values?.[form] === undefined ? kept : typed.values[name] === 'yes') ? 'yes' : '';
  return reply.page('gm/players', {
    ...own,
    title: `${own.game.number} · players`,
    problems: typed.problems ?? [],
    link: typed.link ?? null,
    milestones: milestonesOf(own.game.ruleset.id),
    values: {
      ...lettersValues(own.letters, own.game.ruleset.id),
      maxMisses: String(own.rules.maxMisses),
      minReliability: String(own.rules.minReliability ?? ''),
      joining: own.joining.joining,
      seatsWanted: String(own.joining.seatsWanted ?? ''),
      ...typed.values,
      beginWhenFull: tickOf('beginWhenFull', 'seatsWanted', own.joining.beginWhenFull),
      offerAbandonedSeats: tickOf('offerAbandonedSeats', 'maxMisses', own.rules.offerAbandonedSeats),
    },
  });
}
