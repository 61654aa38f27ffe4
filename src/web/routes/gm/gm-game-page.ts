// What the routes of a GM share: finding the game that the GM runs, and showing its page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gameNumber } from '../../../games/game/game-number.ts';
import { type GmGamePage, gmGamePage } from '../../../games/game/gm-view.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { FormState } from '../../forms/fields.ts';
import { GameParams, readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { type GmGameView, gmGameView } from './game-view-model.ts';

/** The game of the address, for its GM. @throws a 404 for everyone else, so that nothing is revealed */
export async function requireGmGame(deps: WebContext, request: FastifyRequest): Promise<GmGamePage> {
  const { number } = readParams(GameParams, request);
  const page = await gmGamePage(deps.ctx, accountOf(request), gameNumber(number));
  if (page === null) throw runsNoSuchGame();
  return page;
}

/** The 404 of every page of a GM for everyone else. */
export function runsNoSuchGame() {
  return notFound('You do not run a game with this number.');
}

/** The path of a game's GM page. */
export function gmGamePath(page: GmGamePage): string {
  return `/gm/games/${page.game.number}`;
}

/**
 * Sends the GM's page of a game; after a form was refused, with what was typed and what is wrong with it.
 * @param state.link the game's invitation link, if it is known
 */
export function renderGmGame(
  deps: WebContext,
  reply: FastifyReply,
  page: GmGamePage,
  state: FormState & { link?: string | null },
): FastifyReply {
  const view: GmGameView = gmGameView(page, {
    now: deps.ctx.now(),
    form: sentForm(reply, gmGamePath(page)),
    problems: state.problems ?? [],
    values: state.values ?? {},
    link: state.link ?? null,
  });
  const scripts = view.invite?.link == null ? [] : ['copy-text.js'];
  const title = `${page.game.number} · GM page`;
  return reply.page('gm/game', { title, wide: true, styles: ['gm.css'], scripts, ...view });
}

/** Which form of the page was sent, by its path below the page's: `seats`. Null for a page that was only opened. */
function sentForm({ request }: FastifyReply, path: string): string | null {
  const [address = ''] = request.url.split('?');
  return request.method === 'POST' ? address.slice(path.length + 1) : null;
}
