import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { playerGame, playerPrintout } from '../../../games/game/player-view.ts';
import { ownRolledBackPrintout } from '../../../games/processing/rolled-back-printouts.ts';
import { asksSharedQuestions } from '../../../games/questions/solved-questions.ts';
import { dueChangeInWords } from '../../../games/schedule/printed-due.ts';
import { scanLink, sheetGoesTo } from '../../../mail/outbound/links.ts';
import { renderHtml } from '../../../printouts/html/render-html.ts';
import { markRolledBack } from '../../../printouts/mark-rolled-back.ts';
import { renderPdf } from '../../../printouts/pdf/render-pdf.ts';
import { renderText } from '../../../printouts/text/render-text.ts';
import type { Report } from '../../../rules/report.ts';
import { wrapHanging } from '../../../text/plain-text.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { AttemptParams, PrintoutParams, withSchemas } from '../../forms/read-request.ts';
import { writeToGmPath } from '../../rendering/conversation-view.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { createPrintedFiles, type PrintedFiles } from '../../rendering/printed-files.ts';
import { rulebookLink } from '../../rendering/rulebook-links.ts';
import { questionsPath, sheetPath } from '../../turn-sheet/addresses.ts';
import type { WebContext } from '../../web-context.ts';

const PaperQuery = z.object({ paper: z.enum(['letter', 'a4']).optional() });

/** A player's own printouts as a page, a PDF and plain text. */
export default async function playerPrintoutRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const pdfs = createPrintedFiles();
  currentRoutes(app, deps, pdfs);
  rolledBackRoutes(app, deps, pdfs);
}

/** Printouts that are in force. */
function currentRoutes(app: FastifyInstance, deps: WebContext, pdfs: PrintedFiles): void {
  const { ctx } = deps;
  const routes = withSchemas(app);
  const config = { access: 'account' as const };
  const schema = { params: PrintoutParams };
  const path = '/my/games/:number/turns/:turn';

  routes.get(path, { config: { ...config, costly: 'game' }, schema }, async (request, reply) => {
    const { report, number, turn, dueChange } = await requirePrintout(deps, request, request.params);
    const page = await playerGame(ctx, accountOf(request), number);
    const base = `/my/games/${number}`;
    const turns = (page?.printouts ?? []).map((printout) => printout.turn).reverse();
    const isOver = page?.game.status === 'over';
    const isOwed = page?.owes === true && page.game.turn === turn;
    return reply.page('player/printout', {
      title: `Printout ${turn}, ${number}`,
      wide: true,
      scripts: ['printout.js'],
      heading: `Printout ${turn} of ${number}`,
      printouts: turns.map((one) => ({
        address: `${base}/turns/${one}`,
        label: isOver && one === turns.at(-1) ? 'Final' : `Turn ${one}`,
        isCurrent: one === turn,
      })),
      sheetAddress: isOwed ? sheetPath(number) : null,
      sheetDue: isOwed && page.game.pausedAt === null ? page.game.due : null,
      zone: page?.game.timeZone,
      address: `${base}/turns/${turn}`,
      gameAddress: base,
      gmAddress: page !== null && page.game.gm.id !== accountOf(request).id ? writeToGmPath(number) : null,
      questionsAddress:
        page !== null && asksSharedQuestions(page.game.ruleset.id) ? questionsPath(number) : null,
      rules: page === null ? null : rulebookLink(page.game.ruleset.id),
      dueChange,
      report: renderHtml(report),
    });
  });

  const pdfSchema = { ...schema, querystring: PaperQuery };
  routes.get(
    `${path}.pdf`,
    { config: { ...config, costly: 'pdf' }, schema: pdfSchema },
    async (request, reply) => {
      const { id, report, number, finalOrders, isOpen } = await requirePrintout(
        deps,
        request,
        request.params,
      );
      const paper = request.query.paper ?? accountOf(request).paper;
      const sendTo = sheetGoesTo(deps.publicUrl, number);
      const scanTo = scanLink(deps.publicUrl, number);
      const options = { paper, sendTo, scanTo, finalOrders, fillable: isOpen, created: ctx.now() };
      // Each reader has a token, and a new player of the seat reads other names.
      const key = [id, accountOf(request).id, report.reader?.name, paper, finalOrders, isOpen].join();
      return sendPdf(reply, fileName(report), await pdfs.get(request, key, () => renderPdf(report, options)));
    },
  );

  routes.get(`${path}.txt`, { config: { ...config, costly: 'game' }, schema }, async (request, reply) => {
    const { report, dueChange } = await requirePrintout(deps, request, request.params);
    const notice = dueChange === null ? [] : [...wrapHanging('** ', dueChangeInWords(dueChange)), '', ''];
    return reply.type('text/plain; charset=utf-8').send(notice.join('\n') + renderText(report));
  });
}

