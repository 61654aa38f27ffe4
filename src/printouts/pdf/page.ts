import { type Op, translate } from '../drawing/operations.ts';
import type { FieldOp } from './field-op.ts';

/**
 * Pages as data: what the layout hands to `paintPdf`. Each operation belongs to a node of the structure tree of the
 * document, which screen readers read out, or is decoration (null).
 */

export type Paper = 'letter' | 'a4';

/** Width and height of the papers, in points. */
export const PAPERS: Record<Paper, { width: number; height: number }> = {
  letter: { width: 612, height: 792 },
  a4: { width: 595.28, height: 841.89 },
};

/** The margins, in points. The content stays within `side`, `top` and `bottom`; page header and footer within `outer`. */
export const MARGIN = { side: 46, top: 56, bottom: 50, outer: 26 } as const;

/** A node of the structure tree, with the names of PDF 1.7. */
export interface StructNode {
  readonly type:
    | 'Sect'
    | 'H1'
    | 'H2'
    | 'H3'
    | 'L'
    | 'LI'
    | 'P'
    | 'Table'
    | 'Caption'
    | 'TR'
    | 'TH'
    | 'TD'
    | 'Figure'
    | 'BlockQuote'
    | 'Form';
  readonly alt?: string;
  readonly scope?: 'Column' | 'Row';
  readonly children: StructNode[];
}

/** An operation in page coordinates, but for the shift of paths. */
export interface PlacedOp {
  op: Op;
  /**
   * By how much a path or a hatching is still to be shifted; missing for others, and if it is where it belongs. Maps have
   * thousands of points, and most layouts are only tried.
   */
  at?: { x: number; y: number };
  node: StructNode | null;
  /** Whether a field stands in its place if the PDF can be filled in. */
  inField?: true;
}

/** The operation in page coordinates. */
export function opOnPage({ op, at }: Pick<PlacedOp, 'op' | 'at'>): Op {
  return at === undefined ? op : translate(op, at.x, at.y);
}

/** A field in page coordinates. */
export interface PlacedField {
  op: FieldOp;
  node: StructNode;
  /** How many operations of the page come before it when it is read out. */
  after: number;
}

export interface Page {
  content: PlacedOp[];
  /** The fields of a turn sheet, in the order of reading. Only a PDF that can be filled in has them. */
  fields: PlacedField[];
  /** Titles of the sections that begin on this page, for the outline of the document. */
  bookmarks: string[];
  /** How many of the operations, the first ones, are the page header and footer. Missing: none. */
  frame?: number;
  /** Shared sections that stand on the page, as they were laid out for all readers. Missing: none. */
  shared?: SharedParts;
}

/** What shared sections add to a page: pages of runs that were laid out before, and how many operations these are. */
export interface SharedParts {
  parts: { run: Pages; page: number }[];
  length: number;
}

/** Pages with the structure of their content. */
export interface Pages {
  pages: Page[];
  nodes: StructNode[];
}

/** A node without children. */
export function structNode(
  type: StructNode['type'],
  attributes: { alt?: string; scope?: 'Column' | 'Row' } = {},
): StructNode {
  return { type, ...attributes, children: [] };
}
