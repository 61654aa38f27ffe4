import type { Report } from '../../rules/report.ts';
import type { Op } from '../drawing.ts';
import { starPath } from '../drawing.ts';
import { breakLines, measure, type Style, textOps } from '../fonts.ts';
import { PALETTE } from '../palette.ts';
import { clean } from '../words.ts';
import { layOutLines } from './blocks.ts';
import type { Flow } from './flow.ts';

/** The head of the first page, like a campaign handbill, and the turn in a few sentences. */
export function layOutMasthead(flow: Flow, report: Report): void {
  flow.newPage();
  const { width } = flow;
  const title = clean(report.title).toUpperCase();
  const size = Math.min(46, 46 * ((width - 70) / Math.max(1, measure(title, 'masthead', 46))));
  const ops: Op[] = [...doubleRule(width, 0), ...starRow(width, 15)];
  flow.draw(ops, null);
  const heading = flow.node('H1');
  const name: Style = { face: 'masthead', size, color: PALETTE.ink };
  flow.draw(textOps(title, width / 2, 28 + size * 0.82, name, 'middle'), heading);
  flow.y += 28 + size * 1.02;
  layOutBanner(flow, clean(report.subtitle).toUpperCase());
  flow.draw([...doubleRule(width, 2)], null);
  flow.y += 16;
  layOutSummary(flow, report.summary);
}

function doubleRule(width: number, y: number): Op[] {
  const line = { kind: 'line', x1: 0, x2: width, color: PALETTE.ink } as const;
  return [
    { ...line, y1: y + 1.25, y2: y + 1.25, width: 2.5 },
    { ...line, y1: y + 4.5, y2: y + 4.5, width: 0.6 },
  ];
}

/** Stars across the page: red and blue would shout; gold, with a larger one in the middle. */
function starRow(width: number, y: number): Op[] {
  const count = 13;
  return Array.from({ length: count }, (_, i): Op => {
    const large = i === (count - 1) / 2;
    const x = width / 2 + (i - (count - 1) / 2) * (width / (count + 3));
    return { kind: 'path', path: starPath(x, y, large ? 6 : 3.6), fill: PALETTE.star };
  });
}

/** What this printout is, white on ink, between two small stars. */
function layOutBanner(flow: Flow, subtitle: string): void {
  const style: Style = { face: 'heading', size: 18, color: PALETTE.white };
  const lines = breakLines(subtitle, style.face, style.size, flow.width - 60);
  const node = flow.node('P');
  const height = lines.length * 21 + 5;
  flow.draw([{ kind: 'rect', x: 0, y: 0, w: flow.width, h: height, fill: PALETTE.ink }], null);
  const stars = [14, flow.width - 14].map(
    (x): Op => ({
      kind: 'path',
      path: starPath(x, height / 2 + 0.5, 6),
      fill: '#e3bd6a',
    }),
  );
  flow.draw(stars, null);
  for (const [i, line] of lines.entries()) {
    flow.draw(textOps(line, flow.width / 2, 19 + i * 21, style, 'middle'), node);
  }
  flow.y += height + 4;
}

function layOutSummary(flow: Flow, summary: readonly string[]): void {
  const style: Style = { face: 'serif', size: 11.5, color: PALETTE.ink };
  const text = summary.map(clean).join(' ');
  if (text === '') return;
  layOutLines(flow, breakLines(text, style.face, style.size, flow.width), style, 15.5, flow.node('P'));
}
