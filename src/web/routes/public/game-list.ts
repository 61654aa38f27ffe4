import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { publicGames } from '../../../games/game/public-view.ts';
import { readQuery } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { type OverRow, overRow, type RunningRow, runningRow } from './game-rows.ts';

/** Games on one page of a list. */
const PAGE_SIZE = 50;

const ListQuery = z.object({
  status: z.enum(['running', 'over']).default('running'),
  page: z.coerce.number<string>().int().min(1).max(10_000).default(1),
});

/** All running games, and all games that are over, page by page; the lobby has the newest ones. */
export default async function gameListRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  app.get('/games', { config: { access: 'anyone', costly: 'game' } }, async (request, reply) => {
    const { status, page } = readQuery(ListQuery, request);
    const { games, hasMore } = await publicGames(ctx, { status, page, size: PAGE_SIZE });
    const heading = status === 'running' ? 'Running games' : 'Games that are over';
    const view: GameListView = {
      ...{ heading, status },
      running: status === 'running' ? games.map((game) => runningRow(game, ctx.now())) : [],
      over: status === 'over' ? games.map(overRow) : [],
      pages: [
        ...(page > 1 ? [pageLink(status, page - 1, 'Previous page', 'prev')] : []),
        ...(hasMore ? [pageLink(status, page + 1, 'Next page', 'next')] : []),
      ],
    };
    return reply.page('public/game-list', { title: `${heading}, page ${page}`, ...view });
  });
}

/** A page of the list, as templates/web/public/game-list.eta prints it. */
interface GameListView {
  heading: string;
  status: 'running' | 'over';
  running: RunningRow[];
  over: OverRow[];
  pages: { address: string; label: string; rel: 'prev' | 'next' }[];
}

function pageLink(status: string, page: number, label: string, rel: 'prev' | 'next') {
  return { address: `/games?status=${status}&page=${page}`, label, rel };
}
