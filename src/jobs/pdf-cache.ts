import { createHash } from 'node:crypto';
import type { Print } from '../mail/outbound/compose.ts';
import { layOutSharedPages, type SharedPages } from '../printouts/pdf/lay-out-report.ts';
import { renderPdf } from '../printouts/pdf/render-pdf.ts';
import type { Report } from '../rules/report.ts';

/** As many turns and paper sizes are kept as are usually under way at a time; each takes well under a megabyte. */
const KEPT = 8;

/**
 * A press that lays out the pages which all readers of a turn share once per paper size, and keeps the latest.
 * What is kept is known by its content, so that no reader can ever get another turn's or another game's pages.
 */
export function createPdfCache(): Print {
  const shared = new Map<string, SharedPages>();
  return (report, options) => {
    const { paper } = options;
    const key = keyOf(report, paper);
    const pages = shared.get(key) ?? layOutSharedPages(report, paper);
    // Put in anew, the entry becomes the youngest; the oldest is the first.
    shared.delete(key);
    shared.set(key, pages);
    const [oldest] = shared.keys();
    if (shared.size > KEPT && oldest !== undefined) shared.delete(oldest);
    return renderPdf(report, { ...options, shared: pages });
  };
}

function keyOf(report: Report, paper: string): string {
  const { title, subtitle, game, turn, sections } = report;
  const content = [paper, title, subtitle, game, turn, sections.filter((section) => section.shared)];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
