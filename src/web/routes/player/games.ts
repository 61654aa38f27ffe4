import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mayRunGames } from '../../../accounts/gm-rights.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { runsGames } from '../../../games/game/gm-games-view.ts';
import { type PlayerGame, playerGame, playerGames, playerPrintout } from '../../../games/game/player-view.ts';
import { lettersMark, newLetters } from '../../../games/letters/letters-view.ts';
import {
  ownRolledBackPrintout,
  ownRolledBackPrintouts,
} from '../../../games/processing/rolled-back-printouts.ts';
import { belongsTo, keptSeats } from '../../../games/seats/joining-view.ts';
import { advanceOrdersLines } from '../../../games/sheets/advance-orders-view.ts';
import { sheetGoesTo } from '../../../mail/outbound/links.ts';
import { renderHtml } from '../../../printouts/html/render-html.ts';
import { markRolledBack } from '../../../printouts/mark-rolled-back.ts';
import { renderPdf } from '../../../printouts/pdf/render-pdf.ts';
import { renderText } from '../../../printouts/text/render-text.ts';
import type { Report } from '../../../rules/report.ts';
import { accountOf } from '../../access/session-cookies.ts';
import {
  AttemptParams,
  GameParams,
  PrintoutParams,
  readParams,
  readQuery,
} from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { advanceOrdersView } from '../../turn-sheet/advance-orders-page.ts';
import { versionLines } from '../../turn-sheet/versions.ts';
import type { WebContext } from '../../web-context.ts';

/** A PDF is the most costly thing that anybody can ask for; per account and minute. */
const PDFS = { max: 40, timeWindow: '1 minute' };
const PaperQuery = z.object({ paper: z.enum(['letter', 'a4']).optional() });

/** A player's own games and printouts: for the account that sits there, and nobody else. */
export default async function playerGamesRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  gameRoutes(app, deps);
  printoutRoutes(app, deps);
  supersededRoutes(app, deps);
}

function gameRoutes(app: FastifyInstance, { ctx }: WebContext): void {
  app.get('/my', { config: { access: 'account' } }, async (_request, reply) =>
    reply.redirect('/my/games', 303),
  );

  app.get('/my/games', { config: { access: 'account' } }, async (request, reply) => {
    const games = await playerGames(ctx, accountOf(request));
    return reply.page('player/games', {
      title: 'My games',
      styles: ['sheet.css'],
      owing: games.filter((game) => game.owes),
      others: games.filter((game) => !game.owes),
      kept: await keptSeats(ctx, accountOf(request)),
      stands,
      newLetters: await newLetters(ctx, accountOf(request)),
      // Whoever may open games finds those in the menu.
      runs: !mayRunGames(accountOf(request)) && (await runsGames(ctx, accountOf(request))),
    });
  });

  app.get('/my/games/:number', { config: { access: 'account' } }, async (request, reply) => {
    const number = gameNumber(readParams(GameParams, request).number);
    const page = await playerGame(ctx, accountOf(request), number);
    if (page === null) {
      // Mails to those who had a seat, or stand in line for one, lead here: on to what is there for them.
      if (await belongsTo(ctx, accountOf(request), number)) return reply.redirect(`/games/${number}`, 303);
      throw notFound('You have no seat in a game of this number.');
    }
    return reply.page('player/game', {
      title: `${number} ${page.game.title}`,
      styles: ['sheet.css'],
      ...page,
      superseded: await ownRolledBackPrintouts(ctx, accountOf(request), number),
      number,
      zone: page.game.timeZone,
      stands: stands(page),
      letters: await lettersMark(ctx, accountOf(request), number),
      lastTurn: page.printouts[0]?.turn ?? null,
      ahead: advanceOrdersView(number, await advanceOrdersLines(ctx, accountOf(request), number)),
      versions: versionLines(
        number,
        page.versions.filter((version) => version.turn === page.game.turn),
        page.game.turn,
      ),
    });
  });
}

