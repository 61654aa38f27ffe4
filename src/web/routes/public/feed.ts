import type { FastifyInstance } from 'fastify';
import { Feed } from 'feed';
import { type PublicGame, publicReportById } from '../../../games/game/public-view.ts';
import { escapeHtml } from '../../../text/escape.ts';
import { printable } from '../../../text/printable.ts';
import { createSizedCache } from '../../rendering/sized-cache.ts';
import type { WebContext } from '../../web-context.ts';
import { requirePublicGame } from './require-public-game.ts';

/** How many printouts a feed has, the newest ones. */
const MAX_ENTRIES = 10;

/** The characters of entries that are kept. */
const MAX_LENGTH = 1024 * 1024;

/** The public printouts of a game as an Atom feed (RFC 4287): the news of each turn, with a link to the printout. */
export default async function feedRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'anyone' as const, costly: 'game' as const, session: false as const };
  // A printout never changes, so its news are kept by its id.
  const kept = createSizedCache<string>(MAX_LENGTH);

  app.get('/games/:number/feed.atom', { config }, async (request, reply) => {
    const game = await requirePublicGame(deps, request);
    const entries = await Promise.all(
      game.printouts.slice(0, MAX_ENTRIES).map(async (printout) => ({
        ...printout,
        news: await kept.get(printout.id, async () => newsOf(deps, printout.id)),
      })),
    );
    return reply.type('application/atom+xml; charset=utf-8').send(feedOf(deps.publicUrl, game, entries));
  });
}

/**
 * The news of a printout as a text; without news, its summary. Titles and names may have characters that XML forbids, which
 * are left out here as in printouts: programs refuse a whole feed with one of them.
 */
async function newsOf({ ctx }: WebContext, printoutId: string): Promise<string> {
  const { subtitle, news, summary } = await publicReportById(ctx, printoutId);
  const sentences = news === undefined ? summary : [`${news.headline}.`, ...news.sentences];
  return JSON.stringify({ title: printable(subtitle), text: printable(sentences.join(' ')) });
}

function feedOf(
  publicUrl: string,
  { card, printouts }: PublicGame,
  entries: readonly { id: string; turn: number; at: Date; news: string }[],
): string {
  const { number, title } = card;
  const link = `${publicUrl}/games/${number}`;
  const feed = new Feed({
    id: link,
    link,
    title: printable(`${number}: ${title}`),
    updated: printouts[0]?.at ?? card.begunAt ?? new Date(0),
    generator: 'Whistlestop',
    language: 'en',
    feedLinks: { atom: `${link}/feed.atom` },
  });
  for (const { id, turn, at, news } of entries) {
    const told = JSON.parse(news) as { title: string; text: string };
    const address = `${link}/turns/${turn}`;
    feed.addItem({
      id: `urn:uuid:${id}`,
      // The library declares both as HTML.
      title: escapeHtml(`${number}: ${told.title}`),
      link: address,
      date: at,
      description: escapeHtml(told.text),
      author: [{ name: 'Whistlestop' }],
    });
  }
  return feed.atom1();
}
