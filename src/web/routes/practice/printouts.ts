import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { practiceReport } from '../../../games/practice/practice-view.ts';
import { renderHtml } from '../../../printouts/html/render-html.ts';
import { renderText } from '../../../printouts/text/render-text.ts';
import type { Report } from '../../../rules/report.ts';
import { withSchemas } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { sendPracticePrintout } from '../../rendering/practice-printouts.ts';
import { createSizedCache } from '../../rendering/sized-cache.ts';
import type { WebContext } from '../../web-context.ts';
import { PracticePrintoutParams, practiceContext, practicePrintoutPath } from './practice-context.ts';
import { nextStep, practiceControls, practiceNotesForm, printoutGuide } from './view-model.ts';

const PaperQuery = z.object({ paper: z.enum(['letter', 'a4']).optional() });

/** How many characters of printouts as HTML are kept. */
const MAX_LENGTH = 8 * 1024 * 1024;

/** The printouts of practice games as a page, a PDF and plain text. */
export default async function practicePrintoutRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const routes = withSchemas(app);
  const access = 'anyone' as const;
  const schema = { params: PracticePrintoutParams };
  const path = '/practice/:game/turns/:turn';

  const pages = createSizedCache<string>(MAX_LENGTH);
  routes.get(path, { config: { access, costly: 'game' }, schema }, async (request, reply) => {
    const context = await practiceContext(deps, request, request.params.game);
    const { turn } = request.params;
    const { game } = context.whole;
    const key = [game.id, turn, game.playedAt.getTime()].join();
    const report = await pages.get(key, async () => renderHtml(requireReport(context, turn)));
    const isLatest = turn === game.turn;
    return reply.page('practice/printout', {
      title: `Printout ${turn}, practice game`,
      wide: true,
      styles: ['sheet.css'],
      scripts: ['printout.js'],
      heading: `Printout ${turn} of your practice game`,
      next: isLatest ? nextStep(context) : null,
      guide: printoutGuide(context, turn),
      controls: practiceControls(context, turn),
      notes: practiceNotesForm(context, turn),
      address: practicePrintoutPath(game.id, turn),
      report,
    });
  });

  const pdfSchema = { ...schema, querystring: PaperQuery };
  routes.get(
    `${path}.pdf`,
    { config: { access, costly: 'pdf' }, schema: pdfSchema },
    async (request, reply) => {
      const context = await practiceContext(deps, request, request.params.game);
      const { turn } = request.params;
      const { paper } = request.query;
      const printout = { game: context.whole.game, turn, report: requireReport(context, turn), paper };
      return sendPracticePrintout(deps, app.practicePrintouts, reply, printout);
    },
  );

  routes.get(`${path}.txt`, { config: { access, costly: 'game' }, schema }, async (request, reply) => {
    const context = await practiceContext(deps, request, request.params.game);
    const text = renderText(requireReport(context, request.params.turn));
    return reply.type('text/plain; charset=utf-8').send(text);
  });
}

/** A printout of the visitor's practice game. @throws a 404 if there is none */
function requireReport({ whole }: Awaited<ReturnType<typeof practiceContext>>, turn: number): Report {
  const report = practiceReport(whole, turn);
  if (report === null) throw notFound('Your practice game has no printout for this turn.');
  return report;
}
