import PDFDocument from 'pdfkit';
import { loadFont } from '../../src/printouts/drawing/fonts.ts';
import type { Op } from '../../src/printouts/drawing/operations.ts';
import { renderHtml } from '../../src/printouts/html/render-html.ts';
import { layOutReport, newSharedPages } from '../../src/printouts/pdf/lay-out-report.ts';
import { opOnPage, PAPERS } from '../../src/printouts/pdf/page.ts';
import { renderPdf } from '../../src/printouts/pdf/render-pdf.ts';
import type { Report } from '../../src/rules/report.ts';
import { openBrowser } from '../helpers/browser.ts';
import { playedGame, reportOf } from './game.ts';
import { type Measured, medianOf, mediansOf } from './measure.ts';
import { profiled } from './profile.ts';

/** Rounds before the measurement: so many printouts a new process needs until it is at full speed. */
const WARM_UP = 400;

const NEXT = 'a printout, shared pages at hand';
const FIRST = 'a printout, the first of its turn';

/** Rounds of a profile, if one was asked for. */
const PROFILED = 60;

/**
 * One player's printout, with the shared pages at hand, as for all players of a turn but the first, and without them. It is
 * compared with a bare pdfkit script that puts the same texts, lines and paths in the same places, and with a
 * Chromium, already started, that prints the same report as a page.
 */
export async function measurePrintouts(): Promise<Measured[]> {
  const report = reportOf(playedGame(3));
  const shared = newSharedPages(report, 'letter');
  const pages = layOutReport(report, { paper: 'letter', shared }).pages.map((page) =>
    page.content.map(opOnPage),
  );
  const next = () => renderPdf(report, { paper: 'letter', shared });
  for (let i = 0; i < WARM_UP; i += 1) await next();
  const { ours, first, bare } = await mediansOf(
    {
      ours: next,
      first: () => renderPdf(report, { paper: 'letter' }),
      bare: () => bareScript(pages),
    },
    { rounds: 60, warmUp: 5 },
  );
  for (const [what, work] of [
    [NEXT, next],
    [FIRST, () => renderPdf(report, { paper: 'letter' })],
  ] as const)
    await profiled({ what, runs: PROFILED }, async () => {
      for (let i = 0; i < PROFILED; i += 1) await work();
    });
  const printed = await chromiumPrints(report);
  const bareFloor = { floor: 'bare pdfkit, same pages', floorIs: bare };
  return [
    { what: NEXT, ours, ...bareFloor, goal: 0.2 },
    {
      what: NEXT,
      ours,
      floor: 'warm Chromium, same report',
      floorIs: printed,
      goal: 0.06,
    },
    { what: FIRST, ours: first, ...bareFloor, goal: 0.6 },
  ];
}

type Doc = InstanceType<typeof PDFDocument>;

function bareScript(pages: Op[][]): Promise<number> {
  const { width, height } = PAPERS.letter;
  const doc = new PDFDocument({ autoFirstPage: false, size: [width, height], margin: 0 });
  return new Promise((resolve) => {
    let bytes = 0;
    doc.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    doc.on('end', () => resolve(bytes));
    const fonts = new Set<string>();
    for (const ops of pages) {
      doc.addPage();
      for (const op of ops) draw(doc, op, fonts);
    }
    doc.end();
  });
}

function draw(doc: Doc, op: Op, fonts: Set<string>): void {
  if (op.kind === 'text') {
    if (!fonts.has(op.font)) doc.registerFont(op.font, loadFont(op.font) as unknown as string);
    fonts.add(op.font);
    doc.font(op.font).fontSize(op.size).fillColor(op.color);
    doc.text(op.text, op.x, op.y, { lineBreak: false, baseline: 'alphabetic' });
  } else if (op.kind === 'line') {
    doc.lineWidth(op.width).moveTo(op.x1, op.y1).lineTo(op.x2, op.y2).stroke(op.color);
  } else if (op.kind === 'rect') {
    doc.rect(op.x, op.y, op.w, op.h);
    if (op.fill !== undefined) doc.fill(op.fill);
    else doc.stroke(op.stroke ?? '#000');
  } else if (op.kind === 'circles') {
    for (const [x, y] of op.centers) doc.circle(x, y, op.radius);
    doc.stroke(op.stroke ?? '#000');
  } else {
    for (const part of op.path) {
      if (part[0] === 'M') doc.moveTo(part[1], part[2]);
      else if (part[0] === 'L') doc.lineTo(part[1], part[2]);
      else doc.closePath();
    }
    if (op.kind === 'path' && op.fill !== undefined) doc.fill(op.fill);
    else doc.stroke(op.kind === 'path' ? (op.stroke ?? '#000') : op.color);
  }
}

async function chromiumPrints(report: Report): Promise<number> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    return await medianOf(async () => {
      await page.setContent(`<!doctype html><html lang="en"><body>${renderHtml(report)}</body></html>`);
      await page.pdf({ format: 'Letter' });
    });
  } finally {
    await browser.close();
  }
}
