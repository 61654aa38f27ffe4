import { printable } from '../../text/printable.ts';
import type { Op } from '../drawing/operations.ts';
import { starPath } from '../drawing/paths.ts';
import { fitText, type TextStyle, textOps } from '../drawing/text.ts';
import { PALETTE } from '../palette.ts';
import { MARGIN, PAPERS, type Paper, type PlacedOp } from './page.ts';

const BOLD: TextStyle = { font: 'sans-bold', size: 8, color: PALETTE.ink };
const SMALL: TextStyle = { font: 'sans', size: 8, color: PALETTE.quiet };

/** What header and footer say on every page. */
export interface FrameText {
  /** Whose printout it is; on the left of the header. */
  owner: string;
  title: string;
  /** What it is; in the footer. */
  subtitle: string;
}

/** Header and footer of a page: whose printout it is, what it is, and the page number, counted from 1. */
export function pageFrame(text: FrameText, paper: Paper, page: number, pageCount: number): PlacedOp[] {
  const { width, height } = PAPERS[paper];
  const [left, right] = [MARGIN.side, width - MARGIN.side];
  const room = right - left;
  const header = MARGIN.outer + 10;
  const footer = height - MARGIN.outer - 4;
  const owner = fitText(printable(text.owner), BOLD, room * 0.66);
  const title = fitText(printable(text.title), SMALL, room * 0.32);
  const subtitle = fitText(printable(text.subtitle), SMALL, room * 0.7);
  const ops: Op[] = [
    ...textOps(owner, BOLD, { x: left, y: header }),
    ...textOps(title, SMALL, { x: right, y: header, anchor: 'end' }),
    {
      kind: 'line',
      x1: left,
      y1: MARGIN.outer + 16,
      x2: right,
      y2: MARGIN.outer + 16,
      color: PALETTE.rule,
      width: 0.6,
    },
    ...textOps(subtitle, SMALL, { x: left, y: footer }),
    ...textOps(`Page ${page} of ${pageCount}`, SMALL, { x: right, y: footer, anchor: 'end' }),
    { kind: 'path', path: starPath(width / 2, footer - 10, 2.6), fill: PALETTE.star },
  ];
  return ops.map((op) => ({ op, node: null }));
}