/** The account's own printouts: as a page, a PDF and plain text. */
function printoutRoutes(app: FastifyInstance, deps: WebContext): void {
  app.get('/my/games/:number/turns/:turn', { config: { access: 'account' } }, async (request, reply) => {
    const { report, number, turn } = await ownPrintout(deps, request);
    const page = await playerGame(deps.ctx, accountOf(request), number);
    return reply.page('player/printout', {
      title: `Printout ${turn}, ${number}`,
      wide: true,
      number,
      turn,
      turns: (page?.printouts ?? []).map((printout) => printout.turn).reverse(),
      over: page?.game.status === 'over',
      owes: page?.owes === true && page.game.turn === turn,
      report: renderHtml(report),
    });
  });

  app.get(
    '/my/games/:number/turns/:turn.pdf',
    { config: { access: 'account', rateLimit: PDFS } },
    async (request, reply) => {
      const { report, number, finalOrders } = await ownPrintout(deps, request);
      const sendTo = sheetGoesTo(deps.publicUrl, number);
      return sendPdf(deps, request, reply, report, { name: fileName(report, 'pdf'), sendTo, finalOrders });
    },
  );

  app.get('/my/games/:number/turns/:turn.txt', { config: { access: 'account' } }, async (request, reply) => {
    const { report } = await ownPrintout(deps, request);
    return reply.type('text/plain; charset=utf-8').send(renderText(report));
  });
}

/** Printouts that were rolled back: for whoever could read them before, and marked as such wherever they are read. */
function supersededRoutes(app: FastifyInstance, deps: WebContext): void {
  const config = { access: 'account' as const };
  const path = '/my/games/:number/turns/:turn/attempts/:attempt';

  app.get(path, { config }, async (request, reply) => {
    const { number, printout, report } = await ownRolledBack(deps, request);
    return reply.page('player/superseded', {
      title: `Printout ${printout.turn}, ${number}, rolled back`,
      wide: true,
      styles: ['sheet.css'],
      number,
      ...printout,
      report: renderHtml(report),
    });
  });

  app.get(`${path}.pdf`, { config: { ...config, rateLimit: PDFS } }, async (request, reply) => {
    const { printout, report } = await ownRolledBack(deps, request);
    const name = fileName(report, 'pdf', `-rolled-back-${printout.attempt}`);
    return sendPdf(deps, request, reply, report, { name });
  });

  app.get(`${path}.txt`, { config }, async (request, reply) => {
    const { report } = await ownRolledBack(deps, request);
    return reply.type('text/plain; charset=utf-8').send(renderText(report));
  });
}

/** @throws a 404 for anybody else's, and where none was rolled back */
async function ownRolledBack(deps: WebContext, request: FastifyRequest) {
  const { number: parts, ...wanted } = readParams(AttemptParams, request);
  const number = gameNumber(parts);
  const printout = await ownRolledBackPrintout(deps.ctx, accountOf(request), number, wanted);
  if (printout === null) throw notFound('There is no such printout of yours.');
  return { number, printout, report: markRolledBack(printout.report, printout.when) };
}

async function sendPdf(
  { ctx }: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  report: Report,
  { name, ...options }: { name: string; sendTo?: string; finalOrders?: boolean },
): Promise<FastifyReply> {
  const paper = readQuery(PaperQuery, request).paper ?? accountOf(request).paper;
  const pdf = await renderPdf(report, { paper, ...options, created: ctx.now() });
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(pdf);
}

/** The printout of a turn that was written for this account. @throws a 404 for anybody else's */
async function ownPrintout(deps: WebContext, request: FastifyRequest) {
  const params = readParams(PrintoutParams, request);
  const number = gameNumber(params.number);
  const found = await playerPrintout(deps.ctx, accountOf(request), number, params.turn);
  if (found === null) throw notFound('There is no such printout of yours.');
  return { report: found.report, finalOrders: found.finalOrders, number, turn: params.turn };
}

/** `EY-12-T3-AB.pdf`: only characters that every file system and header takes. */
function fileName(report: Report, ending: string, mark = ''): string {
  const turn = report.turn === null ? 'final' : `T${report.turn}`;
  const parts = [report.game, turn, report.reader?.identifier ?? 'public'];
  return `${parts.join('-').replace(/[^A-Za-z0-9-]/g, '')}${mark}.${ending}`;
}

/** How a seat's sheet stands, in words. */
function stands(game: PlayerGame): string {
  if (!game.owes) return 'No sheet is awaited';
  return game.standingVersion === null ? 'Not sent yet' : `Version ${game.standingVersion} stands`;
}
