import { PAPERS, type Page, type Pages, type Paper, type PlacedField } from './page.ts';
import { PageContent } from './writing/content.ts';
import { Elements } from './writing/elements.ts';
import {
  type FinishedPages,
  type FixedObjects,
  finishedPagesOf,
  isShared,
  type PagesToWrite,
} from './writing/finished-pages.ts';
import { writeFonts } from './writing/fonts-of-file.ts';
import { type FormWriter, formWriter, type SheetMark } from './writing/form-fields.ts';
import { deflated, ObjectList, plain } from './writing/objects.ts';
import { pageObject } from './writing/page-object.ts';
import { type Group, groupByNode, groupsAndFields } from './writing/page-pieces.ts';
import { beginFile, type FileInfo, type PdfkitFile } from './writing/pdfkit-file.ts';
import { addMark, elementsOfMarks, parentTreeLeaf } from './writing/structure.ts';
import { reference } from './writing/syntax.ts';
import { UsedFonts } from './writing/used-fonts.ts';

/**
 * Writes pages that are laid out as a tagged PDF. The same pages and metadata give the same bytes, whether the shared ones
 * among them were finished before, for another reader, or are finished now.
 * @param sheet whose sheet the pages have, if it can be filled in on a screen; null for fields that are only printed
 */
export function paintPdf(
  pages: PagesToWrite,
  paper: Paper,
  info: FileInfo,
  sheet: SheetMark | null = null,
): Promise<Buffer> {
  const file = beginFile(info);
  const size = PAPERS[paper];
  const document = file.reserve(1);
  const resources = file.reserve(1);
  const fixed: FixedObjects = { pages: file.pagesObject, document, resources, first: resources + 1 };
  const finished = finishedPagesOf(pages, size, fixed);
  if (finished !== null) {
    file.reserve(finished.count);
    file.write(finished.objects);
  }
  const painter = new Painter({ file, size, fixed, finished, sheet });
  painter.addElements(pages);
  for (const page of pages.pages) painter.addPage(page);
  return painter.end(pages);
}

interface Target {
  file: PdfkitFile;
  /** The size of the pages, in points. */
  size: { width: number; height: number };
  fixed: FixedObjects;
  finished: FinishedPages | null;
  sheet: SheetMark | null;
}

/** Writes what one reader's file has beside the finished pages. */
class Painter {
  private readonly target: Target;
  private readonly objects = new ObjectList();
  private readonly fonts = new UsedFonts('P');
  private readonly elements: Elements;
  private readonly form: FormWriter | null;
  /** The elements that the document consists of, as objects. */
  private top: number[] = [];
  /** The objects of all pages. */
  private readonly pages: number[] = [];
  /** The elements of the marks of each page that is not finished, and of each field. Their keys follow each other. */
  private readonly elementsOfPages: string[] = [];
  private readonly elementsOfFields: string[] = [];
  /** The key of the first field. */
  private firstFieldKey = 0;
  private isMarked = false;

  constructor(target: Target) {
    this.target = target;
    this.elements = new Elements(() => this.reserve());
    this.form = target.sheet === null ? null : formWriter(this.objects, () => this.reserve());
  }

  addElements({ pages, nodes }: Pages): void {
    const { fixed, finished, sheet } = this.target;
    this.firstFieldKey = pages.length;
    const options = { parent: fixed.document, isFillable: sheet !== null, finished };
    this.top = nodes.map((node) => this.elements.add(node, options));
  }

  addPage(page: Page): void {
    const { finished } = this.target;
    const next = this.pages.length - this.elementsOfPages.length;
    const known = isShared(page) ? finished?.pages[next] : undefined;
    if (known === undefined) {
      this.addOwnPage(page);
      return;
    }
    const frame = page.content.slice(0, page.frame ?? 0);
    this.objects.addStream(known.frame, '', plain(`q\n${this.draw(groupByNode(frame), null).text}Q\n`));
    this.elements.addOpenMarks(known);
    this.pages.push(known.object);
  }

