import { pageHeader, type Report } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import { type LayoutOptions, layOutReport } from './lay-out-report.ts';
import { paintPdf } from './paint.ts';

/** How a printout becomes a PDF. */
export interface PdfOptions extends LayoutOptions {
  /** The date in the file, a fixed one by default: the same report with the same date gives the same bytes. */
  created?: Date;
}

const DEFAULT_DATE = new Date(Date.UTC(2000, 0, 1));

/** A report as a PDF (1.7, tagged, with embedded fonts). */
export function renderPdf(report: Report, options: PdfOptions): Promise<Buffer> {
  return paintPdf(layOutReport(report, options), options.paper, {
    title: printable(`${pageHeader(report)} — ${report.title}`),
    author: 'Whistlestop',
    subject: printable(report.subtitle),
    created: options.created ?? DEFAULT_DATE,
  });
}
