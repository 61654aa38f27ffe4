import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { type PublicGame, publicGame } from '../../../games/game/public-view.ts';
import { joinGame, leaveGame } from '../../../games/seats/join-game.ts';
import { gameOfLink, joiningPage } from '../../../games/seats/joining-view.ts';
import { type OfferPage, offerPage } from '../../../games/seats/offers-view.ts';
import { reclaimSeat } from '../../../games/seats/reclaim-seat.ts';
import { takeOverSeat } from '../../../games/seats/takeover.ts';
import { findRuleset } from '../../../rules/catalog.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { optionFields, optionValues } from '../../forms/options-form.ts';
import {
  AtTurn,
  GameParams,
  readBody,
  readParams,
  SeatParams,
  typedValues,
} from '../../forms/read-request.ts';
import { HttpError, notFound } from '../../rendering/http-errors.ts';

const LinkParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

interface Typed {
  problems?: Problem[];
  values?: Record<string, string>;
  /** The token of the invitation link that was followed. */
  link?: string | null;
}

/** Joining a game that is forming, leaving it, coming back to one that goes on, and taking a seat of one over. */
export default async function joiningRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const config = { who: 'account' as const };
  const { ctx } = deps;

  app.get('/games/:number/join', { config }, async (request, reply) =>
    joinPage(deps, reply, await known(deps, request), {}),
  );

  app.post('/games/:number/join', { config }, async (request, reply) =>
    join(deps, request, reply, await known(deps, request), null),
  );

  app.get('/join/:token', { config }, async (request, reply) => {
    const { game, token } = await invited(deps, request);
    return joinPage(deps, reply, game, { link: token });
  });

  app.post('/join/:token', { config }, async (request, reply) => {
    const { game, token } = await invited(deps, request);
    return join(deps, request, reply, game, token);
  });

  app.post('/games/:number/leave', { config }, async (request, reply) => {
    const game = await known(deps, request);
    const left = await leaveGame(ctx, { gameId: game.card.id, by: accountOf(request).id });
    if (!left.ok) return joinPage(deps, reply.code(409), game, { problems: left.problems });
    return reply.done(`/games/${game.card.number}/join`, 'left');
  });

  app.post('/games/:number/take-back', { config }, async (request, reply) => {
    const game = await known(deps, request);
    const back = await reclaimSeat(ctx, { gameId: game.card.id, by: accountOf(request).id });
    if (!back.ok) return joinPage(deps, reply.code(409), game, { problems: back.problems });
    return reply.done(`/my/games/${game.card.number}`, 'seat-back');
  });

  takeOverRoutes(app, deps);
}

/** Seats of running games that are offered: a page that says what it means, and the button. */
function takeOverRoutes(app: FastifyInstance, deps: WebDeps): void {
  const config = { who: 'account' as const };
  const path = '/games/:number/take-over/:seat';
  const gone = 'This seat is not offered (any more): perhaps somebody has taken it over.';

  app.get(path, { config }, async (request, reply) => {
    const offer = await offered(deps, request);
    if (offer === null) throw notFound(gone);
    return takeOverPage(reply, offer, []);
  });

  app.post(path, { config }, async (request, reply) => {
    const { card } = await known(deps, request);
    const { seat: seatId } = readParams(SeatParams, request);
    const { turn } = readBody(AtTurn, request);
    const wanted = { gameId: card.id, seatId, by: accountOf(request).id, turn };
    const taken = await takeOverSeat(deps.ctx, wanted);
    if (taken.ok) return reply.done(`/my/games/${card.number}`, 'taken-over');
    const offer = await offered(deps, request);
    if (offer === null) throw new HttpError(409, 'not-offered', gone);
    return takeOverPage(reply.code(409), offer, taken.problems);
  });
}

function offered(deps: WebDeps, request: FastifyRequest): Promise<OfferPage | null> {
  const { number, seat } = readParams(SeatParams, request);
  return offerPage(deps.ctx, accountOf(request), gameNumber(number), seat);
}

function takeOverPage(reply: FastifyReply, offer: OfferPage, problems: Problem[]): FastifyReply {
  const { card, seat } = offer;
  const title = `Take over [${seat.identifier}], ${card.number}`;
  return reply.page('public/take-over', { title, ...offer, problems });
}

async function join(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  game: PublicGame,
  link: string | null,
): Promise<FastifyReply> {
  const { id: gameId, number } = game.card;
  const values = typedValues(request);
  const wish = optionValues(wishesOf(game), values, 'wish');
  const joined = await joinGame(deps.ctx, { gameId, by: accountOf(request).id, link, wish });
  if (!joined.ok) {
    return joinPage(deps, reply.code(422), game, { problems: joined.problems, values, link });
  }
  if (joined.value.kind === 'waiting') return reply.done(`/games/${number}/join`, 'waiting');
  return reply.done(`/my/games/${number}`, joined.value.begun ? 'joined-begun' : 'joined');
}

async function known(deps: WebDeps, request: FastifyRequest): Promise<PublicGame> {
  const number = gameNumber(readParams(GameParams, request).number);
  const game = await publicGame(deps.ctx, number);
  if (game === null) throw notFound('There is no game of this number on this server.');
  return game;
}

/** The game that an invitation link is for. @throws a 404 where it is good for nothing (any more) */
async function invited(deps: WebDeps, request: FastifyRequest): Promise<{ game: PublicGame; token: string }> {
  const { token } = readParams(LinkParams, request);
  const number = await gameOfLink(deps.ctx, token);
  const game = number === null ? null : await publicGame(deps.ctx, number);
  if (game === null)
    throw notFound('This invitation is no longer good: the game has begun, or its GM took it back.');
  return { game, token };
}

function wishesOf(game: PublicGame) {
  const ruleset = findRuleset(game.card.ruleset.id);
  return ruleset === undefined ? [] : optionFields(ruleset.wishes);
}

async function joinPage(
  deps: WebDeps,
  reply: FastifyReply,
  game: PublicGame,
  typed: Typed,
): Promise<FastifyReply> {
  const { number, title } = game.card;
  const page = await joiningPage(deps.ctx, reply.request.account, number);
  const link = typed.link ?? null;
  return reply.page('public/join', {
    title: `${number}: join`,
    card: game.card,
    gameTitle: title,
    blurb: game.blurb,
    ...page,
    mayJoin: link !== null || page?.game?.open === true,
    action: link === null ? `/games/${number}/join` : `/join/${link}`,
    wishes: wishesOf(game),
    problems: typed.problems ?? [],
    values: typed.values ?? {},
  });
}
