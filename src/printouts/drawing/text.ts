import { graphemesOf } from '../../text/graphemes.ts';
import { wrapLines } from '../../text/wrap-lines.ts';
import { hasGlyph, wordWidth } from './fonts.ts';
import type { FontName, TextOp } from './operations.ts';

/** A font at a size in points. */
export interface SizedFont {
  font: FontName;
  size: number;
}

/** How a text is set. */
export interface TextStyle extends SizedFont {
  color: string;
}

/** Where a text stands: `x` is its left end, its middle or its right end, `y` its baseline. */
export interface TextPlace {
  x: number;
  y: number;
  anchor?: 'start' | 'middle' | 'end';
}

/** Text in a single font. */
interface FontRun {
  text: string;
  font: FontName;
}

/** Printed for a character that no font has: a ballot box, which Source Serif has. */
const MISSING: FontRun = { text: '\u2610', font: 'serif' };

/** Splits text by font: a character that the font lacks comes from another one, or is printed as a box. */
export function splitByFont(text: string, font: FontName): FontRun[] {
  const runs: FontRun[] = [];
  for (const character of text) {
    const part = hasGlyph(font, character) ? { text: character, font } : substituteFor(character);
    const last = runs.at(-1);
    if (last?.font === part.font) last.text += part.text;
    else runs.push(part);
  }
  return runs;
}

function substituteFor(character: string): FontRun {
  for (const font of ['sans', 'serif'] as const) {
    if (hasGlyph(font, character)) return { text: character, font };
  }
  return { ...MISSING };
}

/** How wide a text is, in points. */
export function measureText(text: string, { font, size }: SizedFont): number {
  let width = 0;
  for (const run of splitByFont(text, font)) width += runWidth(run);
  return (width / 1000) * size;
}

/** Measures word by word, each with the space after it, because pdfkit sets text in the same pieces. */
function runWidth({ text, font }: FontRun): number {
  let width = 0;
  for (const word of text.match(/[^ ]* |[^ ]+$/g) ?? []) width += wordWidth(font, word);
  return width;
}

/** Operations that draw one line of text, one for each font it needs. */
export function textOps(text: string, style: TextStyle, { x, y, anchor = 'start' }: TextPlace): TextOp[] {
  const runs = splitByFont(text, style.font);
  const widths = runs.map((run) => measureText(run.text, { font: run.font, size: style.size }));
  const total = widths.reduce((sum, width) => sum + width, 0);
  let left = anchor === 'start' ? x : anchor === 'end' ? x - total : x - total / 2;
  const anchored = runs.length === 1 && anchor !== 'start' ? { anchor } : {};
  return runs.map((run, i) => {
    const width = widths[i] as number;
    const op: TextOp = { kind: 'text', ...style, ...anchored, ...run, x: left, y, width };
    left += width;
    return op;
  });
}

/** Breaks text into lines no wider than `width` points. */
export function wrapToWidth(text: string, font: SizedFont, width: number): string[] {
  return wrapLines(text, width, (line) => measureText(line, font));
}

/** The text if it is no wider than `width` points, else as much of its beginning as fits, with an ellipsis. */
export function fitText(text: string, font: SizedFont, width: number): string {
  if (measureText(text, font) <= width) return text;
  let short = '';
  for (const character of graphemesOf(text)) {
    if (measureText(`${short}${character}…`, font) > width) break;
    short += character;
  }
  return `${short.trimEnd()}…`;
}