/** Printouts that were rolled back. They stay readable for those who could read them before, and are marked. */
function rolledBackRoutes(app: FastifyInstance, deps: WebContext, pdfs: PrintedFiles): void {
  const { ctx } = deps;
  const routes = withSchemas(app);
  const config = { access: 'account' as const };
  const schema = { params: AttemptParams };
  const path = '/my/games/:number/turns/:turn/attempts/:attempt';

  routes.get(path, { config: { ...config, costly: 'game' }, schema }, async (request, reply) => {
    const { number, printout, report } = await requireRolledBack(deps, request, request.params);
    const { turn, attempt } = printout;
    return reply.page('player/rolled-back-printout', {
      title: `Printout ${turn}, ${number}, rolled back`,
      wide: true,
      styles: ['sheet.css'],
      scripts: ['printout.js'],
      number,
      turn,
      rolledBackAt: printout.rolledBackAt,
      zone: printout.timeZone,
      gameAddress: `/my/games/${number}`,
      address: `/my/games/${number}/turns/${turn}/attempts/${attempt}`,
      report: renderHtml(report),
    });
  });

  const pdfSchema = { ...schema, querystring: PaperQuery };
  routes.get(
    `${path}.pdf`,
    { config: { ...config, costly: 'pdf' }, schema: pdfSchema },
    async (request, reply) => {
      const { printout, report } = await requireRolledBack(deps, request, request.params);
      const paper = request.query.paper ?? accountOf(request).paper;
      const name = fileName(report, `-rolled-back-${printout.attempt}`);
      const options = { paper, created: ctx.now() };
      const key = [printout.id, accountOf(request).id, report.reader?.name, paper, printout.when].join();
      return sendPdf(reply, name, await pdfs.get(request, key, () => renderPdf(report, options)));
    },
  );

  routes.get(`${path}.txt`, { config: { ...config, costly: 'game' }, schema }, async (request, reply) => {
    const { report } = await requireRolledBack(deps, request, request.params);
    return reply.type('text/plain; charset=utf-8').send(renderText(report));
  });
}

/** A printout that was written for the account. @throws a 404 for anyone else's */
async function requirePrintout(
  { ctx }: WebContext,
  request: FastifyRequest,
  params: z.output<typeof PrintoutParams>,
) {
  const number = gameNumber(params.number);
  const found = await playerPrintout(ctx, accountOf(request), number, params.turn);
  if (found === null) throw notFound('You have no such printout.');
  return { ...found, number, turn: params.turn };
}

/** A printout of the account that was rolled back. @throws a 404 for anyone else's, and if none was rolled back */
async function requireRolledBack(
  { ctx }: WebContext,
  request: FastifyRequest,
  params: z.output<typeof AttemptParams>,
) {
  const { number: parts, ...wanted } = params;
  const number = gameNumber(parts);
  const printout = await ownRolledBackPrintout(ctx, accountOf(request), number, wanted);
  if (printout === null) throw notFound('You have no such printout.');
  return { number, printout, report: markRolledBack(printout.report, printout.when) };
}

function sendPdf(reply: FastifyReply, name: string, pdf: Buffer): FastifyReply {
  return reply
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(pdf);
}

/** `EY-12-T3-AB.pdf`, with characters that every file system and header accepts. */
function fileName(report: Report, suffix = ''): string {
  const turn = report.turn === null ? 'final' : `T${report.turn}`;
  const parts = [report.game, turn, report.reader?.identifier ?? 'public'];
  return `${parts.join('-').replace(/[^A-Za-z0-9-]/g, '')}${suffix}.pdf`;
}
