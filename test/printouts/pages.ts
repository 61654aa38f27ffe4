import type { TextOp } from '../../src/printouts/drawing.ts';
import { type LaidPage, MARGIN, PAPERS, type Paper } from '../../src/printouts/pdf/page.ts';

/** What laid-out pages must hold to, checked text by text. */

interface Box {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function textsOf(page: LaidPage): TextOp[] {
  return page.content.flatMap(({ op }) => (op.kind === 'text' ? [op] : []));
}

function boxOfText(op: TextOp): Box {
  return {
    text: op.text,
    left: op.x,
    top: op.y - op.size * 0.7,
    right: op.x + op.width,
    bottom: op.y + op.size * 0.18,
  };
}

/** Texts that stand outside the page's margins (head and foot have the outer ones), with their places. */
export function outside(pages: readonly LaidPage[], paper: Paper): string[] {
  const { width, height } = PAPERS[paper];
  return pages.flatMap((page, n) =>
    textsOf(page)
      .map(boxOfText)
      .filter(
        (box) =>
          box.left < MARGIN.side - 0.1 ||
          box.right > width - MARGIN.side + 0.1 ||
          box.top < MARGIN.outer ||
          box.bottom > height - MARGIN.outer,
      )
      .map((box) => `page ${n + 1}: ${box.text} ${JSON.stringify(box)}`),
  );
}

/** Texts of the body that run into the page's head or foot. */
export function inHeadOrFoot(pages: readonly LaidPage[], paper: Paper): string[] {
  const { height } = PAPERS[paper];
  return pages.flatMap((page, n) =>
    page.content
      .flatMap(({ op, node }) => (op.kind === 'text' && node !== null ? [boxOfText(op)] : []))
      .filter((box) => box.top < MARGIN.top - 1 || box.bottom > height - MARGIN.bottom + 1)
      .map((box) => `page ${n + 1}: ${box.text}`),
  );
}

/** Pairs of texts that overlap. */
export function overlaps(pages: readonly LaidPage[]): string[] {
  return pages.flatMap((page, n) => {
    const boxes = textsOf(page)
      .map(boxOfText)
      .sort((a, b) => a.top - b.top);
    return boxes.flatMap((box, i) => {
      const found: string[] = [];
      for (const other of boxes.slice(i + 1)) {
        if (other.top >= box.bottom) break;
        const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const down = Math.min(box.bottom, other.bottom) - other.top;
        if (across > 0.3 && down > 0.3) found.push(`page ${n + 1}: “${box.text}” and “${other.text}”`);
      }
      return found;
    });
  });
}

/** The smallest print on the pages, in points. */
export function smallest(pages: readonly LaidPage[]): number {
  return Math.min(...pages.flatMap((page) => textsOf(page).map((op) => op.size)));
}
