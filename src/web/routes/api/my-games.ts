import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { playerGames } from '../../../games/game/player-games-view.ts';
import { playerGame, playerPrintout } from '../../../games/game/player-view.ts';
import {
  ownRolledBackPrintout,
  ownRolledBackPrintouts,
} from '../../../games/processing/rolled-back-printouts.ts';
import { markRolledBack } from '../../../printouts/mark-rolled-back.ts';
import { renderText } from '../../../printouts/text/render-text.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { AttemptParams, GameParams, TurnNumber, withSchemas } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { ANSWERS } from './answers.ts';
import { gameJson } from './game-json.ts';
import { described } from './openapi.ts';
import { forPrograms, readingGames } from './program-auth.ts';

const ListQuery = z.object({ page: z.coerce.number<string>().int().min(1).max(10_000).default(1) });

/** Without an attempt, the printout that is in force. */
const PrintoutQuery = z.object({
  turn: TurnNumber,
  attempt: AttemptParams.shape.attempt.optional(),
});

/** The own games and printouts, for programs. See docs/api.md. */
export default async function apiMyGamesRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  const routes = withSchemas(app);
  const options = readingGames(forPrograms(ctx, 'read'));

  const listSchema = {
    querystring: ListQuery,
    ...described({ summary: 'Lists your games', scope: 'read', answer: ANSWERS.myGames }),
  };
  routes.get('/api/my/games', { ...options, schema: listSchema }, async (request) => {
    const { games, hasMore, invitations } = await playerGames(ctx, accountOf(request), request.query.page);
    return {
      games: games.map(({ game, seat, owes, hasStandingOrders }) => ({
        ...gameJson(game),
        seat: seat.identifier,
        owes,
        hasStandingOrders,
      })),
      invitations: invitations.map(({ game, seat }) => ({ ...gameJson(game), seat: seat.identifier })),
      hasMore,
    };
  });

  const printoutsSchema = {
    params: GameParams,
    ...described({ summary: 'Lists your printouts', scope: 'read', answer: ANSWERS.printouts }),
  };
  routes.get('/api/my/games/:number/printouts', { ...options, schema: printoutsSchema }, async (request) => {
    const number = gameNumber(request.params.number);
    const page = await playerGame(ctx, accountOf(request), number);
    if (page === null) throw notFound('You have no seat in a game with this number.');
    const rolledBack = await ownRolledBackPrintouts(ctx, accountOf(request), number);
    return {
      printouts: page.printouts.map(({ turn }) => turn),
      rolledBack: rolledBack.map(({ turn, attempt, rolledBackAt }) => ({ turn, attempt, rolledBackAt })),
    };
  });

  const printoutSchema = {
    ...{ params: GameParams, querystring: PrintoutQuery },
    ...described({ summary: 'Shows one of your printouts', scope: 'read', answer: ANSWERS.printout }),
  };
  routes.get('/api/my/games/:number/printout', { ...options, schema: printoutSchema }, async (request) => {
    const number = gameNumber(request.params.number);
    const { turn, attempt } = request.query;
    const account = accountOf(request);
    if (attempt !== undefined) {
      const found = await ownRolledBackPrintout(ctx, account, number, { turn, attempt });
      if (found === null) throw notFound('You have no such printout.');
      const report = markRolledBack(found.report, found.when);
      return { turn, rolledBackAt: found.rolledBackAt, report, text: renderText(report) };
    }
    const found = await playerPrintout(ctx, account, number, turn);
    if (found === null) throw notFound('You have no such printout.');
    return { turn, rolledBackAt: null, report: found.report, text: renderText(found.report) };
  });
}
