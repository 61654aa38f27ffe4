import type {
  Block,
  ElectoralMap,
  Facts,
  LineChart,
  Paragraph,
  Quotes,
  VoteBar,
} from '../../rules/report.ts';
import type { Op } from '../drawing.ts';
import { starPath } from '../drawing.ts';
import { drawBar } from '../figures/bar.ts';
import { drawChart } from '../figures/chart.ts';
import { drawMap } from '../figures/map.ts';
import { breakLines, measure, type Style, textOps } from '../fonts.ts';
import { barInWords, chartInWords } from '../html/figures.ts';
import { mapInWords } from '../map-svg.ts';
import { accentOf, PALETTE } from '../palette.ts';
import { clean } from '../words.ts';
import type { Flow } from './flow.ts';
import type { StructNode } from './page.ts';
import { layOutSheet, type SheetNote } from './sheet.ts';
import { layOutTable } from './table.ts';

const BODY: Style = { face: 'serif', size: 10, color: PALETTE.ink };
const BODY_LEAD = 13.5;
/** The map leaves room for the bar and the chart on the same page. */
const MAP_SHARE = 0.82;
const CAPTION: Style = { face: 'serif-italic', size: 9, color: PALETTE.quiet };

/** Lays out one block; `sheet` is for the sheet's foot. */
export function layOutBlock(flow: Flow, block: Block, sheet: SheetNote): void {
  switch (block.kind) {
    case 'paragraph':
      layOutParagraph(flow, block);
      break;
    case 'facts':
      layOutFacts(flow, block);
      break;
    case 'table':
      layOutTable(flow, block);
      break;
    case 'quotes':
      layOutQuotes(flow, block);
      break;
    case 'map':
    case 'bar':
    case 'chart':
      layOutFigure(flow, block);
      break;
    case 'sheet':
      layOutSheet(flow, block, sheet);
      break;
  }
}

/** Lines of text from the pen down, over pages where needed; the pen ends below the last. */
export function layOutLines(
  flow: Flow,
  lines: readonly string[],
  style: Style,
  lead: number,
  node: StructNode,
  indent = 0,
): void {
  for (const line of lines) {
    flow.need(lead);
    flow.draw(textOps(line, indent, style.size * 0.95, style), node);
    flow.y += lead;
  }
}

const HEADING: Style = { face: 'heading', size: 19, color: PALETTE.ink };

/** The section's heading: a star, the words, a rule. It stands on the page where what follows begins. */
export function layOutHeading(flow: Flow, title: string): void {
  const lines = breakLines(clean(title).toUpperCase(), HEADING.face, HEADING.size, flow.width - 18);
  const node = flow.node('H2');
  flow.hold(12 + lines.length * 20 + 10, () => {
    flow.gap(12);
    flow.bookmark(clean(title));
    flow.draw([{ kind: 'path', path: starPath(6, 9.5, 6), fill: PALETTE.star }], null);
    for (const line of lines) {
      flow.draw(textOps(line, 18, 17, HEADING), node);
      flow.y += 20;
    }
    flow.draw([ruleAt(flow.width, 3, 1)], null);
    flow.y += 10;
  });
}

function ruleAt(width: number, y: number, weight: number): Op {
  return { kind: 'line', x1: 0, y1: y, x2: width, y2: y, color: PALETTE.ink, width: weight };
}

function layOutParagraph(flow: Flow, block: Paragraph): void {
  const style: Style = block.strong ? { ...BODY, face: 'serif-bold', size: 11 } : BODY;
  const indent = block.strong ? 10 : 0;
  const lead = block.strong ? 15 : BODY_LEAD;
  const lines = breakLines(clean(block.text), style.face, style.size, flow.width - indent);
  flow.need(Math.min(lines.length, 2) * lead);
  const node = flow.node('P');
  for (const line of lines) {
    flow.need(lead);
    if (block.strong) flow.draw([{ kind: 'rect', x: 0, y: 0, w: 3, h: lead, fill: PALETTE.star }], null);
    flow.draw(textOps(line, indent, style.size * 0.95, style), node);
    flow.y += lead;
  }
}