  /** Writes all that is left. */
  end({ pages }: Pages): Promise<Buffer> {
    const { file, size, fixed, finished } = this.target;
    const form = this.form?.end() ?? null;
    this.elements.write(this.objects);
    const kids = `[${this.top.map(reference).join(' ')}]`;
    const root = reference(file.structureObject);
    this.objects.add(fixed.document, `<</S/Document/P ${root}/K${kids}>>`);
    this.objects.add(
      fixed.resources,
      writeFonts(this.objects, (count) => file.reserve(count), this.fonts, finished),
    );
    const parentTree = this.writeParentTree();
    file.write(this.objects.written());
    const bookmarks = pages.flatMap((page, i) => page.bookmarks.map((title) => ({ title, page: i })));
    const nextKey = this.firstFieldKey + this.elementsOfFields.length;
    const structure = { root: fixed.document, parentTree, nextKey };
    return file.end({ pages: this.pages, size, bookmarks, structure, form });
  }

  private reserve(): number {
    return this.target.file.reserve(1);
  }

  private addOwnPage(page: Page): void {
    const { size, fixed, finished } = this.target;
    const [object, content] = [this.reserve(), this.reserve()];
    const key = (finished?.pages.length ?? 0) + this.elementsOfPages.length;
    const pieces = this.form === null ? groupByNode(page.content) : groupsAndFields(page);
    const { text, marked, fields } = this.draw(pieces, object);
    this.objects.addStream(content, '', deflated(text));
    fields.push(...this.markSheet(page, object));
    const parts = { parent: fixed.pages, size, contents: [content], resources: fixed.resources, key, fields };
    this.objects.add(object, pageObject(parts));
    this.elementsOfPages.push(elementsOfMarks(marked));
    this.pages.push(object);
  }

  /**
   * Draws pieces of a page in the order of reading, and adds them to the structure.
   * @param page the object of the page; null if its pieces are decoration
   * @returns the content, the elements of its marks and the fields, as objects
   */
  private draw(pieces: readonly (Group | PlacedField)[], page: number | null) {
    const content = new PageContent(this.target.size.height, this.fonts);
    const marked: number[] = [];
    const fields: number[] = [];
    for (const piece of pieces) {
      const element = piece.node === null ? undefined : this.elements.of(piece.node);
      if ('op' in piece) {
        if (element !== undefined && page !== null) fields.push(this.addField(piece, page));
      } else if (element === undefined || piece.node === null || page === null) {
        content.drawMarked(null, piece.ops);
      } else {
        content.drawMarked({ type: piece.node.type, id: marked.length }, piece.ops);
        addMark(element, page, marked.length);
        marked.push(element.object);
      }
    }
    return { text: content.end(), marked, fields };
  }

  private addField({ op, node }: PlacedField, page: number): number {
    const key = this.firstFieldKey + this.elementsOfFields.length;
    const { height } = this.target.size;
    const field = (this.form as FormWriter).add(op, { page, height, key });
    const parent = this.elements.of(node);
    if (parent !== undefined) {
      this.elementsOfFields.push(reference(this.elements.addField(parent, field, page)));
    }
    return field;
  }

  /** Writes whose sheet it is on the first page with fields. Returns the hidden fields that say so. */
  private markSheet({ fields }: Page, page: number): number[] {
    const { sheet, size } = this.target;
    if (this.isMarked || sheet === null || fields.length === 0) return [];
    this.isMarked = true;
    return this.form?.mark(sheet, { page, height: size.height, key: null }) ?? [];
  }

  /** The tree from pages and fields to their elements: the leaf of the finished pages, and one for all others. */
  private writeParentTree(): number {
    const { finished } = this.target;
    const [tree, leaf] = [this.reserve(), this.reserve()];
    const values = [...this.elementsOfPages, ...this.elementsOfFields];
    this.objects.add(leaf, parentTreeLeaf(finished?.pages.length ?? 0, values));
    const leaves = finished === null ? [leaf] : [finished.leaf, leaf];
    this.objects.add(tree, `<</Kids[${leaves.map(reference).join(' ')}]>>`);
    return tree;
  }
}
