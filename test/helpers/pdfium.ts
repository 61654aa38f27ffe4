import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/*
 * PDFium, which shows PDFs in Chromium, as WebAssembly. A person fills in fields with a mouse and a keyboard, and so does this:
 * nothing is set in the file itself. Points are those of a page of PDF, from its lower left corner.
 */

const require = createRequire(import.meta.url);
let loading: Promise<Pdfium> | undefined;

/** The functions of PDFium, which take and return pointers, and the memory that these point into. */
type Pdfium = WrappedPdfiumModule & {
  pdfium: { HEAPU8: Uint8Array; HEAP32: Int32Array; HEAPF32: Float32Array };
  /** Memory for what a call returns. */
  scratch: number;
};

function loadPdfium(): Promise<Pdfium> {
  loading ??= (async () => {
    const wasm = readFileSync(require.resolve('@embedpdf/pdfium/pdfium.wasm'));
    const module = await init({ wasmBinary: Uint8Array.from(wasm).buffer });
    module.PDFiumExt_Init();
    return Object.assign(module as Pdfium, { scratch: module.pdfium.wasmExports.malloc(SCRATCH) });
  })();
  return loading;
}

const SCRATCH = 1 << 16;

/** What FPDFAnnot_GetFormFieldType returns (fpdf_formfill.h). */
const CHECK_BOX = 2;
const COMBO_BOX = 4;
const TEXT_FIELD = 6;
const KINDS = new Map([
  [CHECK_BOX, 'check'],
  [COMBO_BOX, 'choice'],
  [TEXT_FIELD, 'text'],
] as const);

/** Keys as `FORM_OnKeyDown` and `FORM_OnChar` take them (fpdf_fwlevent.h). */
const DOWN = 0x28;
const BACKSPACE = 8;
const RETURN = 13;

/** A field on a page. */
export interface Widget {
  kind: 'check' | 'choice' | 'text';
  /** The number of its page, from 0. */
  page: number;
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** A page as a picture: red, green, blue and alpha of each pixel, `SCALE` pixels to a point. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export const SCALE = 1.5;

/** A document that is open in a viewer, with the cursor in one of its fields or in none. Close it. */
export class PdfiumViewer {
  /** The fields that can be filled in, by name. */
  readonly widgets: ReadonlyMap<string, Widget>;
  private readonly lib: Pdfium;
  private readonly file: number;
  private readonly document: number;
  private readonly info: number;
  private readonly form: number;
  private readonly pages: number[];

  private constructor(lib: Pdfium, pdf: Uint8Array) {
    this.lib = lib;
    this.file = lib.pdfium.wasmExports.malloc(pdf.length);
    lib.pdfium.HEAPU8.set(pdf, this.file);
    this.document = lib.FPDF_LoadMemDocument(this.file, pdf.length, '');
    if (this.document === 0) throw new Error(`PDFium cannot open the file: ${lib.FPDF_GetLastError()}.`);
    this.info = lib.PDFiumExt_OpenFormFillInfo();
    this.form = lib.PDFiumExt_InitFormFillEnvironment(this.document, this.info);
    this.pages = Array.from({ length: lib.FPDF_GetPageCount(this.document) }, (_, i) => {
      const page = lib.FPDF_LoadPage(this.document, i);
      lib.FORM_OnAfterLoadPage(page, this.form);
      return page;
    });
    this.widgets = new Map(this.pages.flatMap((page, i) => this.widgetsOf(page, i)));
  }

  static async open(pdf: Uint8Array): Promise<PdfiumViewer> {
    return new PdfiumViewer(await loadPdfium(), pdf);
  }

  close(): void {
    const { lib } = this;
    for (const page of this.pages) {
      lib.FORM_OnBeforeClosePage(page, this.form);
      lib.FPDF_ClosePage(page);
    }
    lib.PDFiumExt_ExitFormFillEnvironment(this.form);
    lib.PDFiumExt_CloseFormFillInfo(this.info);
    lib.FPDF_CloseDocument(this.document);
    lib.pdfium.wasmExports.free(this.file);
  }

