import type { FastifyInstance, FastifyReply } from 'fastify';
import { gameNumber } from '../../../games/game/game-number.ts';
import { playerGame } from '../../../games/game/player-view.ts';
import { type PublicGame, publicPrintout } from '../../../games/game/public-view.ts';
import {
  publicRolledBackPrintout,
  publicRolledBackPrintouts,
  type RolledBackPrintout,
} from '../../../games/processing/rolled-back-printouts.ts';
import { joiningPage } from '../../../games/seats/joining-view.ts';
import { seatsOfferedIn } from '../../../games/seats/offers-view.ts';
import { renderHtml } from '../../../printouts/html/render-html.ts';
import { markRolledBack } from '../../../printouts/mark-rolled-back.ts';
import { AttemptParams, PrintoutParams, readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { type PublicGameView, publicGameView } from './game-view-model.ts';
import { requirePublicGame } from './require-public-game.ts';

/** The public pages of a game: its latest printout, earlier ones, and those that were rolled back. */
export default async function publicGamesRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'anyone' as const };

  app.get('/games/:number', { config }, async (request, reply) => {
    const game = await requirePublicGame(deps, request);
    return renderPublicGame(deps, reply, game, game.printouts[0]?.turn ?? null);
  });

  app.get('/games/:number/turns/:turn', { config }, async (request, reply) => {
    const { turn } = readParams(PrintoutParams, request);
    return renderPublicGame(deps, reply, await requirePublicGame(deps, request), turn);
  });

  app.get('/games/:number/turns/:turn/attempts/:attempt', { config }, async (request, reply) => {
    const { number: parts, ...wanted } = readParams(AttemptParams, request);
    const number = gameNumber(parts);
    const printout = await publicRolledBackPrintout(deps.ctx, number, wanted);
    if (printout === null) throw notFound('No printout with this number was rolled back in this game.');
    return renderRolledBack(reply, number, printout);
  });
}

/** @param turn the turn whose printout is shown; null if there is none yet */
async function renderPublicGame(
  deps: WebContext,
  reply: FastifyReply,
  game: PublicGame,
  turn: number | null,
): Promise<FastifyReply> {
  const { ctx } = deps;
  const { account } = reply.request;
  const { number, title, gm } = game.card;
  const report = turn === null ? null : await publicPrintout(ctx, number, turn);
  if (turn !== null && report === null) throw notFound('This game has no printout for this turn.');
  const view: PublicGameView = publicGameView({
    game,
    joining: await joiningPage(ctx, account, number),
    offers: await seatsOfferedIn(ctx, number),
    rolledBack: await publicRolledBackPrintouts(ctx, number),
    isSeated: account !== null && (await playerGame(ctx, account, number)) !== null,
    isGm: account !== null && account.id === gm.id,
    turn,
    report: report === null ? null : renderHtml(report),
    now: ctx.now(),
  });
  return reply.page('public/game', { title: `${number} ${title}`, wide: true, ...view });
}

/** A printout that was rolled back, as templates/web/public/rolled-back-printout.eta prints it. */
interface RolledBackView {
  number: string;
  turn: number;
  rolledBackAt: Date;
  timeZone: string;
  report: string;
}

function renderRolledBack(reply: FastifyReply, number: string, printout: RolledBackPrintout): FastifyReply {
  const { turn, rolledBackAt, timeZone, report, when } = printout;
  const html = renderHtml(markRolledBack(report, when));
  const view: RolledBackView = { number, turn, rolledBackAt, timeZone, report: html };
  return reply.page('public/rolled-back-printout', {
    title: `Printout ${turn}, ${number}, rolled back`,
    wide: true,
    styles: ['sheet.css'],
    ...view,
  });
}
