import type { Report } from '../../rules/report.ts';
import { printable } from '../../text/printable.ts';
import type { Op } from '../drawing/operations.ts';
import { starPath } from '../drawing/paths.ts';
import { measureText, type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import type { Flow } from './flow.ts';
import { layOutLines } from './lines.ts';
import type { StructNode } from './page.ts';

// The news and the summary of the turn below the masthead, like the front page of a newspaper.

const HEADLINE: TextStyle = { font: 'heading', size: 34, color: PALETTE.ink };
const HEADLINE_LINE = 34;
const SMALLEST_HEADLINE = 24;
/** The space between the columns, with the rule in its middle. */
const GUTTER = 24;

/** The headline and below it, in two columns, the news and the summary. Without news, the summary alone. */
export function layOutFrontPage(flow: Flow, { news, summary }: Pick<Report, 'news' | 'summary'>): void {
  const words = summary.map(printable).join(' ').trim();
  if (news === undefined) {
    if (words !== '') layOutStory(flow, words, flow.addNode('P'));
    return;
  }
  layOutHeadline(flow, printable(news.headline));
  const stories = [news.sentences.map(printable).join(' ').trim(), words].filter((text) => text !== '');
  if (stories.length < 2) {
    for (const story of stories) layOutStory(flow, story, flow.addNode('P'));
    return;
  }
  const width = (flow.width - GUTTER) / 2;
  const top = flow.y;
  flow.sideBySide(
    stories.map((story, i) => ({
      x: i * (width + GUTTER),
      width,
      layOut: () => layOutStory(flow, story, flow.addNode('P')),
    })),
  );
  const x = flow.width / 2;
  const height = flow.y - top;
  flow.draw(
    [{ kind: 'line', x1: x, y1: 1, x2: x, y2: height, color: PALETTE.rule, width: 0.8 }],
    null,
    flow.left,
    top,
  );
  flow.y += 2;
}

function layOutStory(flow: Flow, text: string, node: StructNode): void {
  const { size, line } = flow.spacing.lead;
  layOutLines(flow, wrapToWidth(text, { font: 'serif', size }, flow.width), {
    style: { font: 'serif', size, color: PALETTE.ink },
    lineHeight: line,
    node,
  });
}

/** The headline in capitals, centered, in lines of about the same width, above a rule with a star. */
function layOutHeadline(flow: Flow, headline: string): void {
  const text = headline.toUpperCase();
  const style = { ...HEADLINE, size: headlineSize(text, flow.width) };
  const lineHeight = (HEADLINE_LINE * style.size) / HEADLINE.size;
  const lines = balanced(text, style, flow.width);
  const node = flow.addNode('H2');
  for (const line of lines) {
    flow.draw(textOps(line, style, { x: flow.width / 2, y: style.size * 0.88, anchor: 'middle' }), node);
    flow.y += lineHeight;
  }
  const middle = flow.width / 2;
  const y = 4;
  const rule = { kind: 'line', y1: y, y2: y, color: PALETTE.ink, width: 0.6 } as const;
  const ops: Op[] = [
    { ...rule, x1: middle - 70, x2: middle - 9 },
    { ...rule, x1: middle + 9, x2: middle + 70 },
    { kind: 'path', path: starPath(middle, y, 4), fill: PALETTE.star },
  ];
  flow.draw(ops, null);
  flow.y += y + 9;
}

/** A headline that is a little too long for one line is set smaller. */
function headlineSize(text: string, width: number): number {
  const natural = measureText(text, HEADLINE);
  return natural <= width ? HEADLINE.size : Math.max(SMALLEST_HEADLINE, (HEADLINE.size * width) / natural);
}

/** Lines as narrow as possible without more of them. */
function balanced(text: string, style: TextStyle, width: number): string[] {
  let lines = wrapToWidth(text, style, width);
  for (let narrower = width - 12; narrower > width / 3; narrower -= 12) {
    const narrow = wrapToWidth(text, style, narrower);
    if (narrow.length > lines.length) break;
    lines = narrow;
  }
  return lines;
}
