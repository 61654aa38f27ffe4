import type PDFDocument from 'pdfkit';
import type { Choice } from '../../rules/sheet.ts';
import type { FieldInput, FieldOp } from './field-op.ts';

/*
 * The fields of a sheet as those of a PDF (AcroForm). pdfkit writes the parts that every object has; its own functions for
 * forms would write each field twice and ask every program that opens the file to draw all fields again.
 */

/** Whose sheet the file is, for the server that reads it. The names of the hidden fields are these with `_` before them. */
export interface SheetMark {
  /** `EY-12` */
  game: string;
  /** The identifier of the seat. */
  seat: string;
  turn: number;
  token: string;
  /** What tells this form from another one for the same turn: see `formMark`. */
  form: string;
}

type Doc = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Doc['struct']>;
interface Ref {
  end(chunk?: string): void;
}
/** What pdfkit has besides its types. */
interface Inner {
  ref(data: Record<string, unknown>): Ref;
  _root: { data: Record<string, unknown> };
  page: { annotations: Ref[]; dictionary: Ref };
  endAcroForm(): Inner;
}

/** The fields of a file that is being written. */
export interface FormPainter {
  /** Adds a field to the page that was added last, as a part of the structure. */
  add(field: FieldOp, parent: Element): void;
  /** Adds what says whose sheet it is to the same page, without showing it. */
  mark(mark: SheetMark): void;
  /** Writes what all fields share. Call it after the last of them. */
  end(): void;
}

/** Bits of the field flags and of the annotation flags (PDF 1.7, 12.7.3.1, 12.7.4 and 12.5.3). */
const READ_ONLY = 1;
const MULTILINE = 1 << 12;
const COMBO = 1 << 17;
const NO_SPELL_CHECK = 1 << 22;
const COMB = 1 << 24;
const HIDDEN = 2;
const PRINT = 4;

const MAX_FONT_SIZE = 10;
const MIN_FONT_SIZE = 5.5;

export function formPainter(doc: Doc): FormPainter {
  const inner = doc as unknown as Inner;
  const fields: Ref[] = [];
  const shared = sharedObjects(inner);
  const widget = (place: Pick<FieldOp, 'x' | 'y' | 'w' | 'h'>, data: Record<string, unknown>) => {
    const { x, y, w, h } = place;
    doc.annotate(x, y, w, h, { Subtype: 'Widget', P: inner.page.dictionary, ...data } as object);
    fields.push(inner.page.annotations.at(-1) as Ref);
  };
  return {
    add(field, parent) {
      const element = doc.struct('Form');
      parent.add(element);
      const names = { T: new String(field.name), TU: new String(field.label) };
      widget(field, { ...names, F: PRINT, structParent: element, ...inputData(field, shared) });
      // At once, as its page is the present one.
      element.end();
    },
    mark(mark) {
      for (const [name, value] of Object.entries(mark)) {
        const data = { FT: 'Tx', T: new String(`_${name}`), V: new String(String(value)) };
        widget({ x: 0, y: 0, w: 0, h: 0 }, { ...data, F: HIDDEN, Ff: READ_ONLY });
      }
    },
    end() {
      const form = inner.ref({
        Fields: fields,
        DA: new String('/Helv 0 Tf 0 g'),
        DR: { Font: shared.fonts },
      });
      inner._root.data.AcroForm = form;
      form.end();
      // pdfkit would end the fields of a form of its own; these have ended already.
      inner.endAcroForm = () => inner;
    },
  };
}

/** Objects that many fields refer to. */
interface Shared {
  fonts: Record<string, Ref>;
  options(choices: readonly Choice[], coded: boolean): Ref;
  checks(w: number, h: number): { Yes: Ref; Off: Ref };
  drawing(w: number, h: number, content: string): Ref;
}

