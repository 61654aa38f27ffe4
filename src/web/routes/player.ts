import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sheetLink } from '../../mail/links.ts';
import { renderHtml } from '../../printouts/html.ts';
import { renderPdf } from '../../printouts/pdf.ts';
import { renderText } from '../../printouts/text.ts';
import type { Report } from '../../rules/report.ts';
import { lettersMark, newLetters } from '../../turns/correspondence-view.ts';
import { numberOf } from '../../turns/number.ts';
import { belongsTo, keptSeats } from '../../turns/view-joining.ts';
import { type PlayerGame, playerGame, playerGames, playerPrintout } from '../../turns/view-player.ts';
import { GameParams, readParams, readQuery } from '../checked.ts';
import type { WebDeps } from '../deps.ts';
import { notFound } from '../http.ts';
import { accountOf } from '../plugins/sessions.ts';
import { versionLines } from '../sheet/versions.ts';

const Turn = z.coerce.number().int().min(1).max(100_000);
const PrintoutParams = GameParams.extend({ turn: Turn });
/** A PDF is the most costly thing that anybody can ask for; per account and minute. */
const PDFS = { max: 40, timeWindow: '1 minute' };
const PaperQuery = z.object({ paper: z.enum(['letter', 'a4']).optional() });

/** A player's own games and printouts: for the account that sits there, and nobody else. */
export default async function playerRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { house } = deps;

  app.get('/my', { config: { who: 'account' } }, async (_request, reply) => reply.redirect('/my/games', 303));

  app.get('/my/games', { config: { who: 'account' } }, async (request, reply) => {
    const games = await playerGames(house, accountOf(request));
    return reply.page('player/games', {
      title: 'My games',
      styles: ['sheet.css'],
      owing: games.filter((game) => game.owes),
      others: games.filter((game) => !game.owes),
      kept: await keptSeats(house, accountOf(request)),
      stands,
      newLetters: await newLetters(house, accountOf(request)),
    });
  });

  app.get('/my/games/:number', { config: { who: 'account' } }, async (request, reply) => {
    const number = numberOf(readParams(GameParams, request).number);
    const page = await playerGame(house, accountOf(request), number);
    if (page === null) {
      // Mails to those who had a seat, or stand in line for one, lead here: on to what is there for them.
      if (await belongsTo(house, accountOf(request), number)) return reply.redirect(`/games/${number}`, 303);
      throw notFound('You have no seat in a game of this number.');
    }
    return reply.page('player/game', {
      title: `${number} ${page.game.title}`,
      styles: ['sheet.css'],
      ...page,
      number,
      zone: page.game.timeZone,
      stands: stands(page),
      letters: await lettersMark(house, accountOf(request), number),
      lastTurn: page.printouts[0]?.turn ?? null,
      versions: versionLines(
        number,
        page.versions.filter((version) => version.turn === page.game.turn),
        page.game.turn,
      ),
    });
  });

  app.get('/my/games/:number/turns/:turn', { config: { who: 'account' } }, async (request, reply) => {
    const { report, number, turn } = await ownPrintout(deps, request);
    const page = await playerGame(house, accountOf(request), number);
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
    { config: { who: 'account', rateLimit: PDFS } },
    async (request, reply) => {
      const { report, number } = await ownPrintout(deps, request);
      const paper = readQuery(PaperQuery, request).paper ?? accountOf(request).paper;
      const sendTo = `Fill in the sheet at ${sheetLink(deps.publicUrl, number)}`;
      const pdf = await renderPdf(report, { paper, sendTo, created: house.now() });
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${fileName(report, 'pdf')}"`)
        .send(pdf);
    },
  );

  app.get('/my/games/:number/turns/:turn.txt', { config: { who: 'account' } }, async (request, reply) => {
    const { report } = await ownPrintout(deps, request);
    return reply.type('text/plain; charset=utf-8').send(renderText(report));
  });
}

/** The printout of a turn that was written for this account. @throws a 404 for anybody else's */
async function ownPrintout(deps: WebDeps, request: FastifyRequest) {
  const params = readParams(PrintoutParams, request);
  const number = numberOf(params.number);
  const found = await playerPrintout(deps.house, accountOf(request), number, params.turn);
  if (found === null) throw notFound('There is no such printout of yours.');
  return { report: found.report, number, turn: params.turn };
}

/** `EY-12-T3-AB.pdf`: only characters that every file system and header takes. */
function fileName(report: Report, ending: string): string {
  const turn = report.turn === null ? 'final' : `T${report.turn}`;
  const parts = [report.game, turn, report.reader?.id ?? 'public'];
  return `${parts.join('-').replace(/[^A-Za-z0-9-]/g, '')}.${ending}`;
}

/** How a seat's sheet stands, in words. */
function stands(game: PlayerGame): string {
  if (!game.owes) return 'No sheet is awaited';
  return game.standingVersion === null ? 'Not sent yet' : `Version ${game.standingVersion} stands`;
}
