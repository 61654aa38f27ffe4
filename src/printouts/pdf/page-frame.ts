import { printable } from '../../text/printable.ts';
import type { Op } from '../drawing/operations.ts';
import { starPath } from '../drawing/paths.ts';
import { fitText, measureText, type TextStyle, textOps } from '../drawing/text.ts';
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
  /** When the sheet is due: on the first page, it stands in place of the title. Null if there is no date. */
  due?: string | null;
}

/**
 * Header and footer of a page: whose printout it is, what it is, and the page number, counted from 1. On the first page,
 * the header says when the sheet is due.
 */
export function pageFrame(text: FrameText, paper: Paper, page: number, pageCount: number): PlacedOp[] {
  const { width, height } = PAPERS[paper];
  const edge = { left: MARGIN.side, right: width - MARGIN.side };
  const room = edge.right - edge.left;
  const header = MARGIN.outer + 10;
  const footer = height - MARGIN.outer - 4;
  const due = page === 1 && text.due ? `Due ${text.due}` : null;
  const cornerText = printable(due ?? text.title);
  const cornerStyle = due === null ? SMALL : BOLD;
  const corner = fitText(cornerText, cornerStyle, room * (due === null ? 0.32 : 0.45));
  const owner = fitText(printable(text.owner), BOLD, room - measureText(corner, cornerStyle) - 12);
  const subtitle = fitText(printable(text.subtitle), SMALL, room * 0.7);
  const ops: Op[] = [
    ...textOps(owner, BOLD, { x: edge.left, y: header }),
    ...textOps(corner, cornerStyle, { x: edge.right, y: header, anchor: 'end' }),
    {
      kind: 'line',
      x1: edge.left,
      y1: MARGIN.outer + 16,
      x2: edge.right,
      y2: MARGIN.outer + 16,
      color: PALETTE.rule,
      width: 0.6,
    },
    ...textOps(subtitle, SMALL, { x: edge.left, y: footer }),
    ...textOps(`Page ${page} of ${pageCount}`, SMALL, { x: edge.right, y: footer, anchor: 'end' }),
    { kind: 'path', path: starPath(width / 2, footer - 10, 2.6), fill: PALETTE.star },
  ];
  return ops.map((op) => ({ op, node: null }));
}
