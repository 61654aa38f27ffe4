import { number, reference } from './syntax.ts';

/** What a page refers to. */
export interface PageParts {
  /** The list of the pages. */
  parent: number;
  /** In points. */
  size: { width: number; height: number };
  /** The streams that draw it, one after the other. */
  contents: readonly number[];
  resources: number;
  /** Its key in the tree that leads from pages to elements of the structure. */
  key: number;
  /** The fields on it. */
  fields?: readonly number[];
}

/** A page as it stands in the file. */
export function pageObject({ parent, size, contents, resources, key, fields = [] }: PageParts): string {
  const annotations = fields.length === 0 ? '' : `/Annots[${fields.map(reference).join(' ')}]`;
  return (
    `<</Type/Page/Parent ${reference(parent)}/MediaBox [0 0 ${number(size.width)} ${number(size.height)}]` +
    `/Contents[${contents.map(reference).join(' ')}]/Resources ${reference(resources)}` +
    `/StructParents ${key}/Tabs/S${annotations}>>`
  );
}
