import PDFDocument from 'pdfkit';
import { escapeHtml } from '../../../text/escape.ts';
import type { WrittenObjects } from './objects.ts';

/*
 * The file as pdfkit writes it: header, catalog, outline, information, metadata, cross-reference table and trailer. Pages,
 * fonts and the structure come from this folder as finished objects, for which pdfkit has no door. So this file, and no
 * other, uses parts of pdfkit that it does not document: those of `Inner`. package.json holds its version, and
 * test/printouts/pdf/writing/pdfkit-file.test.ts fails if one of these parts changes.
 */

/** The metadata of the file. */
export interface FileInfo {
  title: string;
  author: string;
  subject: string;
  created: Date;
}

/** What pdfkit has besides its types. */
export interface Inner {
  /** Where each object begins, by its number less one; null before it is written. */
  _offsets: (number | null)[];
  /** How many bytes are written. */
  _offset: number;
  _write(data: Uint8Array): void;
  _root: {
    data: {
      Pages: { id: number; data: { Kids: unknown[]; Count: number } };
      StructTreeRoot: { id: number; data: Record<string, unknown> };
      AcroForm?: unknown;
    };
  };
  endAcroForm(): unknown;
}

type Doc = InstanceType<typeof PDFDocument> & Inner;

/** What the parts that pdfkit writes say of finished objects. */
export interface FileParts {
  /** The objects of the pages, in their order. */
  pages: readonly number[];
  /** The size of all pages, in points. */
  size: { width: number; height: number };
  /** Titles in the outline, each with the index of its page. */
  bookmarks: readonly { title: string; page: number }[];
  /** The element of the structure that holds all others, and the tree from pages to elements. */
  structure: { root: number; parentTree: number; nextKey: number };
  /** The form; null for a file that cannot be filled in. */
  form: number | null;
}

/** A file that is being written. */
export interface PdfkitFile {
  /** The number of the object that lists the pages, and of the one that holds the structure. */
  readonly pagesObject: number;
  readonly structureObject: number;
  /** Reserves numbers for so many objects, each of which must be written. Returns the first of them; they follow each other. */
  reserve(count: number): number;
  write(objects: WrittenObjects): void;
  /** Writes all that is left. Throws if an object with a reserved number was never written, because readers would refuse the file. */
  end(parts: FileParts): Promise<Buffer>;
}

/** Begins a tagged PDF. The numbers that it reserves are the same in each file. */
export function beginFile(info: FileInfo): PdfkitFile {
  const doc = openDocument(info);
  const buffer = collect(doc);
  return {
    pagesObject: doc._root.data.Pages.id,
    structureObject: doc._root.data.StructTreeRoot.id,
    reserve(count) {
      const first = doc._offsets.length + 1;
      for (let i = 0; i < count; i++) doc._offsets.push(null);
      return first;
    },
    write({ bytes, numbers, offsets }) {
      for (let i = 0; i < numbers.length; i++) {
        doc._offsets[(numbers[i] as number) - 1] = doc._offset + (offsets[i] as number);
      }
      doc._write(bytes);
    },
    end(parts) {
      describeParts(doc, parts);
      doc.end();
      const missing = doc._offsets.indexOf(null) + 1;
      if (missing > 0) throw new Error(`Object ${missing} of the PDF was never written`);
      return buffer;
    },
  };
}

function describeParts(doc: Doc, { pages, size, bookmarks, structure, form }: FileParts): void {
  const { Pages, StructTreeRoot } = doc._root.data;
  const box = { MediaBox: [0, 0, size.width, size.height] };
  Pages.data.Kids = pages.map((page) => new Reference(page, box));
  Pages.data.Count = pages.length;
  for (const { title, page } of bookmarks)
    doc.outline.addItem(title, { fit: true, pageNumber: page } as object);
  Object.assign(StructTreeRoot.data, {
    K: [new Reference(structure.root)],
    ParentTree: new Reference(structure.parentTree),
    ParentTreeNextKey: structure.nextKey,
  });
  if (form === null) return;
  doc._root.data.AcroForm = new Reference(form);
  // pdfkit would end the fields of a form of its own.
  doc.endAcroForm = () => doc;
}

/** A reference to an object that pdfkit does not know: it writes what is no plain object as its string. */
class Reference {
  readonly data: object;
  private readonly object: number;

  constructor(object: number, data: object = {}) {
    this.object = object;
    this.data = data;
  }

  get [Symbol.toStringTag](): string {
    return 'Reference';
  }

  toString(): string {
    return `${this.object} 0 R`;
  }
}

function openDocument(info: FileInfo): Doc {
  const doc = new PDFDocument({
    autoFirstPage: false,
    // No default font, because only embedded fonts are used. The types of pdfkit do not allow null.
    font: null as unknown as string,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: xmlText(info.title),
      Author: xmlText(info.author),
      Subject: xmlText(info.subject),
      Creator: 'Whistlestop',
      Producer: 'Whistlestop with PDFKit',
      CreationDate: info.created,
    },
  });
  return doc as unknown as Doc;
}

/**
 * pdfkit uses these texts twice: as PDF strings, which it encodes itself, and through `toString` in XML metadata,
 * which it does not escape.
 */
class XmlText extends String {
  override toString(): string {
    return escapeHtml(this.valueOf());
  }
}

function xmlText(text: string): string {
  return new XmlText(text) as unknown as string;
}

function collect(doc: Doc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}
