import type { FastifyRequest } from 'fastify';
import { gameNumber } from '../../../games/game/game-number.ts';
import { type PublicGame, publicGame } from '../../../games/game/public-view.ts';
import { GameParams, readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

/** The game of the address. @throws a 404 if there is none */
export async function requirePublicGame(deps: WebContext, request: FastifyRequest): Promise<PublicGame> {
  const number = gameNumber(readParams(GameParams, request).number);
  const game = await publicGame(deps.ctx, number);
  if (game === null) throw notFound('There is no game with this number on this server.');
  return game;
}
