import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { playerGame } from '../../../games/game/player-view.ts';
import { asksSharedQuestions } from '../../../games/questions/solved-questions.ts';
import { dueChangeInWords } from '../../../games/schedule/printed-due.ts';
import { renderHtml } from '../../../printouts/html/render-html.ts';
import { renderText } from '../../../printouts/text/render-text.ts';
import { wrapHanging } from '../../../text/plain-text.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { AttemptParams, PrintoutParams, withSchemas } from '../../forms/read-request.ts';
import { writeToGmPath } from '../../rendering/conversation-view.ts';
import {
  requirePrintout,
  requireRolledBack,
  sendPrintout,
  sendRolledBack,
} from '../../rendering/own-printouts.ts';
import type { PrintedFiles } from '../../rendering/printed-files.ts';
import { rulebookLink } from '../../rendering/rulebook-links.ts';
import { questionsPath, sheetPath } from '../../turn-sheet/addresses.ts';
import type { WebContext } from '../../web-context.ts';

const PaperQuery = z.object({ paper: z.enum(['letter', 'a4']).optional() });

/** A player's own printouts as a page, a PDF and plain text. */
export default async function playerPrintoutRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  currentRoutes(app, deps, app.ownPrintouts);
  rolledBackRoutes(app, deps, app.ownPrintouts);
}

/** Printouts that are in force. */
function currentRoutes(app: FastifyInstance, deps: WebContext, pdfs: PrintedFiles): void {
  const { ctx } = deps;
  const routes = withSchemas(app);
  const config = { access: 'account' as const };
  const schema = { params: PrintoutParams };
  const path = '/my/games/:number/turns/:turn';

  routes.get(path, { config: { ...config, costly: 'game' }, schema }, async (request, reply) => {
    const { report, number, turn, dueChange } = await requirePrintout(ctx, request, request.params);
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
      const printout = await requirePrintout(ctx, request, request.params);
      return sendPrintout(deps, pdfs, reply, { printout, paper: request.query.paper });
    },
  );

  routes.get(`${path}.txt`, { config: { ...config, costly: 'game' }, schema }, async (request, reply) => {
    const { report, dueChange } = await requirePrintout(ctx, request, request.params);
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
    const { number, printout, report } = await requireRolledBack(ctx, request, request.params);
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
      const rolledBack = await requireRolledBack(ctx, request, request.params);
      return sendRolledBack(deps, pdfs, reply, { rolledBack, paper: request.query.paper });
    },
  );

  routes.get(`${path}.txt`, { config: { ...config, costly: 'game' }, schema }, async (request, reply) => {
    const { report } = await requireRolledBack(ctx, request, request.params);
    return reply.type('text/plain; charset=utf-8').send(renderText(report));
  });
}
