import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gameNumber } from '../../../games/game/game-number.ts';
import { type PublicGamePage, publicGamePage } from '../../../games/game/public-page-view.ts';
import { publicReportById } from '../../../games/game/public-view.ts';
import {
  publicRolledBackPrintout,
  type RolledBackPrintout,
} from '../../../games/processing/rolled-back-printouts.ts';
import { renderHtml } from '../../../printouts/html/render-html.ts';
import { markRolledBack } from '../../../printouts/mark-rolled-back.ts';
import { AttemptParams, GameParams, PrintoutParams, readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { LinkPreview } from '../../rendering/pages.ts';
import { createSizedCache, type SizedCache } from '../../rendering/sized-cache.ts';
import type { WebContext } from '../../web-context.ts';
import { type PublicGameView, publicGameView } from './game-view-model.ts';

/** The characters of printouts as HTML that are kept: about 150 of the longest. */
const MAX_LENGTH = 16 * 1024 * 1024;

/**
 * The public pages of a game: its latest printout, earlier ones, and those that were rolled back. A printout never
 * changes, so its HTML is kept by the id of the printout.
 */
export default async function publicGamesRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'anyone' as const, costly: 'game' as const };
  const printed = createSizedCache<string>(MAX_LENGTH);

  app.get('/games/:number', { config }, async (request, reply) => {
    const page = await requirePage(deps, request);
    return renderPublicGame(deps, reply, { page, printed, turn: page.game.printouts[0]?.turn ?? null });
  });

  app.get('/games/:number/turns/:turn', { config }, async (request, reply) => {
    const { turn } = readParams(PrintoutParams, request);
    return renderPublicGame(deps, reply, { page: await requirePage(deps, request), printed, turn });
  });

  app.get('/games/:number/turns/:turn/attempts/:attempt', { config }, async (request, reply) => {
    const { number: parts, ...wanted } = readParams(AttemptParams, request);
    const number = gameNumber(parts);
    const printout = await publicRolledBackPrintout(deps.ctx, number, wanted);
    if (printout === null) throw notFound('No printout with this number was rolled back in this game.');
    return renderRolledBack(reply, number, printout, printed);
  });
}

/** What the page of the game of the address shows. @throws a 404 if there is none */
async function requirePage({ ctx }: WebContext, request: FastifyRequest): Promise<PublicGamePage> {
  const number = gameNumber(readParams(GameParams, request).number);
  const page = await publicGamePage(ctx, request.account, number);
  if (page === null) throw notFound('There is no game with this number on this server.');
  return page;
}

/** @param shown.turn the turn whose printout is shown; null if there is none yet */
async function renderPublicGame(
  { ctx }: WebContext,
  reply: FastifyReply,
  shown: { page: PublicGamePage; printed: SizedCache<string>; turn: number | null },
): Promise<FastifyReply> {
  const { page, printed, turn } = shown;
  const { account } = reply.request;
  const { number, title, gm } = page.game.card;
  const printout = page.game.printouts.find((one) => one.turn === turn);
  if (turn !== null && printout === undefined) throw notFound('This game has no printout for this turn.');
  const render = async (id: string) => renderHtml(await publicReportById(ctx, id));
  const view: PublicGameView = publicGameView({
    ...page,
    isGm: account !== null && account.id === gm.id,
    turn,
    report: printout === undefined ? null : await printed.get(printout.id, () => render(printout.id)),
    now: ctx.now(),
  });
  return reply.page('public/game', {
    title: `${number} ${title}`,
    wide: true,
    scripts: ['printout.js'],
    feed: `/games/${number}/feed.atom`,
    ...(printout !== undefined && { share: await previewOf(ctx, printed, { number, ...printout }) }),
    ...view,
  });
}

/** What is shown with a link to a printout. */
async function previewOf(
  ctx: WebContext['ctx'],
  printed: SizedCache<string>,
  { number, id, turn }: { number: string; id: string; turn: number },
): Promise<LinkPreview> {
  const description = await printed.get(`${id} in words`, async () => {
    const { subtitle, news, summary } = await publicReportById(ctx, id);
    return news === undefined
      ? [subtitle, ...summary].join(' ')
      : [`${news.headline}.`, ...news.sentences].join(' ');
  });
  return {
    description,
    picture: `/games/${number}/turns/${turn}/picture.png?of=${id}`,
    alt: `The headline and the map of turn ${turn} of ${number}`,
  };
}

/** A printout that was rolled back, as templates/web/public/rolled-back-printout.eta prints it. */
interface RolledBackView {
  number: string;
  turn: number;
  rolledBackAt: Date;
  timeZone: string;
  report: string;
}

async function renderRolledBack(
  reply: FastifyReply,
  number: string,
  printout: RolledBackPrintout,
  printed: SizedCache<string>,
): Promise<FastifyReply> {
  const { id, turn, rolledBackAt, timeZone, report, when } = printout;
  // The HTML says when it was rolled back, in the zone of the game, which its GM can change.
  const html = await printed.get(`${id} ${when}`, async () => renderHtml(markRolledBack(report, when)));
  const view: RolledBackView = { number, turn, rolledBackAt, timeZone, report: html };
  return reply.page('public/rolled-back-printout', {
    title: `Printout ${turn}, ${number}, rolled back`,
    wide: true,
    styles: ['sheet.css'],
    scripts: ['printout.js'],
    ...view,
  });
}
