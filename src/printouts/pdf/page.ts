import type { Op } from '../drawing.ts';

/**
 * Pages as data: what the layout hands to the painter. Every operation belongs to a node of the document's
 * structure (what a screen reader hears) or, with null, is an ornament.
 */

export type Paper = 'letter' | 'a4';

/** Width and height of the papers, in points. */
export const PAPERS: Record<Paper, { width: number; height: number }> = {
  letter: { width: 612, height: 792 },
  a4: { width: 595.28, height: 841.89 },
};

/** White edges in points: text of the body stands within the inner ones, head and foot within the outer. */
export const MARGIN = { side: 46, top: 56, bottom: 50, outer: 26 } as const;

/** A node of the structure tree, by the names of PDF 1.7. */
export interface StructNode {
  readonly type:
    | 'Sect'
    | 'H1'
    | 'H2'
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

/** An operation at its place on a page. */
export interface Placed {
  op: Op;
  node: StructNode | null;
}

/** One page without head and foot. */
export interface LaidPage {
  content: Placed[];
  /** Headings that begin on this page, for the reader's outline. */
  bookmarks: string[];
}

/** Pages and the structure of what stands on them. */
export interface LaidPages {
  pages: LaidPage[];
  nodes: StructNode[];
}

/** A node without children yet. */
export function structNode(
  type: StructNode['type'],
  more: { alt?: string; scope?: 'Column' | 'Row' } = {},
): StructNode {
  return { type, ...more, children: [] };
}
