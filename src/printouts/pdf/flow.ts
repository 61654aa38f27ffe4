import type { Op } from '../drawing.ts';
import { moved } from '../drawing.ts';
import {
  type LaidPage,
  MARGIN,
  PAPERS,
  type Paper,
  type Placed,
  type StructNode,
  structNode,
} from './page.ts';

/**
 * Fills pages from top to bottom. Blocks ask for room, place what they draw, and move the pen down; a new
 * page begins where the room does not suffice.
 */
export class Flow {
  readonly left = MARGIN.side;
  readonly width: number;
  readonly top = MARGIN.top;
  readonly bottom: number;
  readonly pages: LaidPage[] = [];
  readonly nodes: StructNode[] = [];
  /** Where the next thing goes, in points from the paper's upper edge. */
  y: number;
  /** The section that nodes are added to. */
  private section: StructNode | null = null;
  /** A heading that waits for what follows it, so that they stand on one page. */
  private held: { height: number; place: () => void } | null = null;

  constructor(paper: Paper) {
    this.width = PAPERS[paper].width - 2 * MARGIN.side;
    this.bottom = PAPERS[paper].height - MARGIN.bottom;
    this.y = this.bottom;
  }

  /** What is left of the page, in points. */
  get room(): number {
    return this.pages.length === 0 ? 0 : this.bottom - this.y - (this.held?.height ?? 0);
  }

  get atTop(): boolean {
    return this.y === this.top && this.pages.length > 0;
  }

  /** Is nothing but a heading on the page? */
  get fresh(): boolean {
    return this.pages.length > 0 && this.y + (this.held?.height ?? 0) - this.top < 60;
  }

  newPage(): void {
    this.pages.push({ content: [], bookmarks: [] });
    this.y = this.top;
  }

  /** A new page, unless `height` points are left or the page is empty anyway. A held heading is placed then. */
  need(height: number): void {
    if (this.pages.length === 0 || (this.room < height && !this.atTop)) this.newPage();
    this.release();
  }

  /** Holds a heading of `height` points back until something needs room below it. */
  hold(height: number, place: () => void): void {
    this.release();
    this.held = { height, place };
  }

  /** Places a held heading where the pen is. */
  release(): void {
    const held = this.held;
    this.held = null;
    held?.place();
  }

  /** A gap above what follows; none at the top of a page. */
  gap(height: number): void {
    if (!this.atTop && this.pages.length > 0) this.y = Math.min(this.bottom, this.y + height);
  }

  /** Places operations, given from (0, 0), with their upper left corner at (x, y) of the page. */
  draw(ops: readonly Op[], node: StructNode | null, x: number = this.left, y: number = this.y): void {
    const page = this.page();
    for (const op of ops) page.content.push({ op: moved(op, x, y), node });
  }

  /** Places what stands at its place already. */
  put(placed: readonly Placed[]): void {
    this.page().content.push(...placed);
  }

  bookmark(title: string): void {
    this.page().bookmarks.push(title);
  }

  /** A new node of the structure, under the section that has begun last. */
  node(type: StructNode['type'], more: { alt?: string } = {}): StructNode {
    const node = structNode(type, more);
    (this.section?.children ?? this.nodes).push(node);
    return node;
  }

  beginSection(): void {
    this.section = structNode('Sect');
    this.nodes.push(this.section);
  }

  private page(): LaidPage {
    if (this.pages.length === 0) this.newPage();
    return this.pages.at(-1) as LaidPage;
  }
}
