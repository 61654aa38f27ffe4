import type { Report } from '../../rules/report.ts';
import { PAPERS, type Paper } from '../pdf/page.ts';
import { paintPdf } from '../pdf/paint.ts';
import { type PdfOptions, renderPdf } from '../pdf/render-pdf.ts';
import { PDFDocument } from '../pdf-library.ts';
import { type Cover, layOutCover } from './cover-page.ts';

/** What is printed for one player. */
export interface PostedPrintout {
  cover: Cover;
  report: Report;
  options: Omit<PdfOptions, 'paper' | 'created' | 'fillable'>;
}

/**
 * One PDF with everything that goes by post. Each player has an even number of pages, so that the file can be printed on both
 * sides: a cover page, whose back is blank unless the cover page continues there, then the printout with its sheet, and a blank page if their number is odd.
 */
export async function renderRound(
  items: readonly PostedPrintout[],
  { paper, created, title }: { paper: Paper; created: Date; title: string },
): Promise<Buffer> {
  const round = await PDFDocument.create();
  round.setTitle(title);
  round.setProducer('Whistlestop');
  round.setCreationDate(created);
  round.setModificationDate(created);
  const { width, height } = PAPERS[paper];
  for (const { cover, report, options } of items) {
    const info = { title, author: 'Whistlestop', subject: '', created };
    const covers = await append(round, await paintPdf(layOutCover(paper, cover), paper, info));
    if (covers % 2 === 1) round.addPage([width, height]);
    const pages = await append(round, await renderPdf(report, { ...options, paper, created }));
    if (pages % 2 === 1) round.addPage([width, height]);
  }
  return Buffer.from(await round.save());
}

/** Adds all pages of a PDF. Returns how many. */
async function append(round: PDFDocument, pdf: Buffer): Promise<number> {
  const source = await PDFDocument.load(pdf, { updateMetadata: false });
  const pages = await round.copyPages(source, source.getPageIndices());
  for (const page of pages) round.addPage(page);
  return pages.length;
}
