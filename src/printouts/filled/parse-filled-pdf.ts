import { fail, ok, type Result } from '../../rules/result.ts';
import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFString,
} from '../pdf-library.ts';
import type { FilledPdf } from './filled-pdf.ts';

/*
 * Reads the fields of a PDF. It runs in a process of its own, with limits of time and memory (read-filled-pdf.ts). Nothing
 * in the file is executed: scripts, links and forms of other kinds are passed over.
 */

/** More than a sheet of ours has, or programs add to it. */
const MAX_OBJECTS = 20_000;
const MAX_FIELDS = 3_000;
const MAX_DEPTH = 8;
/** The most characters of one value. */
const MAX_VALUE = 20_000;

/** What people draw or write on a page without filling in a field. */
const DRAWN = ['FreeText', 'Ink', 'Stamp'];

/**
 * The fields of a PDF with those that say whose sheet it is. Problems, at '': `not-a-pdf`, `encrypted`, `broken`,
 * `too-complex`, `no-sheet` (it has none of our fields: another file, or one that was printed or flattened),
 * `written-beside` (something is written on the page beside the fields).
 */
export async function parseFilledPdf(bytes: Uint8Array): Promise<Result<FilledPdf>> {
  if (!isPdf(bytes)) {
    return fail(
      '',
      'not-a-pdf',
      'This file is not a PDF. Send the PDF of your printout with its fields filled in.',
    );
  }
  if (!isWhole(bytes)) return DAMAGED;
  try {
    return contentOf(await PDFDocument.load(bytes, { updateMetadata: false, parseSpeed: Infinity }));
  } catch (error) {
    if (error instanceof EncryptedPDFError) {
      return fail(
        '',
        'encrypted',
        'This PDF is locked with a password. Save it without one, and send it again.',
      );
    }
    return DAMAGED;
  }
}

const DAMAGED = fail(
  '',
  'broken',
  'This PDF is damaged and cannot be read. Download the printout again, and fill it in.',
);

/** Whether a file ends as PDFs do. What is filled in is written at the end: without that, the sheet would be read as a blank one. */
function isWhole(bytes: Uint8Array): boolean {
  return /%%EOF[\s\0]*$/.test(Buffer.from(bytes.subarray(-200)).toString('latin1'));
}

/** Whether a file begins as PDFs do. Some programs write a little before it. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

function contentOf(pdf: PDFDocument): Result<FilledPdf> {
  const objects = pdf.context.enumerateIndirectObjects();
  if (objects.length > MAX_OBJECTS) return fail('', 'too-complex', TOO_COMPLEX);
  const fields = new Map<string, string>();
  const form = pdf.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  const found = new FieldWalk(fields).walk(form?.lookupMaybe(PDFName.of('Fields'), PDFArray));
  if (!found.ok) return found;
  const { _game, _seat, _turn, _token, _form, ...rest } = Object.fromEntries(fields);
  if (_game === undefined || _seat === undefined || _token === undefined || _form === undefined) {
    return fail(
      '',
      'no-sheet',
      'This PDF has no sheet that can be read: it is another file, or it was printed to a PDF, which turns what was filled in into a picture. Open the PDF of your printout, fill in its fields, and save it.',
    );
  }
  if (!/^[1-9]\d{0,5}$/.test(_turn ?? ''))
    return fail('', 'broken', 'This PDF does not say for which turn it is.');
  if (hasDrawings(objects.map(([, object]) => object))) {
    return fail(
      '',
      'written-beside',
      'Something is written or drawn on this PDF beside its fields, and that cannot be read. Type into the fields themselves, and remove what you added.',
    );
  }
  const mark = { game: _game, seat: _seat, turn: Number(_turn), token: _token, form: _form };
  return ok({ ...mark, fields: rest });
}

const TOO_COMPLEX = 'This PDF has far more in it than a sheet. Download the printout again, and fill it in.';

/** Goes through the tree of fields. A field can have several parts on pages, and fields below it. */
class FieldWalk {
  private readonly fields: Map<string, string>;
  private visited = 0;

