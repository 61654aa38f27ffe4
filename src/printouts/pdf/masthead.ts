import type { Report } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { Op } from '../drawing/operations.ts';
import { starPath } from '../drawing/paths.ts';
import { measureText, type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import type { Flow } from './flow.ts';
import { layOutFrontPage } from './front-page.ts';

const TITLE: TextStyle = { font: 'masthead', size: 36, color: PALETTE.ink };
const BANNER: TextStyle = { font: 'heading', size: 15, color: PALETTE.white };
const BANNER_LINE = 17;

/** The top of the first page, in the style of a campaign handbill, with the news and the summary of the turn. */
export function layOutMasthead(
  flow: Flow,
  report: Pick<Report, 'title' | 'subtitle' | 'news' | 'summary'>,
): void {
  flow.newPage();
  flow.draw(doubleRule(flow.width, 0), null);
  layOutTitle(flow, printable(report.title).toUpperCase());
  layOutBanner(flow, printable(report.subtitle).toUpperCase());
  layOutFrontPage(flow, report);
}

/** The title of the ruleset in one line between stars, smaller if it is long. */
function layOutTitle(flow: Flow, title: string): void {
  const { width } = flow;
  const widest = width - 150;
  const size = Math.min(TITLE.size, (TITLE.size * widest) / Math.max(1, measureText(title, TITLE)));
  const style: TextStyle = { ...TITLE, size };
  const baseline = 12 + size * 0.76;
  const half = measureText(title, style) / 2;
  flow.draw(starGroups(width, half, baseline - size * 0.36), null);
  flow.draw(textOps(title, style, { x: width / 2, y: baseline, anchor: 'middle' }), flow.addNode('H1'));
  flow.y += baseline + size * 0.14;
}

function doubleRule(width: number, y: number): Op[] {
  const line = { kind: 'line', x1: 0, x2: width, color: PALETTE.ink } as const;
  return [
    { ...line, y1: y + 1.25, y2: y + 1.25, width: 2.5 },
    { ...line, y1: y + 4.5, y2: y + 4.5, width: 0.6 },
  ];
}

/** Three stars on each side of the title, the middle one larger. */
function starGroups(width: number, half: number, y: number): Op[] {
  const free = width / 2 - half;
  const step = Math.min(26, free / 4);
  return [free / 2, width - free / 2].flatMap((middle) =>
    [-1, 0, 1].map((i): Op => {
      return {
        kind: 'path',
        path: starPath(middle + i * step, y, i === 0 ? 7 : 4.2),
        fill: PALETTE.star,
      };
    }),
  );
}

/** The subtitle in white on a dark bar, between two small stars. */
function layOutBanner(flow: Flow, subtitle: string): void {
  const { width } = flow;
  const lines = wrapToWidth(subtitle, BANNER, width - 60);
  const node = flow.addNode('P');
  const height = lines.length * BANNER_LINE + 4;
  flow.draw([{ kind: 'rect', x: 0, y: 0, w: width, h: height, fill: PALETTE.ink }], null);
  const stars = [14, width - 14].map((x): Op => {
    return { kind: 'path', path: starPath(x, height / 2 + 0.5, 5), fill: PALETTE.starOnInk };
  });
  flow.draw(stars, null);
  for (const [i, line] of lines.entries()) {
    flow.draw(textOps(line, BANNER, { x: width / 2, y: 15.5 + i * BANNER_LINE, anchor: 'middle' }), node);
  }
  flow.y += height + 10;
}
