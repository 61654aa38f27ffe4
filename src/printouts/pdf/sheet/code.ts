import { codeDrawing } from '../../drawing/code.ts';
import { PALETTE } from '../../palette.ts';
import type { Flow } from '../flow.ts';
import { type StructNode, structNode } from '../page.ts';

// The QR code of a sheet, which opens the same sheet on a phone.

/** How wide it is: modules of 0.45 mm or more for addresses of up to 60 characters. */
const SIZE = 44;
/** The white on its left and below it. On the right is the margin of the page. */
const GAP = 7;

/** Lays out the top of a sheet with a code on its right; a null one takes no room. */
export function besideCode(flow: Flow, code: string | null, node: StructNode, layOut: () => void): void {
  if (code === null) {
    layOut();
    return;
  }
  flow.ensureRoom(SIZE + GAP);
  const { y } = flow;
  flow.inColumn(0, flow.width - SIZE - GAP, layOut);
  const figure = structNode('Figure', { alt: `QR code of this sheet: ${code}` });
  node.children.push(figure);
  const { ops } = codeDrawing(code, SIZE, PALETTE.ink);
  flow.draw(ops, figure, flow.left + flow.width - SIZE, y);
  flow.y = Math.max(flow.y, y + SIZE + GAP);
}