  /** Clicks on a field, removes what is in it, and types a text, one key after the other. */
  type(name: string, text: string): void {
    const page = this.clear(name);
    // The keyboard of a phone or of emoji sends both halves of a character, too.
    for (const unit of text.split('')) {
      this.lib.FORM_OnChar(this.form, page, unit === '\n' ? RETURN : unit.charCodeAt(0), 0);
    }
  }

  /** The same with a text from the clipboard. */
  paste(name: string, text: string): void {
    const page = this.clear(name);
    this.lib.pdfium.stringToUTF16(text, this.lib.scratch, SCRATCH);
    this.lib.FORM_ReplaceSelection(this.form, page, this.lib.scratch);
  }

  /** Clicks on a check box. */
  check(name: string): void {
    const { page, x, y } = this.middle(name, 'check');
    this.click(page, x, y);
  }

  /** Clicks on a list and goes down in it with the arrow key, until it shows an entry. */
  choose(name: string, label: string): void {
    const { page, x, y } = this.middle(name, 'choice');
    this.click(page, x, y);
    let above: string | null = null;
    for (let shown = this.shownIn(page); shown !== label; shown = this.shownIn(page)) {
      if (shown === above) throw new Error(`The list ${name} ends with ${shown}, and ${label} is not in it.`);
      above = shown;
      this.lib.FORM_OnKeyDown(this.form, page, DOWN, 0);
    }
  }

  /** Opens a list with a click on its arrow and clicks on an entry that it shows at once, of those at the top. */
  chooseWithMouse(name: string, label: string): void {
    const { left, right, bottom } = this.widget(name, 'choice');
    const { page, y } = this.middle(name, 'choice');
    const seen = new Set<string>();
    for (let down = 4; down < 120; down += 4) {
      this.click(page, right - 5, y);
      this.click(page, left + 15, bottom - down);
      const shown = this.shownIn(page);
      if (shown === label) return;
      seen.add(shown);
    }
    throw new Error(`The list ${name} shows ${[...seen].join(', ')}, and not ${label}.`);
  }

  /** Leaves the field with the cursor and saves the file as Chromium does; `incremental`: with the changes after the first version. */
  save(how: 'whole' | 'incremental' = 'whole'): Uint8Array {
    this.lib.FORM_ForceToKillFocus(this.form);
    return this.write(this.document, how === 'whole' ? 0 : 1);
  }

  /** Draws the fields on the pages for good, so that they are none any more, and saves the file. Only `close` may follow. */
  flatten(): Uint8Array {
    this.lib.FORM_ForceToKillFocus(this.form);
    for (const page of this.pages) this.lib.FPDFPage_Flatten(page, 0);
    return this.write(this.document, 0);
  }

  /** Prints to a PDF as Chromium does: copies the pages to a new file and draws their fields for good. */
  print(): Uint8Array {
    const { lib } = this;
    lib.FORM_ForceToKillFocus(this.form);
    const printed = lib.FPDF_CreateNewDocument();
    const isCopied = lib.FPDF_ImportPages(printed, this.document, '', 0);
    if (!isCopied) throw new Error('PDFium cannot copy the pages.');
    for (const i of this.pages.keys()) {
      const page = lib.FPDF_LoadPage(printed, i);
      lib.FPDFPage_Flatten(page, 1);
      lib.FPDF_ClosePage(page);
    }
    const pdf = this.write(printed, 0);
    lib.FPDF_CloseDocument(printed);
    return pdf;
  }

  /** What the viewer shows of a page. */
  picture(page: number): Picture {
    const { lib } = this;
    const handle = this.pages[page] ?? 0;
    const width = Math.round(lib.FPDF_GetPageWidthF(handle) * SCALE);
    const height = Math.round(lib.FPDF_GetPageHeightF(handle) * SCALE);
    const bitmap = lib.FPDFBitmap_Create(width, height, 0);
    lib.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    lib.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, 0);
    lib.FPDF_FFLDraw(this.form, bitmap, handle, 0, 0, width, height, 0, 0);
    const start = lib.FPDFBitmap_GetBuffer(bitmap);
    const pixels = lib.pdfium.HEAPU8.slice(start, start + width * height * 4);
    lib.FPDFBitmap_Destroy(bitmap);
    return { width, height, pixels };
  }

