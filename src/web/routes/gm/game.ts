import type { FastifyInstance } from 'fastify';
import type { WebContext } from '../../web-context.ts';
import { renderGmGame, requireGmGame } from './gm-game-page.ts';
import { keptInvitation } from './invitation-cookie.ts';

/** The GM's page of one game. What its forms do is in the files beside this one. */
export default async function gmGameRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  app.get('/gm/games/:number', { config: { access: 'account', costly: 'game' } }, async (request, reply) => {
    const page = await requireGmGame(deps, request);
    return renderGmGame(deps, reply, page, { link: await keptInvitation(deps, request, page.game.number) });
  });
}
