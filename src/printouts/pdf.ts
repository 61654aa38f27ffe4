import type { Report } from '../rules/report.ts';
import { pageHeader } from '../rules/report.ts';
import { starPath } from './drawing.ts';
import { fitText, type Style, textOps } from './fonts.ts';
import { PALETTE } from './palette.ts';
import { layOut, layOutShared, type SharedPages } from './pdf/layout.ts';
import { type LaidPage, MARGIN, PAPERS, type Paper, type Placed } from './pdf/page.ts';
import { paint } from './pdf/paint.ts';
import { clean } from './words.ts';

export { layOutShared, type SharedPages };

/** How a printout is to be made. */
export interface PdfOptions {
  paper: Paper;
  /** The pages that all readers of the turn share, from `layOutShared`; made anew where not given. */
  shared?: SharedPages;
  /** Where the sheet goes, in a sentence, for the sheet's foot. */
  sendTo?: string;
  /** Is there a box on the sheet for its player's last word? Only where that closes a turn early. */
  finalOrders?: boolean;
  /** The date in the file, to which nothing else is tied; the same report and date make the same bytes. */
  created?: Date;
}

const UNDATED = new Date(Date.UTC(2000, 0, 1));

/**
 * A report as a PDF (1.7, tagged, fonts embedded). Shared pages must be of the same game, turn and paper;
 * others are passed over.
 */
export function renderPdf(report: Report, options: PdfOptions): Promise<Buffer> {
  const laid = layOutReport(report, options);
  return paint(laid, options.paper, {
    title: clean(`${pageHeader(report)} — ${report.title}`),
    author: 'Whistlestop',
    subject: clean(report.subtitle),
    created: options.created ?? UNDATED,
  });
}

/** The pages of a printout as data, heads and feet included: what `renderPdf` paints. */
export function layOutReport(report: Report, options: Omit<PdfOptions, 'created'>) {
  const { paper } = options;
  const fits =
    options.shared?.paper === paper &&
    options.shared.game === report.game &&
    options.shared.turn === report.turn;
  const shared = fits && options.shared !== undefined ? options.shared : layOutShared(report, paper);
  const foot = { sendTo: options.sendTo ?? null, finalOrders: options.finalOrders ?? false };
  const laid = layOut(report, paper, foot, shared);
  const pages = laid.pages.map((page, i): LaidPage => {
    const frame = frameOf(report, paper, i + 1, laid.pages.length);
    return { ...page, content: [...frame, ...page.content] };
  });
  return { ...laid, pages };
}

/** Head and foot of a page: whose it is, what it is, its number. */
function frameOf(report: Report, paper: Paper, page: number, pages: number): Placed[] {
  const { width, height } = PAPERS[paper];
  const [left, right] = [MARGIN.side, width - MARGIN.side];
  const head: Style = { face: 'sans-bold', size: 8, color: PALETTE.ink };
  const small: Style = { face: 'sans', size: 8, color: PALETTE.quiet };
  const room = right - left;
  const foot = height - MARGIN.outer - 4;
  const ops = [
    ...textOps(
      fitText(clean(pageHeader(report)), head.face, head.size, room * 0.66),
      left,
      MARGIN.outer + 10,
      head,
    ),
    ...textOps(
      fitText(clean(report.title), small.face, small.size, room * 0.32),
      right,
      MARGIN.outer + 10,
      small,
      'end',
    ),
    line(left, right, MARGIN.outer + 16),
    ...textOps(fitText(clean(report.subtitle), small.face, small.size, room * 0.7), left, foot, small),
    ...textOps(`Page ${page} of ${pages}`, right, foot, small, 'end'),
    { kind: 'path', path: starPath(width / 2, foot - 10, 2.6), fill: PALETTE.star } as const,
  ];
  return ops.map((op) => ({ op, node: null }));
}

function line(x1: number, x2: number, y: number) {
  return { kind: 'line', x1, y1: y, x2, y2: y, color: PALETTE.rule, width: 0.6 } as const;
}
