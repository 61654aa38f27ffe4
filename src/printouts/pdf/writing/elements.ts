import type { StructNode } from '../page.ts';
import type { FinishedPages } from './finished-pages.ts';
import type { ObjectList } from './objects.ts';
import { addMark, type Element, newElement, writeElement } from './structure.ts';
import { reference } from './syntax.ts';

/** The elements of the structure that one reader's file writes: all but those of finished pages. */
export class Elements {
  private readonly elements = new Map<StructNode, Element>();
  /** In the order in which they are written, each with the object of the one that holds it. */
  private readonly written: { element: Element; parent: number }[] = [];
  private readonly reserve: () => number;

  /** @param reserve gives the number for an object */
  constructor(reserve: () => number) {
    this.reserve = reserve;
  }

  /**
   * Adds the element of a node and those in it. Returns the number of its object.
   * @param options.parent the object of the one that holds it
   * @param options.isFillable whether each field is a form of its own: words in place of the whole would hide them from
   *   screen readers
   */
  add(
    node: StructNode,
    options: { parent: number; isFillable: boolean; finished: FinishedPages | null },
  ): number {
    const { finished, isFillable, parent } = options;
    const whole = finished?.whole.get(node);
    if (whole !== undefined) return whole;
    const object = finished?.open.get(node) ?? this.reserve();
    const element =
      isFillable && node.type === 'Form' ? newElement(object, { type: 'Sect' }) : newElement(object, node);
    this.elements.set(node, element);
    this.written.push({ element, parent });
    for (const child of node.children) {
      element.kids.push(reference(this.add(child, { ...options, parent: object })));
    }
    return object;
  }

  /** The element of a node; undefined if the node belongs to no structure. */
  of(node: StructNode): Element | undefined {
    return this.elements.get(node);
  }

  /** Adds the element of a field, which stands on the page with that object. Returns the number of its object. */
  addField(parent: Element, field: number, page: number): number {
    const element = newElement(this.reserve(), { type: 'Form' });
    element.page = page;
    element.kids.push(`<</Type/OBJR/Obj ${reference(field)}/Pg ${reference(page)}>>`);
    parent.kids.push(reference(element.object));
    this.written.push({ element, parent: parent.object });
    return element.object;
  }

  /** Adds the marks of a finished page that belong to elements which are written here. */
  addOpenMarks({ object, openMarks }: FinishedPages['pages'][number]): void {
    for (const { node, mark } of openMarks) {
      const element = this.elements.get(node);
      if (element !== undefined) addMark(element, object, mark);
    }
  }

  write(objects: ObjectList): void {
    for (const { element, parent } of this.written) writeElement(objects, element, parent);
  }
}
