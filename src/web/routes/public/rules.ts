import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Paper } from '../../../printouts/pdf/page.ts';
import { type RulebookHtml, renderRulebookHtml } from '../../../printouts/rulebook/rulebook-html.ts';
import { renderRulebookPdf } from '../../../printouts/rulebook/rulebook-pdf.ts';
import { renderRulebookText } from '../../../printouts/rulebook/rulebook-text.ts';
import { findRuleset, RULESETS } from '../../../rules/catalog.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import { withSchemas } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { rulebookPath } from '../../rendering/rulebook-links.ts';

const RulesParams = z.object({ id: z.string().max(60) });
const PaperQuery = z.object({ paper: z.enum(['letter', 'a4']).optional() });

/** A rulebook, as templates/web/public/rulebook.eta prints it. */
interface RulebookView extends RulebookHtml {
  heading: string;
  rulebookPath: string;
  /** Where a practice game is started. */
  practice: string;
}

/** The rules of each game as a page, a PDF and plain text. They are the same for everyone, and are rendered once. */
export default async function rulesRoutes(app: FastifyInstance): Promise<void> {
  const config = { access: 'anyone' as const, cacheable: true as const };
  const routes = withSchemas(app);
  const schema = { params: RulesParams };
  const html = remember((id) => renderRulebookHtml(requireRuleset(id)));
  const text = remember((id) => renderRulebookText(requireRuleset(id)));
  const pdf = {
    letter: remember((id) => renderRulebookPdf(requireRuleset(id), 'letter')),
    a4: remember((id) => renderRulebookPdf(requireRuleset(id), 'a4')),
  } satisfies Record<Paper, unknown>;

  app.get('/rules', { config }, async (_request, reply) => {
    const games = Object.values(RULESETS as Record<string, Ruleset>).map(({ id, title, blurb }) => ({
      ...{ title, blurb, path: rulebookPath(id) },
    }));
    return reply.page('public/rules', { title: 'Rules', games });
  });

  routes.get('/rules/:id', { config, schema }, async (request, reply) => {
    const { id, title } = requireRuleset(request.params.id);
    const view: RulebookView = {
      heading: title,
      rulebookPath: rulebookPath(id),
      practice: `/practice#kind-${id}`,
      ...html(id),
    };
    return reply.page('public/rulebook', { title: `Rules of ${title}`, styles: ['rulebook.css'], ...view });
  });

  const pdfSchema = { ...schema, querystring: PaperQuery };
  routes.get(
    '/rules/:id.pdf',
    { config: { ...config, costly: 'pdf' }, schema: pdfSchema },
    async (request, reply) => {
      const { id } = requireRuleset(request.params.id);
      const paper = request.query.paper ?? request.account?.paper ?? 'letter';
      const file = await pdf[paper](id);
      return reply
        .type('application/pdf')
        .header('content-disposition', `inline; filename="${id}-rules.pdf"`)
        .send(file);
    },
  );

  routes.get('/rules/:id.txt', { config, schema }, async (request, reply) => {
    const { id } = requireRuleset(request.params.id);
    return reply.type('text/plain; charset=utf-8').send(text(id));
  });
}

/** @throws a 404 if there is no such game */
function requireRuleset(id: string): Ruleset {
  const ruleset = findRuleset(id);
  if (ruleset === undefined) throw notFound('There is no game with these rules.');
  return ruleset;
}

/** A function that computes its result only once for each id; it is called only with ids of the catalog. */
function remember<T>(render: (id: string) => T): (id: string) => T {
  const rendered = new Map<string, T>();
  return (id) => {
    const found = rendered.get(id) ?? render(id);
    rendered.set(id, found);
    // A failure is not remembered: the next reader tries again.
    if (found instanceof Promise) found.catch(() => rendered.delete(id));
    return found;
  };
}