function sharedObjects(inner: Inner): Shared {
  const ended = (data: Record<string, unknown>, content?: string): Ref => {
    const ref = inner.ref(data);
    ref.end(content);
    return ref;
  };
  const font = (name: string, encoding: object = {}) =>
    ended({ Type: 'Font', Subtype: 'Type1', BaseFont: name, ...encoding });
  const latin = { Encoding: 'WinAnsiEncoding' };
  const fonts = { Helv: font('Helvetica', latin), Cour: font('Courier', latin), ZaDb: font('ZapfDingbats') };
  const drawing = (w: number, h: number, content: string) =>
    ended(
      { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, w, h], Resources: { Font: { Helv: fonts.Helv } } },
      content,
    );
  return {
    fonts,
    drawing,
    options: once((choices: readonly Choice[], coded: boolean) =>
      ended(optionsOf(choices, coded) as unknown as Record<string, unknown>),
    ),
    checks: once((w: number, h: number) => ({
      Yes: drawing(w, h, checkMark(w, h)),
      Off: drawing(w, h, ' '),
    })),
  };
}

/** The same result for equal arguments. */
function once<A extends readonly unknown[], T>(make: (...args: A) => T): (...args: A) => T {
  const made = new Map<string, T>();
  return (...args) => {
    const key = JSON.stringify(args);
    const value = made.get(key) ?? make(...args);
    made.set(key, value);
    return value;
  };
}

/** What is stored and what is shown for each choice; the first one is blank. */
function optionsOf(choices: readonly Choice[], coded: boolean): unknown[][] {
  const shown = choices.map(({ value, label }) => [value, coded ? value : label] as const);
  return [['', ' '] as const, ...shown].map(([value, text]) => [new String(value), new String(text)]);
}

function checkMark(w: number, h: number): string {
  return `0 G 1.3 w 1 J 1 j ${w * 0.2} ${h * 0.52} m ${w * 0.42} ${h * 0.22} l ${w * 0.82} ${h * 0.82} l S`;
}

function inputData({ input, w, h }: FieldOp, shared: Shared): Record<string, unknown> {
  if (input.kind === 'check') {
    return {
      ...{ FT: 'Btn', V: 'Off', AS: 'Off', AP: { N: shared.checks(w, h) } },
      ...{ DA: new String('/ZaDb 0 Tf 0 g'), MK: { CA: new String('4') } },
    };
  }
  const size = fontSize(input, h);
  const font = input.kind === 'text' && input.monospaced ? 'Cour' : 'Helv';
  const { value } = input;
  return {
    ...kindData(input, shared),
    ...(value !== undefined && { V: new String(value), DV: new String(value) }),
    // Without a drawing of its own, some programs would cover the boxes of an empty field.
    AP: { N: shared.drawing(w, h, value === undefined ? '/Tx BMC EMC' : textDrawing(value, size, h)) },
    DA: new String(`/${font} ${size} Tf 0 g`),
  };
}

function kindData(input: Exclude<FieldInput, { kind: 'check' }>, shared: Shared): Record<string, unknown> {
  if (input.kind === 'choice') {
    return { FT: 'Ch', Ff: COMBO, Opt: shared.options(input.choices, input.coded === true) };
  }
  const { boxes, multiline, covers } = input;
  const flags = NO_SPELL_CHECK | (multiline ? MULTILINE : 0) | (boxes === undefined ? 0 : COMB);
  return {
    ...{ FT: 'Tx', Ff: flags },
    ...(boxes !== undefined && { MaxLen: boxes }),
    ...(covers && { MK: { BG: [1, 1, 1] } }),
  };
}

function fontSize(input: FieldInput, h: number): number {
  if (input.kind === 'text' && input.monospaced) return 7;
  if (input.kind === 'text' && input.multiline) return 9;
  return Math.round(Math.max(MIN_FONT_SIZE, Math.min(MAX_FONT_SIZE, h * 0.6)) * 2) / 2;
}

/** A short text, as programs draw it that fill in the field. */
function textDrawing(text: string, size: number, h: number): string {
  const shown = text.replace(/[^ -~]/g, '').replace(/[\\()]/g, '\\$&');
  return `/Tx BMC q BT 0 g /Helv ${size} Tf 2 ${(h - size * 0.72) / 2} Td (${shown}) Tj ET Q EMC`;
}
