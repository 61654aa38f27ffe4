import { type BlankSheet, pageHeader, type Report } from '../../rules/report.ts';
import type { SheetForm } from '../../rules/sheet.ts';
import { printable } from '../../text/printable.ts';
import { type LayoutOptions, layOutReport } from './lay-out-report.ts';
import { paintPdf } from './paint.ts';
import { formMark } from './sheet/form-mark.ts';
import type { SheetMark } from './writing/form-fields.ts';

/** How a printout becomes a PDF. */
export interface PdfOptions extends LayoutOptions {
  /** The date in the file, a fixed one by default: the same report with the same date gives the same bytes. */
  created?: Date;
  /** Whether the sheet can be filled in on a screen. Only one with a token can. */
  fillable?: boolean;
  /** The form of the sheet as the server reads it, if the report has other words: a stranger's has no links. */
  form?: SheetForm;
}

const DEFAULT_DATE = new Date(Date.UTC(2000, 0, 1));

/** A report as a PDF (1.7, tagged, with embedded fonts). */
export function renderPdf(report: Report, options: PdfOptions): Promise<Buffer> {
  const info = {
    title: printable(`${pageHeader(report)} — ${report.title}`),
    author: 'Whistlestop',
    subject: printable(report.subtitle),
    created: options.created ?? DEFAULT_DATE,
  };
  const mark = options.fillable ? sheetMark(report, options.form) : null;
  return paintPdf(layOutReport(report, options), options.paper, info, mark);
}

/** Whose sheet the report contains; null if it contains none that can be sent. */
function sheetMark({ game, turn, reader, sections }: Report, form: SheetForm | undefined): SheetMark | null {
  const blocks = sections.flatMap((section) => section.blocks);
  const sheet = blocks.find((block): block is BlankSheet => block.kind === 'sheet');
  if (sheet?.token === undefined || turn === null || reader === null) return null;
  return { game, seat: reader.identifier, turn, token: sheet.token, form: formMark(form ?? sheet.form) };
}
