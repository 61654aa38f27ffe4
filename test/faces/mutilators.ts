import type { FormValues, SheetForm } from '../../src/rules/sheet.ts';
import { type ReadSheet, readSheetText } from '../../src/rules/sheet-text/read-sheet-text.ts';

/* What may happen to a sheet in a mail on its way, and what may then be read of it. */

/** A number from 0 to below the given one. */
type Random = (below: number) => number;

interface Case {
  form: SheetForm;
  text: string;
  damaged: string;
  read: ReadSheet;
  before: ReadSheet;
}

export interface Mutilator {
  name: string;
  /** The damaged text; null if the text has nothing that could be damaged in this way. */
  damage(text: string, random: Random): string | null;
  /** What must be read if nothing is named as unread; undefined if `judge` says it. */
  expected?(before: ReadSheet, changed: { at: number }): FormValues;
  /** Expectations of what was read. Throws if there are other orders. */
  judge?(one: Case): void;
}

/** Whether nothing is named: no problem, and no line that was not read. */
export function clean({ problems, ignored }: ReadSheet): boolean {
  return problems.length === 0 && ignored.length === 0;
}

/** Where the first difference is. */
export function changedLines(text: string, damaged: string): { at: number } {
  const [a, b] = [text.split('\n'), damaged.split('\n')];
  return { at: a.findIndex((line, i) => line !== b[i]) };
}

/** The places of lines that say something: no notes, no blank ones. */
function linesWithOrders(lines: readonly string[]): number[] {
  return lines.flatMap((line, i) => (/^[^#].*[:|]/.test(line) && !/:\s*$/.test(line) ? [i] : []));
}

function atLine(
  text: string,
  random: Random,
  change: (line: string, lines: string[], at: number) => void,
): string | null {
  const lines = text.split('\n');
  const places = linesWithOrders(lines);
  if (places.length === 0) return null;
  const at = places[random(places.length)] as number;
  change(lines[at] as string, lines, at);
  return lines.join('\n');
}

/** What a mail without one line says: the lines before and after it, alone. */
function without(form: SheetForm, damaged: string, at: number): ReadSheet {
  return readSheetText(
    form,
    damaged
      .split('\n')
      .filter((_, i) => i !== at)
      .join('\n'),
  );
}

/** Throws if a value, or a line of a drawing, was not on the sheet before. */
function mustBeIn({ values }: ReadSheet, value: string): void {
  const lines = new Set(Object.values(values).flatMap((one) => one.split('\n')));
  if (!value.split('\n').every((line) => lines.has(line))) throw new Error(`${value} was not in the mail.`);
}

const same = (a: FormValues, b: FormValues) =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

export const mutilators: Mutilator[] = [
  {
    name: 'the notes and blank lines are gone',
    damage: (text) =>
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .join('\n'),
    expected: ({ values }) => values,
  },
  {
    name: 'spaces and quotation marks at the ends of lines',
    damage: (text) => text.replace(/$/gm, '  ').replace(/^(?=[^\s#])/gm, ' '),
    expected: ({ values }) => values,
  },
  {
    name: 'carriage returns',
    damage: (text) => text.replaceAll('\n', '\r\n'),
    expected: ({ values }) => values,
  },
  {
    name: 'keys in capital letters, without a space after the colon',
    damage: (text) => text.replace(/^([^#\n|]{1,40}?):[ ]/gm, (_, key: string) => `${key.toUpperCase()}:`),
    expected: ({ values }) => values,
  },
  {
    name: 'a line twice',
    damage: (text, random) => atLine(text, random, (line, lines, at) => void lines.splice(at, 0, line)),
    judge: ({ read, before }) => {
      if (!same(read.values, before.values)) {
        // A list with the same entry twice: the check names it.
        const entries = Object.entries(read.values).filter(([path, value]) => before.values[path] !== value);
        for (const [, value] of entries) mustBeIn(before, value);
      }
    },
  },
  {
    name: 'a line is missing',
    damage: (text, random) => atLine(text, random, (_, lines, at) => void lines.splice(at, 1)),
    judge: ({ read, before }) => {
      for (const value of Object.values(read.values)) mustBeIn(before, value);
    },
  },
  {
    name: 'a key that does not exist',
    damage: (text, random) =>
      atLine(text, random, (line, lines, at) => {
        lines[at] = line.replace(/^[^:|]*/, 'Zzyzx road');
      }),
    judge: ({ damaged, text, form, read }) => {
      const { at } = changedLines(text, damaged);
      if (at < 0) return;
      if (same(read.values, without(form, damaged, at).values))
        throw new Error(`The line was passed over: ${damaged.split('\n')[at]}`);
    },
  },
  {
    name: 'a letter in a number',
    damage: (text, random) =>
      atLine(text, random, (line, lines, at) => {
        lines[at] = line.replace(/(\d)(?=\D*$)/, '$1o');
      }),
    judge: ({ damaged, text, form, read }) => {
      const { at } = changedLines(text, damaged);
      if (at < 0) return;
      const left = without(form, damaged, at).values;
      if (same(read.values, left)) throw new Error(`The line was passed over: ${damaged.split('\n')[at]}`);
      // What was typed stays as it was typed, for the check to name.
      const changed = Object.entries(read.values).filter(([path, value]) => left[path] !== value);
      const line = damaged.split('\n')[at] as string;
      if (!changed.some(([, value]) => value.includes('o') || line.includes(value)))
        throw new Error(`Something else was read: ${JSON.stringify(changed)} in ${line}`);
    },
  },
  {
    name: 'another digit in a number',
    damage: (text, random) =>
      atLine(text, random, (line, lines, at) => {
        lines[at] = line.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
      }),
    judge: ({ damaged, read }) => {
      for (const value of Object.values(read.values)) {
        if (/^\d+$/.test(value) && !damaged.includes(value)) throw new Error(`${value} is not in the mail.`);
      }
    },
  },
  {
    name: 'the end is missing',
    damage: (text, random) => text.slice(0, random(text.length)),
    judge: ({ damaged, read, before }) => {
      for (const [path, value] of Object.entries(read.values)) {
        const whole = Object.values(before.values);
        // What stands below a value goes on with it, so that the check names it.
        const isCut = damaged.replace(/\s+/g, ' ').includes(value.replace(/\s+/g, ' '));
        if (!whole.includes(value) && !isCut)
          throw new Error(`${path} is ${value}, which was not in the mail.`);
      }
    },
  },
];
