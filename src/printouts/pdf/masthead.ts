import type { News, Report } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { Op } from '../drawing/operations.ts';
import { starPath } from '../drawing/paths.ts';
import { measureText, type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import type { Flow } from './flow.ts';
import { layOutText } from './lines.ts';

const TITLE: TextStyle = { font: 'masthead', size: 46, color: PALETTE.ink };
const BANNER: TextStyle = { font: 'heading', size: 18, color: PALETTE.white };
const HEADLINE: TextStyle = { font: 'heading', size: 27, color: PALETTE.ink };
const SUMMARY: TextStyle = { font: 'serif', size: 11.5, color: PALETTE.ink };

/** The top of the first page, in the style of a campaign handbill, with the summary of the turn. */
export function layOutMasthead(
  flow: Flow,
  report: Pick<Report, 'title' | 'subtitle' | 'news' | 'summary'>,
): void {
  flow.newPage();
  const { width } = flow;
  flow.draw([...doubleRule(width, 0), ...starRow(width, 15)], null);
  layOutTitle(flow, printable(report.title).toUpperCase());
  layOutBanner(flow, printable(report.subtitle).toUpperCase());
  flow.draw(doubleRule(width, 2), null);
  flow.y += 16;
  if (report.news !== undefined) layOutNews(flow, report.news);
  const summary = report.summary.map(printable).join(' ');
  if (summary !== '')
    layOutText(flow, summary, { style: SUMMARY, lineHeight: 15.5, node: flow.addNode('P') });
}

/** The headline, and the news below it. */
function layOutNews(flow: Flow, { headline, sentences }: News): void {
  const lines = wrapToWidth(printable(headline), HEADLINE, flow.width);
  const node = flow.addNode('H2');
  for (const line of lines) {
    flow.draw(textOps(line, HEADLINE, { x: flow.width / 2, y: 24, anchor: 'middle' }), node);
    flow.y += 29;
  }
  const text = sentences.map(printable).join(' ');
  layOutText(flow, text, { style: SUMMARY, lineHeight: 15.5, node: flow.addNode('P') });
  flow.y += 8;
}

/** The title of the ruleset in one line, smaller if it is long. */
function layOutTitle(flow: Flow, title: string): void {
  const widest = flow.width - 70;
  const size = Math.min(TITLE.size, (TITLE.size * widest) / Math.max(1, measureText(title, TITLE)));
  const place = { x: flow.width / 2, y: 28 + size * 0.82, anchor: 'middle' } as const;
  flow.draw(textOps(title, { ...TITLE, size }, place), flow.addNode('H1'));
  flow.y += 28 + size * 1.02;
}

function doubleRule(width: number, y: number): Op[] {
  const line = { kind: 'line', x1: 0, x2: width, color: PALETTE.ink } as const;
  return [
    { ...line, y1: y + 1.25, y2: y + 1.25, width: 2.5 },
    { ...line, y1: y + 4.5, y2: y + 4.5, width: 0.6 },
  ];
}

/** Stars across the page, with a larger one in the middle. */
function starRow(width: number, y: number): Op[] {
  const count = 13;
  const middle = (count - 1) / 2;
  return Array.from({ length: count }, (_, i): Op => {
    const x = width / 2 + (i - middle) * (width / (count + 3));
    return { kind: 'path', path: starPath(x, y, i === middle ? 6 : 3.6), fill: PALETTE.star };
  });
}

/** The subtitle in white on a dark bar, between two small stars. */
function layOutBanner(flow: Flow, subtitle: string): void {
  const { width } = flow;
  const lines = wrapToWidth(subtitle, BANNER, width - 60);
  const node = flow.addNode('P');
  const height = lines.length * 21 + 5;
  flow.draw([{ kind: 'rect', x: 0, y: 0, w: width, h: height, fill: PALETTE.ink }], null);
  const stars = [14, width - 14].map((x): Op => {
    return { kind: 'path', path: starPath(x, height / 2 + 0.5, 6), fill: PALETTE.starOnInk };
  });
  flow.draw(stars, null);
  for (const [i, line] of lines.entries()) {
    flow.draw(textOps(line, BANNER, { x: width / 2, y: 19 + i * 21, anchor: 'middle' }), node);
  }
  flow.y += height + 4;
}
