import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { LISTED_STATUSES, publicGame, publicGames, publicPrintout } from '../../../games/game/public-view.ts';
import { GameParams, TurnNumber, withSchemas } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { ANSWERS } from './answers.ts';
import { gameJson } from './game-json.ts';
import { described } from './openapi.ts';

/** Games in one answer. */
const LIST_SIZE = 200;

const ListQuery = z.object({
  status: z.enum(LISTED_STATUSES).optional(),
  page: z.coerce.number<string>().int().min(1).max(10_000).default(1),
});

const ReportQuery = z.object({ turn: TurnNumber.optional() });

/** Games as anyone may see them, for programs. See docs/api.md. */
export default async function apiGamesRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  const routes = withSchemas(app);
  const config = { access: 'anyone' as const };

  const list = {
    config: { ...config, costly: 'game' as const },
    schema: {
      querystring: ListQuery,
      ...described({ summary: 'Lists games, the newest first', scope: null, answer: ANSWERS.games }),
    },
  };
  routes.get('/api/games', list, async (request) => {
    const { games, hasMore } = await publicGames(ctx, { ...request.query, size: LIST_SIZE });
    return { games: games.map(gameJson), hasMore };
  });

  const schema = {
    ...{ params: GameParams, querystring: ReportQuery },
    ...described({ summary: 'Shows one game with a public report', scope: null, answer: ANSWERS.game }),
  };
  routes.get('/api/games/:number', { config: { ...config, costly: 'game' }, schema }, async (request) => {
    const number = gameNumber(request.params.number);
    const { turn } = request.query;
    const game = await publicGame(ctx, number);
    if (game === null) throw notFound('There is no game with this number on this server.');
    const shown = turn ?? game.printouts[0]?.turn;
    const report = shown === undefined ? null : await publicPrintout(ctx, number, shown);
    if (turn !== undefined && report === null) throw notFound(`There is no printout before turn ${turn}.`);
    const { card, seats, printouts, dice, outcome } = game;
    const away = game.away.map(({ seat, firstDay, lastDay }) => ({ seat, firstDay, lastDay }));
    const turns = printouts.map((one) => one.turn);
    return { ...gameJson(card), seats, away, printouts: turns, dice, outcome, report };
  });
}
