import type { Choice } from '../../../rules/sheet.ts';
import type { FieldInput, FieldOp } from '../field-op.ts';
import { type ObjectList, plain } from './objects.ts';
import { number, reference, textString } from './syntax.ts';

/*
 * The fields of a sheet as those of a PDF (AcroForm). What many fields refer to is written once.
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

/** Where a field is written. */
export interface FieldPlace {
  /** The object of its page. */
  page: number;
  /** The height of the page, in points. */
  height: number;
  /** Its key in the tree that leads to the elements of the structure; null if it belongs to none. */
  key: number | null;
}

/** The fields of a file that is being written. Each function returns the numbers of the objects it wrote. */
export interface FormWriter {
  /** Writes a field. */
  add(field: FieldOp, place: FieldPlace): number;
  /** Writes what says whose sheet it is, without showing it. */
  mark(mark: SheetMark, place: FieldPlace): number[];
  /** Writes what all fields share. Call it after the last of them. */
  end(): number;
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

/** @param reserve gives the number for an object */
export function formWriter(objects: ObjectList, reserve: () => number): FormWriter {
  const fields: number[] = [];
  const shared = sharedObjects(objects, reserve);
  const widget = (
    box: Pick<FieldOp, 'x' | 'y' | 'w' | 'h'>,
    { page, height, key }: FieldPlace,
    data: string,
  ) => {
    const { x, y, w, h } = box;
    const rect = [x, height - y - h, x + w, height - y].map(number).join(' ');
    const element = key === null ? '' : `/StructParent ${key}`;
    const object = reserve();
    objects.add(
      object,
      `<</Type/Annot/Subtype/Widget/P ${reference(page)}/Rect[${rect}]/Border[0 0 0]/C[0 0 0]${data}${element}>>`,
    );
    fields.push(object);
    return object;
  };
  return {
    add(field, place) {
      const names = `/T${textString(field.name)}/TU${textString(field.label)}`;
      return widget(field, place, `${names}/F ${PRINT}${inputData(field, shared)}`);
    },
    mark(mark, place) {
      return Object.entries(mark).map(([name, value]) => {
        const data = `/FT/Tx/T${textString(`_${name}`)}/V${textString(String(value))}/F ${HIDDEN}/Ff ${READ_ONLY}`;
        return widget({ x: 0, y: 0, w: 0, h: 0 }, place, data);
      });
    },
    end() {
      const form = reserve();
      const list = fields.map(reference).join(' ');
      objects.add(form, `<</Fields[${list}]/DA(/Helv 0 Tf 0 g)/DR<</Font<<${shared.fonts}>>>>>>`);
      return form;
    },
  };
}

/** Objects that many fields refer to, as references. */
interface Shared {
  fonts: string;
  options(choices: readonly Choice[], coded: boolean): string;
  checks(w: number, h: number): string;
  drawing(w: number, h: number, content: string): string;
}

function sharedObjects(objects: ObjectList, reserve: () => number): Shared {
  const added = (value: string): string => {
    const object = reserve();
    objects.add(object, value);
    return reference(object);
  };
  const font = (base: string, encoding = '') =>
    added(`<</Type/Font/Subtype/Type1/BaseFont/${base}${encoding}>>`);
  const latin = '/Encoding/WinAnsiEncoding';
  const helvetica = font('Helvetica', latin);
  const others = `/Cour ${font('Courier', latin)}/ZaDb ${font('ZapfDingbats')}`;
  const drawing = once((w: number, h: number, content: string) => {
    const object = reserve();
    const resources = `/Resources<</Font<</Helv ${helvetica}>>>>`;
    const box = `/BBox[0 0 ${number(w)} ${number(h)}]`;
    objects.addStream(object, `/Type/XObject/Subtype/Form${box}${resources}`, plain(content));
    return reference(object);
  });
  return {
    fonts: `/Helv ${helvetica}${others}`,
    drawing,
    options: once((choices: readonly Choice[], coded: boolean) => added(optionsOf(choices, coded))),
    checks: (w, h) => `<</Yes ${drawing(w, h, checkMark(w, h))}/Off ${drawing(w, h, ' ')}>>`,
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
function optionsOf(choices: readonly Choice[], coded: boolean): string {
  const shown = choices.map(({ value, label }) => [value, coded ? value : label] as const);
  const options = [['', ' '] as const, ...shown];
  return `[${options.map(([value, text]) => `[${textString(value)}${textString(text)}]`).join('')}]`;
}

function checkMark(w: number, h: number): string {
  const points = [w * 0.2, h * 0.52, w * 0.42, h * 0.22, w * 0.82, h * 0.82].map(number);
  return `0 G 1.3 w 1 J 1 j ${points[0]} ${points[1]} m ${points[2]} ${points[3]} l ${points[4]} ${points[5]} l S`;
}

function inputData({ input, w, h }: FieldOp, shared: Shared): string {
  if (input.kind === 'check') {
    return `/FT/Btn/V/Off/AS/Off/AP<</N${shared.checks(w, h)}>>/DA(/ZaDb 0 Tf 0 g)/MK<</CA(4)>>`;
  }
  const size = fontSize(input, h);
  const font = input.kind === 'text' && input.monospaced ? 'Cour' : 'Helv';
  const { value } = input;
  const values = value === undefined ? '' : `/V${textString(value)}/DV${textString(value)}`;
  // Without a drawing of its own, some programs would cover the boxes of an empty field.
  const drawing = shared.drawing(w, h, value === undefined ? '/Tx BMC EMC' : textDrawing(value, size, h));
  return `${kindData(input, shared)}${values}/AP<</N ${drawing}>>/DA(/${font} ${number(size)} Tf 0 g)`;
}

function kindData(input: Exclude<FieldInput, { kind: 'check' }>, shared: Shared): string {
  if (input.kind === 'choice') {
    return `/FT/Ch/Ff ${COMBO}/Opt ${shared.options(input.choices, input.coded === true)}`;
  }
  const { boxes, multiline, covers } = input;
  const flags = NO_SPELL_CHECK | (multiline ? MULTILINE : 0) | (boxes === undefined ? 0 : COMB);
  const length = boxes === undefined ? '' : `/MaxLen ${boxes}`;
  return `/FT/Tx/Ff ${flags}${length}${covers ? '/MK<</BG[1 1 1]>>' : ''}`;
}

function fontSize(input: FieldInput, h: number): number {
  if (input.kind === 'text' && input.monospaced) return 7;
  if (input.kind === 'text' && input.multiline) return 9;
  return Math.round(Math.max(MIN_FONT_SIZE, Math.min(MAX_FONT_SIZE, h * 0.6)) * 2) / 2;
}

/** A short text, as programs draw it that fill in the field. */
function textDrawing(text: string, size: number, h: number): string {
  const shown = text.replace(/[^ -~]/g, '').replace(/[\\()]/g, '\\$&');
  return `/Tx BMC q BT 0 g /Helv ${size} Tf 2 ${number((h - size * 0.72) / 2)} Td (${shown}) Tj ET Q EMC`;
}
