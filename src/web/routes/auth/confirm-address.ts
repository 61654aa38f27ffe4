import type { FastifyInstance } from 'fastify';
import { exportGame } from '../../../games/archive/export-game.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import type { WebDeps } from '../../deps.ts';
import { GameParams, readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';

/** A whole game is read and hashed for it; per person and minute. */
const EXPORTS = { max: 30, timeWindow: '1 minute' };

/** For everybody, once a game is over: how to check it, and the file to check. */
export default async function confirmAddressRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { ctx } = deps;
  const config = { who: 'anyone' as const, cacheable: true as const, rateLimit: EXPORTS };

  app.get('/games/:number/proof', { config }, async (request, reply) => {
    const exported = await exportGame(ctx, gameNumber(readParams(GameParams, request).number));
    if (!exported.ok) throw notFound(exported.problems[0]?.message);
    const { game, title, dice, turns } = exported.value;
    return reply.page('public/proof', {
      title: `How to check ${game}`,
      game,
      name: title,
      dice,
      turns: turns.length - 1,
      rolls: turns.reduce((sum, turn) => sum + turn.dice.length, 0),
      lastHash: turns.at(-1)?.hash,
    });
  });

  app.get('/games/:number/export.json', { config }, async (request, reply) => {
    const exported = await exportGame(ctx, gameNumber(readParams(GameParams, request).number));
    if (!exported.ok) throw notFound(exported.problems[0]?.message);
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${exported.value.game}.json"`)
      .send(`${JSON.stringify(exported.value, null, 1)}\n`);
  });
}
