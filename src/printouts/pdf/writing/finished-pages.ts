import type { FontName } from '../../drawing/operations.ts';
import type { Page, Pages, StructNode } from '../page.ts';
import { PageContent } from './content.ts';
import type { Tier } from './fixed-codes.ts';
import { FONT_OBJECTS, writeFont } from './font-objects.ts';
import { deflated, ObjectList, type WrittenObjects } from './objects.ts';
import { pageObject } from './page-object.ts';
import { type Group, groupByNode } from './page-pieces.ts';
import {
  addMark,
  type Element,
  elementsOfMarks,
  newElement,
  parentTreeLeaf,
  writeElement,
} from './structure.ts';
import { reference } from './syntax.ts';
import { UsedFonts } from './used-fonts.ts';

/*
 * The pages of a printout that nothing but shared sections stand on, as finished objects. They are the same for all readers
 * with the same such pages, and are written once for all of them. What differs on them, the page header and footer, is a
 * content of its own in each reader's file.
 *
 * An element whose pieces are all on these pages is finished, too. One that has others, or other elements with others in it,
 * is left open: its number is reserved, and each file writes it.
 */
export interface FinishedPages {
  objects: WrittenObjects;
  /** The first of the numbers of these objects, and how many there are with those that each file writes. */
  first: number;
  count: number;
  pages: readonly FinishedPage[];
  /** The object of the leaf that leads from these pages to their elements. */
  leaf: number;
  /** The objects of finished elements, and of those that are left open. */
  whole: ReadonlyMap<StructNode, number>;
  open: ReadonlyMap<StructNode, number>;
  /** The tier that each regular face needs here, and the fonts with codes of their own by their names. */
  tiers: ReadonlyMap<FontName, Tier>;
  fonts: readonly { name: string; object: number }[];
}

/** A page with the object of the content that each reader's file writes. */
interface FinishedPage {
  object: number;
  frame: number;
  /** The marks that belong to elements that are left open. */
  openMarks: readonly { node: StructNode; mark: number }[];
}

/** Objects with numbers that are the same in each file. */
export interface FixedObjects {
  /** The list of the pages. */
  pages: number;
  /** The element that holds all others. */
  document: number;
  /** The fonts of all pages. */
  resources: number;
  /** The first number that is free for finished pages. */
  first: number;
}

/** Finished pages that are kept for the other readers, by what stands on them. */
export type FinishedStore = Map<string, FinishedPages>;

/** Pages with what keeps the finished ones. Missing: nothing is kept. */
export type PagesToWrite = Pages & { finished?: FinishedStore };

/** So many are kept: nearly all readers of a turn have the same shared pages. */
const MAX_FINISHED = 8;

/** Whether a page holds shared sections alone. */
export function isShared({ shared, content, fields, frame = 0 }: Page): boolean {
  return shared !== undefined && shared.length === content.length - frame && fields.length === 0;
}

/** The shared pages of a printout, finished before or now; null if it has none. */
export function finishedPagesOf(
  { pages, finished }: PagesToWrite,
  size: { width: number; height: number },
  fixed: FixedObjects,
): FinishedPages | null {
  const shared = pages.filter(isShared);
  if (shared.length === 0) return null;
  const key = shared.map((page) => page.shared?.parts.map(keyOfPart).join('+')).join(' ');
  const known = finished?.get(key);
  if (known !== undefined) return known;
  const made = finishPages(shared, size, fixed);
  const [oldest] = finished?.keys() ?? [];
  if (finished !== undefined && finished.size >= MAX_FINISHED && oldest !== undefined)
    finished.delete(oldest);
  finished?.set(key, made);
  return made;
}

/** A page of sections that were laid out together. */
type Part = NonNullable<Page['shared']>['parts'][number];

const runIds = new WeakMap<Pages, number>();
let runs = 0;

function keyOfPart({ run, page }: Part): string {
  let id = runIds.get(run);
  if (id === undefined) {
    runs += 1;
    id = runs;
    runIds.set(run, id);
  }
  return `${id}:${page}`;
}

/** What stands on a page before it is written. */
interface Draft {
  groups: readonly Group[];
  object: number;
  frame: number;
  content: number;
  /** The nodes of the marks, in their order. */
  marks: StructNode[];
}

