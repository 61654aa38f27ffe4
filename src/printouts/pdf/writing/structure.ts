import type { StructNode } from '../page.ts';
import type { ObjectList } from './objects.ts';
import { reference, textString } from './syntax.ts';

/** An element of the structure before it is written. */
export interface Element {
  /** The number of its object. */
  object: number;
  type: string;
  alt?: string;
  scope?: 'Column' | 'Row';
  /** The elements in it, as references, and its pieces of pages. */
  kids: string[];
  /** The page of its first piece; null if it has none. */
  page: number | null;
}

/** An element without content. */
export function newElement(object: number, node: Pick<StructNode, 'type' | 'alt' | 'scope'>): Element {
  const element: Element = { object, type: node.type, kids: [], page: null };
  if (node.alt !== undefined) element.alt = node.alt;
  if (node.scope !== undefined) element.scope = node.scope;
  return element;
}

/** Adds the piece of a page with that mark. `page` is the number of its object. */
export function addMark(element: Element, page: number, mark: number): void {
  element.page ??= page;
  element.kids.push(
    element.page === page ? String(mark) : `<</Type/MCR/Pg ${reference(page)}/MCID ${mark}>>`,
  );
}

/** Writes an element. */
export function writeElement(objects: ObjectList, element: Element, parent: number): void {
  const { object, type, alt, scope, kids, page } = element;
  const own = page === null ? '' : `/Pg ${reference(page)}`;
  const words = alt === undefined || alt === '' ? '' : `/Alt${textString(alt)}`;
  const attributes = scope === undefined ? '' : `/A<</O/Table/Scope/${scope}>>`;
  const content = kids.length === 1 ? kids[0] : `[${kids.join(' ')}]`;
  const space = kids.length === 1 ? ' ' : '';
  objects.add(object, `<</S/${type}/P ${reference(parent)}${own}${words}${attributes}/K${space}${content}>>`);
}

/**
 * A leaf of the tree that leads from pages and fields to elements.
 * @param first the key of the first of the values; the others follow
 */
export function parentTreeLeaf(first: number, values: readonly string[]): string {
  const nums = values.map((value, i) => `${first + i} ${value}`).join(' ');
  return `<</Limits[${first} ${first + values.length - 1}]/Nums[${nums}]>>`;
}

/** The elements of the marks of a page, in their order, as a value of that tree. */
export function elementsOfMarks(objects: readonly number[]): string {
  return `[${objects.map(reference).join(' ')}]`;
}