/** Labelled figures side by side, as many as fit; a long value takes lines of its own. */
function layOutFacts(flow: Flow, block: Facts): void {
  const label: Style = { face: 'sans', size: 7.5, color: PALETTE.quiet };
  const value: Style = { face: 'heading', size: 16, color: PALETTE.ink };
  const long: Style = { face: 'serif', size: 9.5, color: PALETTE.ink };
  const across = Math.min(4, Math.max(1, block.items.length));
  const cell = flow.width / across;
  for (let at = 0; at < block.items.length; at += across) {
    const row = block.items.slice(at, at + across).map((item) => {
      const words = clean(item.value);
      const fits = measure(words, value.face, value.size) <= cell - 10;
      const style = fits ? value : long;
      const lead = fits ? 18 : 12;
      const labels = breakLines(clean(item.label), label.face, label.size, cell - 10);
      return {
        labels,
        lines: fits ? [words] : breakLines(words, long.face, long.size, cell - 10),
        style,
        lead,
      };
    });
    const labelHeight = Math.max(...row.map((one) => one.labels.length * 9));
    const height = labelHeight + Math.max(...row.map((one) => one.lines.length * one.lead)) + 8;
    flow.need(height);
    for (const [i, one] of row.entries()) {
      const node = flow.node('P');
      const x = i * cell;
      for (const [n, line] of one.labels.entries()) flow.draw(textOps(line, x, 7 + n * 9, label), node);
      for (const [n, line] of one.lines.entries()) {
        flow.draw(textOps(line, x, labelHeight + one.style.size * 0.92 + n * one.lead, one.style), node);
      }
    }
    flow.y += height;
  }
}

const QUOTE: Style = { face: 'serif-italic', size: 11, color: PALETTE.ink };
const QUOTE_INDENT = 58;
const QUOTE_LEAD = 15;

/** Press releases, two beside each other where all are short. */
function layOutQuotes(flow: Flow, block: Quotes): void {
  const half = (flow.width - 20) / 2;
  const set = (width: number) =>
    block.items.map((item) =>
      breakLines(`“${clean(item.text)}”`, QUOTE.face, QUOTE.size, width - QUOTE_INDENT),
    );
  const across = block.items.length > 3 && set(half).every((lines) => lines.length <= 2) ? 2 : 1;
  const lines = set(across === 2 ? half : flow.width);
  for (let at = 0; at < block.items.length; at += across) {
    const row = lines.slice(at, at + across);
    flow.need(Math.max(...row.map((one) => Math.min(one.length, 3))) * QUOTE_LEAD + 5);
    const [top, page] = [flow.y, flow.pages.length];
    let lowest = top;
    for (const [i, one] of row.entries()) {
      if (flow.pages.length === page) flow.y = top;
      layOutQuote(flow, block.items[at + i] as Quotes['items'][number], one, i * (half + 20));
      lowest = flow.pages.length === page ? Math.max(lowest, flow.y) : flow.y;
    }
    flow.y = Math.min(flow.bottom, lowest + 5);
  }
}

/** The author's identifier at the left in the party's accent, the words in italics. */
function layOutQuote(flow: Flow, item: Quotes['items'][number], lines: readonly string[], x: number): void {
  const by: Style = { face: 'heading', size: 15, color: accentOf(item.tone) };
  const letter: Style = { face: 'sans', size: 7.5, color: by.color };
  const node = flow.node('BlockQuote');
  const name = breakLines(clean(item.by), by.face, by.size, QUOTE_INDENT - 26)[0] ?? '';
  flow.draw(textOps(name, x, 12.5, by), node);
  const at = x + measure(name, by.face, by.size) + 4;
  if (item.tone !== null) flow.draw(textOps(`(${item.tone})`, at, 12.5, letter), node);
  layOutLines(flow, lines, QUOTE, QUOTE_LEAD, node, x + QUOTE_INDENT);
}

function layOutFigure(flow: Flow, block: ElectoralMap | VoteBar | LineChart): void {
  const drawing = figureOf(block, flow.width);
  const caption = breakLines(clean(block.caption), CAPTION.face, CAPTION.size, flow.width);
  flow.need(drawing.height + caption.length * 12 + 8);
  const node = flow.node('Figure', { alt: `${clean(block.caption)}. ${drawing.words}` });
  flow.draw(drawing.ops, node, flow.left + (flow.width - drawing.width) / 2);
  flow.y += drawing.height + 2;
  const words = flow.node('P');
  for (const line of caption) {
    flow.draw(textOps(line, flow.width / 2, CAPTION.size * 0.95, CAPTION, 'middle'), words);
    flow.y += 12;
  }
}

function figureOf(block: ElectoralMap | VoteBar | LineChart, width: number) {
  if (block.kind === 'bar') return { ...drawBar(block, width), words: barInWords(block) };
  if (block.kind === 'chart') return { ...drawChart(block, width), words: chartInWords(block) };
  const map = drawMap(block, width * MAP_SHARE);
  const parts = map.parts.flatMap((part): Op[] =>
    part.hatch === null ? [part.land] : [part.land, part.hatch],
  );
  const labels = map.parts.flatMap((part) => part.label);
  return {
    width: map.width,
    height: map.height,
    ops: [...parts, ...labels, ...map.legend],
    words: mapInWords(block),
  };
}
