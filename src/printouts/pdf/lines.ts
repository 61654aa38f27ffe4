import { isRightToLeft } from '../drawing/bidi.ts';
import { type TextStyle, textOps, wrapToWidth } from '../drawing/text.ts';
import type { Flow } from './flow.ts';
import type { StructNode } from './page.ts';

export interface LineLayout {
  style: TextStyle;
  /** The distance from line to line, in points. */
  lineHeight: number;
  /** The distance from the top of a line to its baseline, in points; a little less than the font size by default. */
  baseline?: number;
  node: StructNode;
  /** The distance from the left margin, in points. */
  indent?: number;
}

/** Lays out text, wrapped to the width of the page, from the current position down. It continues on new pages. */
export function layOutText(flow: Flow, text: string, layout: LineLayout): void {
  layOutLines(flow, wrapToWidth(text, layout.style, flow.width - (layout.indent ?? 0)), layout);
}

/** Lays out lines that are wrapped already, from the current position down. They continue on new pages. */
export function layOutLines(flow: Flow, lines: readonly string[], layout: LineLayout): void {
  const { style, lineHeight, baseline = style.size * 0.95, node, indent = 0 } = layout;
  for (const line of lines) {
    flow.ensureRoom(lineHeight);
    // A paragraph that is written from right to left begins each of its lines at the right edge.
    const place = isRightToLeft(line)
      ? ({ x: flow.width, y: baseline, anchor: 'end' } as const)
      : { x: indent, y: baseline };
    flow.draw(textOps(line, style, place), node);
    flow.y += lineHeight;
  }
}
