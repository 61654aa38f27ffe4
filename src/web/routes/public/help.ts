import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type MarkdownPage, renderMarkdown } from '../../rendering/markdown.ts';
import type { WebContext } from '../../web-context.ts';

const DOCS = join(import.meta.dirname, '..', '..', '..', '..', 'docs');

/** The guides that have a page, and their addresses. */
const GUIDES = [
  { file: 'players-guide.md', path: '/help' },
  { file: 'gm-guide.md', path: '/help/gm' },
  { file: 'api.md', path: '/help/api' },
] as const;

/** A guide, as templates/web/public/guide.eta prints it. */
interface GuideView {
  heading: string;
  html: string;
  contents: MarkdownPage['contents'];
  /** The other guides. */
  others: { title: string; path: string }[];
}

/** Help: the guides, how to reach the operator, and what is stored about people. */
export default async function helpRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'anyone' as const, cacheable: true as const };
  const pages = GUIDES.map(({ file, path }) => ({ path, page: readGuide(file) }));

  for (const { path, page } of pages) {
    const others = pages.filter((other) => other.path !== path);
    const view: GuideView = {
      heading: page.title,
      html: page.html,
      contents: page.contents,
      others: others.map((other) => ({ title: other.page.title, path: other.path })),
    };
    app.get(path, { config }, async (_request, reply) =>
      reply.page('public/guide', { title: page.title, styles: ['rulebook.css'], ...view }),
    );
  }

  app.get('/contact', { config }, async (_request, reply) =>
    reply.page('public/contact', { title: 'Contact', contact: deps.contact ?? null }),
  );

  app.get('/privacy', { config }, async (_request, reply) =>
    reply.page('public/privacy', {
      title: 'Privacy',
      styles: ['rulebook.css'],
      keepMailDays: deps.keepMailDays ?? null,
      keepPracticeDays: deps.keepPracticeDays ?? null,
    }),
  );
}

function readGuide(file: string): MarkdownPage {
  const pathOf = (name: string) => GUIDES.find((guide) => guide.file === name)?.path ?? null;
  return renderMarkdown(readFileSync(join(DOCS, file), 'utf8'), pathOf);
}
