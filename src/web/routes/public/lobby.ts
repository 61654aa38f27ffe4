import type { FastifyInstance } from 'fastify';
import { publicGames } from '../../../games/game/public-view.ts';
import { openGames, reclaimableSeats } from '../../../games/seats/joining-view.ts';
import { offeredSeats } from '../../../games/seats/offers-view.ts';
import { reliability } from '../../../games/seats/reliability.ts';
import type { WebContext } from '../../web-context.ts';
import { type LobbyView, lobbyView } from './lobby-view-model.ts';

/** How many running games, and games that are over, the lobby shows: the newest ones. */
const SHOWN = { running: 50, over: 20 };

/** The lobby: the games that a person can watch or join. */
export default async function lobbyRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  app.get('/', { config: { access: 'anyone', costly: 'game' } }, async (request, reply) => {
    const { account } = request;
    const view: LobbyView = lobbyView({
      running: await publicGames(ctx, { status: 'running', size: SHOWN.running }),
      over: await publicGames(ctx, { status: 'over', size: SHOWN.over }),
      forming: await openGames(ctx),
      offers: await offeredSeats(ctx),
      kept: await reclaimableSeats(ctx, account),
      reliability: account && (await reliability(ctx, account.id)),
      now: ctx.now(),
    });
    return reply.page('public/lobby', { title: 'Lobby', ...view });
  });
}
