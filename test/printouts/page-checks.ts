import type { Op, TextOp } from '../../src/printouts/drawing/operations.ts';
import { MARGIN, PAPERS, type Page, type Paper } from '../../src/printouts/pdf/page.ts';

// Checks of pages that are laid out: where their texts stand. Each check returns descriptions of what is wrong.

interface Box {
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A page that holds nothing but a drawing. */
export function pageOf(ops: readonly Op[]): Page {
  return { content: ops.map((op) => ({ op, node: null })), fields: [], bookmarks: [] };
}

/** The texts of a page, in the order in which they are drawn. */
export function textsOf(page: Page): TextOp[] {
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

/** All that is wrong with the pages of a printout. */
export function layoutProblems(pages: readonly Page[], paper: Paper): string[] {
  const tooSmall = smallestSize(pages) < 6.5 ? [`The smallest type is ${smallestSize(pages)} points.`] : [];
  return [...outside(pages, paper), ...inHeaderOrFooter(pages, paper), ...overlaps(pages), ...tooSmall];
}

/** Texts outside the margins, of page headers and footers too. */
export function outside(pages: readonly Page[], paper: Paper): string[] {
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

/** Texts of the content that run into the page header or footer. */
export function inHeaderOrFooter(pages: readonly Page[], paper: Paper): string[] {
  const { height } = PAPERS[paper];
  return pages.flatMap((page, n) =>
    page.content
      .flatMap(({ op, node }) => (op.kind === 'text' && node !== null ? [boxOfText(op)] : []))
      .filter((box) => box.top < MARGIN.top - 1 || box.bottom > height - MARGIN.bottom + 1)
      .map((box) => `page ${n + 1}: ${box.text}`),
  );
}

/** Pairs of texts that overlap. */
export function overlaps(pages: readonly Page[]): string[] {
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

/** The smallest font size on the pages, in points. */
export function smallestSize(pages: readonly Page[]): number {
  return Math.min(...pages.flatMap((page) => textsOf(page).map((op) => op.size)));
}
