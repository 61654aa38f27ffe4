import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Problem } from '../../rules/sheet.ts';
import { numberOf } from '../../turns/number.ts';
import { excuseMiss } from '../../turns/owed.ts';
import { setPlayersRules } from '../../turns/players.ts';
import { type PlayersPage, playersPage } from '../../turns/view-players.ts';
import { checkBody, GameParams, readBody, readParams, typedValues } from '../checked.ts';
import type { WebDeps } from '../deps.ts';
import { notFound } from '../http.ts';
import { accountOf } from '../plugins/sessions.ts';

const whole = (message: string) => z.coerce.number<string>(message).int(message);
const Rules = z.object({
  missesAllowed: whole('The missed turns are a whole number.'),
  leastReliability: z
    .literal('')
    .transform(() => null)
    .or(whole('The least reliability is a whole number from 1 to 100, or left open.')),
});
const Excuse = z.object({
  seat: z.uuid(),
  turn: z.coerce.number<string>().int().min(1).max(100_000),
  excused: z.enum(['yes', 'no']).transform((word) => word === 'yes'),
});

/** The people of a game: what is asked of them, and who has missed a turn. For the game's GM alone. */
export default async function playersRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const config = { who: 'account' as const };
  const { house } = deps;

  app.get('/gm/games/:number/players', { config }, async (request, reply) =>
    page(reply, await ownPlayers(deps, request), {}),
  );

  app.post('/gm/games/:number/players', { config }, async (request, reply) => {
    const own = await ownPlayers(deps, request);
    const values = typedValues(request);
    const body = checkBody(Rules, request);
    if (!body.ok) return page(reply.code(422), own, { problems: body.problems, values });
    const of = { gameId: own.game.id, by: accountOf(request).id };
    const set = await setPlayersRules(house, { ...of, ...body.value });
    if (!set.ok) return page(reply.code(422), own, { problems: set.problems, values });
    return reply.done(addressOf(own), 'players-decided');
  });

  app.post('/gm/games/:number/players/excuse', { config }, async (request, reply) => {
    const own = await ownPlayers(deps, request);
    const { seat, turn, excused } = readBody(Excuse, request);
    const of = { gameId: own.game.id, by: accountOf(request).id };
    const done = await excuseMiss(house, { ...of, seatId: seat, turn, excused });
    if (!done.ok) return page(reply.code(409), own, { problems: done.problems });
    return reply.done(`${addressOf(own)}#missed`, excused ? 'excused' : 'not-excused');
  });
}

/** The page, for the game's GM. @throws a 404 for everybody else, so that nothing is given away */
async function ownPlayers(deps: WebDeps, request: FastifyRequest): Promise<PlayersPage> {
  const { number } = readParams(GameParams, request);
  const found = await playersPage(deps.house, accountOf(request), numberOf(number));
  if (found === null) throw notFound('You run no game of this number.');
  return found;
}

function addressOf(own: PlayersPage): string {
  return `/gm/games/${own.game.number}/players`;
}

function page(
  reply: FastifyReply,
  own: PlayersPage,
  typed: { problems?: Problem[]; values?: Record<string, string> },
): FastifyReply {
  return reply.page('gm/players', {
    ...own,
    title: `${own.game.number} · players`,
    problems: typed.problems ?? [],
    values: typed.values ?? {
      missesAllowed: String(own.rules.missesAllowed),
      leastReliability: String(own.rules.leastReliability ?? ''),
    },
  });
}
