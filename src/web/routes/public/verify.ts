import type { FastifyInstance, FastifyRequest } from 'fastify';
import { exportGame } from '../../../games/archive/export-game.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { GameParams, readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

/** A stricter limit per person, because each request reads and hashes a whole game. */
const RATE_LIMIT = { max: 30, timeWindow: '1 minute' };

/** How anyone can verify a game that is over, and the export to verify. */
export default async function verifyRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'anyone' as const, cacheable: true as const, rateLimit: RATE_LIMIT };

  app.get('/games/:number/verify', { config }, async (request, reply) => {
    const { game, title, dice, turns } = await requireExport(deps, request);
    const view: VerifyView = {
      number: game,
      gameTitle: title,
      commitment: dice.commitment,
      secret: dice.secret,
      turns: turns.length - 1,
      rolls: turns.reduce((sum, turn) => sum + turn.dice.length, 0),
      lastHash: turns.at(-1)?.hash ?? '',
    };
    return reply.page('public/verify', { title: `How to verify ${game}`, ...view });
  });

  app.get('/games/:number/export.json', { config }, async (request, reply) => {
    const exported = await requireExport(deps, request);
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${exported.game}.json"`)
      .send(`${JSON.stringify(exported, null, 1)}\n`);
  });
}

/** The page about verifying, as templates/web/public/verify.eta prints it. */
interface VerifyView {
  number: string;
  gameTitle: string;
  /** The dice commitment, the dice secret and the hash of the last turn, in hex. */
  commitment: string;
  secret: string;
  lastHash: string;
  turns: number;
  rolls: number;
}

/** @throws a 404 if there is no such game, or it is not over */
async function requireExport({ ctx }: WebContext, request: FastifyRequest) {
  const exported = await exportGame(ctx, gameNumber(readParams(GameParams, request).number));
  if (!exported.ok) throw notFound(exported.problems[0]?.message);
  return exported.value;
}