function finishPages(
  pages: readonly Page[],
  size: { width: number; height: number },
  fixed: FixedObjects,
): FinishedPages {
  let next = fixed.first;
  const take = (count = 1) => {
    next += count;
    return next - count;
  };
  const leaf = take();
  const objects = new ObjectList();
  const fonts = new UsedFonts('S');
  const drafts = pages.map(({ content, frame = 0 }): Draft => {
    const groups = groupByNode(content.slice(frame));
    return { groups, object: take(), frame: take(), content: take(), marks: [] };
  });
  const tree = numberedTree(pages, take);
  for (const [i, draft] of drafts.entries()) {
    objects.addStream(draft.content, '', deflated(contentOf(draft, size.height, tree, fonts)));
    const contents = [draft.frame, draft.content];
    objects.add(
      draft.object,
      pageObject({ parent: fixed.pages, size, contents, resources: fixed.resources, key: i }),
    );
  }
  writeTree(objects, tree, drafts, fixed.document);
  const numberOf = (node: StructNode) => (tree.whole.get(node) ?? tree.open.get(node)) as number;
  objects.add(
    leaf,
    parentTreeLeaf(
      0,
      drafts.map(({ marks }) => elementsOfMarks(marks.map(numberOf))),
    ),
  );
  const written = [...fonts.own].map(([face, font]) => {
    const object = take(FONT_OBJECTS);
    writeFont(objects, object, font.embedded());
    return { name: fonts.ownName(face), object };
  });
  return {
    objects: objects.written(),
    first: fixed.first,
    count: next - fixed.first,
    pages: drafts.map(({ object, frame, marks }) => ({
      object,
      frame,
      openMarks: marks.flatMap((node, mark) => (tree.open.has(node) ? [{ node, mark }] : [])),
    })),
    leaf,
    whole: tree.whole,
    open: tree.open,
    tiers: fonts.tiers,
    fonts: written,
  };
}

function contentOf(
  { groups, marks }: Draft,
  height: number,
  { whole, open }: NumberedTree,
  fonts: UsedFonts,
): string {
  const content = new PageContent(height, fonts);
  for (const { node, ops } of groups) {
    const isMarked = node !== null && (whole.has(node) || open.has(node));
    content.drawMarked(isMarked ? { type: node.type, id: marks.length } : null, ops);
    if (isMarked) marks.push(node);
  }
  return content.end();
}

/** The nodes that are on finished pages, with the numbers of their elements. */
interface NumberedTree {
  roots: StructNode[];
  whole: Map<StructNode, number>;
  open: Map<StructNode, number>;
}

function numberedTree(pages: readonly Page[], take: () => number): NumberedTree {
  const parts = pages.flatMap(({ shared }) => shared?.parts ?? []);
  const roots = [...new Set(parts.map(({ run }) => run))].flatMap(({ nodes }) => nodes);
  const outside = nodesOutside(parts);
  const here = new Set(pages.flatMap(({ content }) => content.map(({ node }) => node)));
  const complete = new Set<StructNode>();
  for (const root of roots) findComplete(root, outside, complete);
  const tree: NumberedTree = { roots, whole: new Map(), open: new Map() };
  const number = (node: StructNode) => {
    if (complete.has(node)) tree.whole.set(node, take());
    else if (here.has(node) || node.children.some((child) => complete.has(child)))
      tree.open.set(node, take());
    for (const child of node.children) number(child);
  };
  for (const root of roots) number(root);
  return tree;
}

/** The nodes of the same sections that have something on other pages. */
function nodesOutside(parts: readonly Part[]): Set<StructNode | null> {
  const finished = new Map<Pages, Set<number>>();
  for (const { run, page } of parts) finished.set(run, (finished.get(run) ?? new Set<number>()).add(page));
  const others = [...finished].flatMap(([run, numbers]) => run.pages.filter((_, i) => !numbers.has(i)));
  return new Set(others.flatMap(({ content }) => content.map(({ node }) => node)));
}

/** Adds the nodes that have nothing outside, and no node in them that has. Returns whether this one is one of them. */
function findComplete(
  node: StructNode,
  outside: ReadonlySet<StructNode | null>,
  complete: Set<StructNode>,
): boolean {
  let isComplete = !outside.has(node);
  for (const child of node.children) {
    if (!findComplete(child, outside, complete)) isComplete = false;
  }
  if (isComplete) complete.add(node);
  return isComplete;
}

function writeTree(
  objects: ObjectList,
  { roots, whole, open }: NumberedTree,
  drafts: readonly Draft[],
  document: number,
): void {
  const elements = new Map<StructNode, Element>();
  for (const [node, object] of whole) {
    const element = newElement(object, node);
    element.kids.push(...node.children.map((child) => reference(whole.get(child) as number)));
    elements.set(node, element);
  }
  for (const { object, marks } of drafts) {
    for (const [mark, node] of marks.entries()) {
      const element = elements.get(node);
      if (element !== undefined) addMark(element, object, mark);
    }
  }
  const write = (node: StructNode, parent: number) => {
    const element = elements.get(node);
    if (element !== undefined) writeElement(objects, element, parent);
    const own = whole.get(node) ?? open.get(node);
    // Below a node without a number, none is complete.
    for (const child of node.children) write(child, own ?? 0);
  };
  for (const root of roots) write(root, document);
}