  private widgetsOf(page: number, index: number): [string, Widget][] {
    const { lib, form } = this;
    return Array.from({ length: lib.FPDFPage_GetAnnotCount(page) }, (_, i) => i).flatMap((i) => {
      const annotation = lib.FPDFPage_GetAnnot(page, i);
      const kind = KINDS.get(lib.FPDFAnnot_GetFormFieldType(form, annotation) as 2);
      const isReadOnly = (lib.FPDFAnnot_GetFormFieldFlags(form, annotation) & 1) !== 0;
      const name = this.text((to, size) => lib.FPDFAnnot_GetFormFieldName(form, annotation, to, size));
      lib.FPDFAnnot_GetRect(annotation, lib.scratch);
      const [left = 0, top = 0, right = 0, bottom = 0] = lib.pdfium.HEAPF32.slice(
        lib.scratch >> 2,
        (lib.scratch >> 2) + 4,
      );
      lib.FPDFPage_CloseAnnot(annotation);
      if (kind === undefined || isReadOnly) return [];
      return [[name, { kind, page: index, left, bottom, right, top }] as [string, Widget]];
    });
  }

  private widget(name: string, kind: Widget['kind']): Widget {
    const widget = this.widgets.get(name);
    if (widget?.kind !== kind) throw new Error(`PDFium finds no field ${name} of the kind ${kind}.`);
    return widget;
  }

  /** The middle of a field, with its page as a pointer. */
  private middle(name: string, kind: Widget['kind']) {
    const { page, left, bottom, right, top } = this.widget(name, kind);
    return { page: this.pages[page] ?? 0, x: (left + right) / 2, y: (bottom + top) / 2 };
  }

  private click(page: number, x: number, y: number): void {
    this.lib.FORM_OnMouseMove(this.form, page, 0, x, y);
    this.lib.FORM_OnLButtonDown(this.form, page, 0, x, y);
    this.lib.FORM_OnLButtonUp(this.form, page, 0, x, y);
  }

  /** Clicks on a field for text, selects all of it and removes it. Returns its page as a pointer. */
  private clear(name: string): number {
    const { page, x, y } = this.middle(name, 'text');
    this.click(page, x, y);
    this.lib.FORM_SelectAllText(this.form, page);
    this.lib.FORM_OnChar(this.form, page, BACKSPACE, 0);
    return page;
  }

  /** What the field with the cursor shows. */
  private shownIn(page: number): string {
    return this.text((to, size) => this.lib.FORM_GetFocusedText(this.form, page, to, size));
  }

  /** A text that a function of PDFium writes to memory. */
  private text(write: (to: number, size: number) => number): string {
    const { scratch, pdfium } = this.lib;
    const length = write(scratch, SCRATCH);
    return Buffer.from(pdfium.HEAPU8.slice(scratch, scratch + length))
      .toString('utf16le')
      .replace(/\0$/, '');
  }

  private write(document: number, flags: number): Uint8Array {
    const { pdfium } = this.lib;
    const parts: Uint8Array[] = [];
    const take = (_: number, from: number, size: number) =>
      parts.push(pdfium.HEAPU8.slice(from, from + size)) && 1;
    const callback = pdfium.addFunction(take, 'iiii');
    // FPDF_FILEWRITE: its version, and the function that takes the next part of the file.
    pdfium.HEAP32.set([1, callback], this.lib.scratch >> 2);
    const isWritten = this.lib.FPDF_SaveAsCopy(document, this.lib.scratch, flags);
    pdfium.removeFunction(callback);
    if (!isWritten) throw new Error('PDFium cannot save the file.');
    return Uint8Array.from(Buffer.concat(parts));
  }
}
