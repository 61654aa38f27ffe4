import type { FastifyInstance } from 'fastify';
import { lobbyGames } from '../../../games/game/lobby-view.ts';
import { reclaimableSeats } from '../../../games/seats/joining-view.ts';
import { reliability } from '../../../games/seats/reliability.ts';
import type { WebContext } from '../../web-context.ts';
import { type LobbyView, lobbyView } from './lobby-view-model.ts';

/** The lobby: the games that a person can watch or join. */
export default async function lobbyRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  app.get('/', { config: { access: 'anyone', costly: 'game' } }, async (request, reply) => {
    const { account } = request;
    const view: LobbyView = lobbyView({
      ...(await lobbyGames(ctx)),
      kept: await reclaimableSeats(ctx, account),
      reliability: account && (await reliability(ctx, account.id)),
      now: ctx.now(),
    });
    return reply.page('public/lobby', { title: 'Lobby', ...view });
  });
}