  constructor(fields: Map<string, string>) {
    this.fields = fields;
  }

  /** Problems: `too-complex`, `broken` (two fields of the same name, or a value of a kind that sheets do not have). */
  walk(list: PDFArray | undefined, above = { name: '', kind: '' }, depth = 0): Result<void> {
    for (let i = 0; i < (list?.size() ?? 0); i += 1) {
      this.visited += 1;
      if (this.visited > MAX_FIELDS || depth > MAX_DEPTH) return fail('', 'too-complex', TOO_COMPLEX);
      const field = list?.lookup(i);
      if (!(field instanceof PDFDict)) continue;
      const visited = this.visit(field, above, depth);
      if (!visited.ok) return visited;
    }
    return ok(undefined);
  }

  private visit(field: PDFDict, above: { name: string; kind: string }, depth: number): Result<void> {
    const own = textOf(field.lookup(PDFName.of('T'))) ?? '';
    const name = above.name === '' ? own : `${above.name}.${own}`;
    const kind = nameOf(field.lookup(PDFName.of('FT'))) ?? above.kind;
    const kids = field.lookupMaybe(PDFName.of('Kids'), PDFArray);
    const hasFieldsBelow = dictsOf(kids).some((kid) => kid.has(PDFName.of('T')));
    if (hasFieldsBelow) return this.walk(kids, { name, kind }, depth + 1);
    const value = enteredIn(field, kind, dictsOf(kids));
    if (value === null || value.length > MAX_VALUE || this.fields.has(name)) {
      return fail('', 'broken', `The field “${name.slice(0, 60)}” of this PDF cannot be read.`);
    }
    this.fields.set(name, value);
    return ok(undefined);
  }
}

function dictsOf(list: PDFArray | undefined): PDFDict[] {
  const all = Array.from({ length: Math.min(list?.size() ?? 0, MAX_FIELDS) }, (_, i) => list?.lookup(i));
  return all.filter((one) => one instanceof PDFDict);
}

/** What is entered in a field; null if it is nothing that a sheet has. */
function enteredIn(field: PDFDict, kind: string, parts: readonly PDFDict[]): string | null {
  const value = field.lookup(PDFName.of('V'));
  if (kind === 'Btn') return checkMarkIn(value, [field, ...parts]);
  if (kind !== 'Tx' && kind !== 'Ch') return '';
  if (value === undefined) return '';
  if (value instanceof PDFArray) return value.size() === 0 ? '' : null;
  return textOf(value) ?? nameOf(value) ?? null;
}

/** `Yes` or nothing; null if a program shows the box in another state than the one that it stored. */
function checkMarkIn(value: PDFObject | undefined, parts: readonly PDFDict[]): string | null {
  const stored = nameOf(value) ?? textOf(value);
  const shown = parts
    .map((part) => nameOf(part.lookup(PDFName.of('AS'))))
    .filter((state) => state !== undefined);
  const isShown = shown.some((state) => state !== 'Off');
  const isChecked = stored === undefined ? isShown : stored !== 'Off' && stored !== '';
  if (shown.length > 0 && isChecked !== isShown) return null;
  return isChecked ? 'Yes' : '';
}

function nameOf(object: PDFObject | undefined): string | undefined {
  return object instanceof PDFName ? object.decodeText() : undefined;
}

function textOf(object: PDFObject | undefined): string | undefined {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return undefined;
  const bytes = object.asBytes();
  // PDF 2.0 allows UTF-8.
  const isUtf8 = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isUtf8 ? Buffer.from(bytes.subarray(3)).toString('utf8') : object.decodeText();
}

/** Whether a page has notes that are written or drawn on it. */
function hasDrawings(objects: readonly PDFObject[]): boolean {
  return objects
    .filter((object) => object instanceof PDFDict)
    .filter((dict) => nameOf(dict.lookup(PDFName.of('Type'))) === 'Page')
    .flatMap((page) => dictsOf(page.lookupMaybe(PDFName.of('Annots'), PDFArray)))
    .some((note) => DRAWN.includes(nameOf(note.lookup(PDFName.of('Subtype'))) ?? ''));
}
