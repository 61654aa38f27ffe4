import { translate } from '../drawing/operations.ts';
import type { SheetOp } from './field-op.ts';
import { MARGIN, PAPERS, type Page, type Pages, type Paper, type StructNode, structNode } from './page.ts';
import { ROOMY, type Spacing } from './spacing.ts';

/**
 * Fills pages from top to bottom. Each block asks for room with `ensureRoom`, draws at the current position `y`, and
 * moves it down. If the room on the page is not enough, a new page begins.
 */
export class Flow {
  /** The left edge and the width of what is laid out now, in points; `indented` changes them. */
  left: number = MARGIN.side;
  width: number;
  readonly top = MARGIN.top;
  readonly bottom: number;
  readonly pages: Page[] = [];
  readonly nodes: StructNode[] = [];
  /** How many tables are broken over pages although a page has room for each. */
  brokenTables = 0;
  /** The current position: where the next block begins, in points from the upper edge of the paper. */
  y: number;
  /** The section that new nodes are added to. */
  private section: StructNode | null = null;
  /** A heading that is not drawn before the block after it, so that they stand on the same page. */
  private pendingHeading: { height: number; draw: () => void } | null = null;

  readonly paper: Paper;
  readonly spacing: Spacing;

  /** @param start where the first page begins, in points; by default there is no page yet */
  constructor(paper: Paper, spacing: Spacing = ROOMY, start: number | null = null) {
    this.paper = paper;
    this.spacing = spacing;
    this.width = PAPERS[paper].width - 2 * MARGIN.side;
    this.bottom = PAPERS[paper].height - MARGIN.bottom;
    this.y = start ?? this.bottom;
    if (start !== null) this.pages.push({ content: [], fields: [], bookmarks: [] });
  }

  /** The height that is left on the page, in points. */
  get room(): number {
    return this.pages.length === 0 ? 0 : this.bottom - this.y - (this.pendingHeading?.height ?? 0);
  }

  get atTop(): boolean {
    return this.y === this.top && this.pages.length > 0;
  }

  /** Whether the page holds no more than a heading. */
  get nearTop(): boolean {
    return this.pages.length > 0 && this.y + (this.pendingHeading?.height ?? 0) - this.top < 60;
  }

  /** Whether at least half of the page is filled. */
  get halfFull(): boolean {
    return this.pages.length > 0 && this.y - this.top >= (this.bottom - this.top) / 2;
  }

  newPage(): void {
    this.pages.push({ content: [], fields: [], bookmarks: [] });
    this.y = this.top;
  }

  /** Begins a new page unless `height` points are left or the page is empty. Then draws the pending heading. */
  ensureRoom(height: number): void {
    if (this.pages.length === 0 || (this.room < height && !this.atTop)) this.newPage();
    this.drawPendingHeading();
  }

  /** Lays something out that is `by` points narrower on the left. */
  indented(by: number, layOut: () => void): void {
    this.inColumn(by, this.width - by, layOut);
  }

  /** Lays something out in a column: `x` points from the left edge, and `width` points wide. */
  inColumn(x: number, width: number, layOut: () => void): void {
    const before = { left: this.left, width: this.width };
    this.left += x;
    this.width = width;
    layOut();
    this.left = before.left;
    this.width = before.width;
  }

  /**
   * Lays out columns side by side, each from the current position down, and moves down below the longest. They must
   * fit on the page.
   */
  sideBySide(columns: readonly { x: number; width: number; layOut: () => void }[]): void {
    this.ensureRoom(0);
    const top = this.y;
    let lowest = top;
    for (const { x, width, layOut } of columns) {
      this.y = top;
      this.inColumn(x, width, layOut);
      lowest = Math.max(lowest, this.y);
    }
    this.y = lowest;
  }

  /** Adds pages that were laid out from the current position on, which may be used again: they are copied. */
  append(run: Pages, end: number): void {
    const [first, ...rest] = run.pages;
    const page = this.currentPage();
    const before = page.content.length;
    for (const op of first?.content ?? []) page.content.push(op);
    page.fields.push(...(first?.fields ?? []).map((field) => ({ ...field, after: field.after + before })));
    page.bookmarks.push(...(first?.bookmarks ?? []));
    noteShared(page, run, 0);
    for (const [i, { content, fields, bookmarks }] of rest.entries()) {
      const added: Page = { content: [...content], fields: [...fields], bookmarks: [...bookmarks] };
      noteShared(added, run, i + 1);
      this.pages.push(added);
    }
    this.nodes.push(...run.nodes);
    this.y = end;
  }

  /** Defers a heading of `height` points until the next call of `ensureRoom`, which is about the block below it. */
  deferHeading(height: number, draw: () => void): void {
    this.drawPendingHeading();
    this.pendingHeading = { height, draw };
  }

  private drawPendingHeading(): void {
    const heading = this.pendingHeading;
    this.pendingHeading = null;
    heading?.draw();
  }

  /** Moves down by `height` points, but not at the top of a page. */
  addGap(height: number): void {
    if (!this.atTop && this.pages.length > 0) this.y = Math.min(this.bottom, this.y + height);
  }

  /**
   * Adds operations to the page, shifted by (x, y): by default, their origin is the current position.
   * @param node null for decoration, which has no fields
   */
  draw(ops: readonly SheetOp[], node: StructNode | null, x: number = this.left, y: number = this.y): void {
    const { content, fields } = this.currentPage();
    const at = { x, y };
    for (const op of ops) {
      if (op.kind === 'path' || op.kind === 'hatch') {
        content.push({ op, at, node });
        continue;
      }
      if (op.kind !== 'field') {
        content.push({ op: translate(op, x, y), node });
        continue;
      }
      for (const text of op.printed ?? []) {
        content.push({ op: translate(text, x, y), node, inField: true });
      }
      if (node === null) continue;
      fields.push({ op: { ...op, x: op.x + x, y: op.y + y }, node, after: content.length });
    }
  }

  addBookmark(title: string): void {
    this.currentPage().bookmarks.push(title);
  }

  /** Adds a node to the structure, below the section that began last. */
  addNode(type: StructNode['type'], attributes: { alt?: string } = {}): StructNode {
    const node = structNode(type, attributes);
    (this.section?.children ?? this.nodes).push(node);
    return node;
  }

  beginSection(): void {
    this.section = structNode('Sect');
    this.nodes.push(this.section);
  }

  private currentPage(): Page {
    if (this.pages.length === 0) this.newPage();
    return this.pages.at(-1) as Page;
  }
}

/** Notes that all that a page of a run has was added to the page. */
function noteShared(page: Page, run: Pages, index: number): void {
  const shared = page.shared ?? { parts: [], length: 0 };
  shared.parts.push({ run, page: index });
  shared.length += run.pages[index]?.content.length ?? 0;
  page.shared = shared;
}
