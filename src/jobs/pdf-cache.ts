import { createHash } from 'node:crypto';
import type { PdfRenderer } from '../mail/outbound/composer.ts';
import { newSharedPages, type SharedPages } from '../printouts/pdf/lay-out-report.ts';
import { renderPdf } from '../printouts/pdf/render-pdf.ts';
import type { Report } from '../rules/report.ts';

/**
 * The number of cached entries, one for each turn and paper size: as many as are usually in use at once. Each takes
 * a few megabytes at most.
 */
const MAX_ENTRIES = 8;

/**
 * Returns a PDF renderer that lays out the pages shared by all readers of a turn once per paper size and caches the
 * most recently used ones. The cache key is a hash of the content, so no reader can get pages of another turn or game.
 */
export function createPdfCache(): PdfRenderer {
  const cache = new Map<string, SharedPages>();
  return (report, options) => {
    const { paper } = options;
    const key = cacheKey(report, paper);
    const shared = cache.get(key) ?? newSharedPages(report, paper);
    // A map keeps the order of insertion: inserting again makes this entry the newest, and the first is the oldest.
    cache.delete(key);
    cache.set(key, shared);
    const [oldest] = cache.keys();
    if (cache.size > MAX_ENTRIES && oldest !== undefined) cache.delete(oldest);
    return renderPdf(report, { ...options, shared });
  };
}

function cacheKey(report: Report, paper: string): string {
  const { title, subtitle, game, turn, sections } = report;
  const content = [paper, title, subtitle, game, turn, sections.filter((section) => section.shared)];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
