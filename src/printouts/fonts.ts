import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';
import type { Face, TextOp } from './drawing.ts';

/**
 * The embedded typefaces (SIL Open Font License) and how wide text is in them. Fonts are read once and
 * serve all documents.
 */

const FILES: Record<Face, string> = {
  masthead: 'alfa-slab-one/400Regular/AlfaSlabOne_400Regular.ttf',
  heading: 'league-gothic/400Regular/LeagueGothic_400Regular.ttf',
  serif: 'source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  'serif-italic': 'source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf',
  'serif-bold': 'source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf',
  sans: 'libre-franklin/400Regular/LibreFranklin_400Regular.ttf',
  'sans-medium': 'libre-franklin/500Medium/LibreFranklin_500Medium.ttf',
  'sans-bold': 'libre-franklin/700Bold/LibreFranklin_700Bold.ttf',
};

/** The faces whose figures are all set equally wide, so that columns of numbers line up. */
const TABULAR: ReadonlySet<Face> = new Set(['sans', 'sans-medium', 'sans-bold']);

/** Stands, visibly, for a character that no face has. Source Serif has this ballot box. */
const MISSING = '\u2610';

/** A ready face: its font, and what has been found out about it so far. */
interface Ready {
  font: Font;
  /** Advances of words, in thousandths of the size. */
  words: Map<string, number>;
  /** Has it a glyph for this character? */
  letters: Map<string, boolean>;
}

const require = createRequire(import.meta.url);
const ready = new Map<Face, Ready>();
const MAX_WORDS = 20_000;

/** The font of a face, as fontkit reads it. Its `layout` remembers words and sets figures equally wide. */
export function fontOf(face: Face): Font {
  return readyFace(face).font;
}

function readyFace(face: Face): Ready {
  const known = ready.get(face);
  if (known !== undefined) return known;
  const font = openSync(require.resolve(`@expo-google-fonts/${FILES[face]}`)) as Font;
  rememberLayouts(font, TABULAR.has(face));
  const made: Ready = { font, words: new Map(), letters: new Map() };
  ready.set(face, made);
  return made;
}

type GlyphRun = ReturnType<Font['layout']>;

/**
 * Gives a font a `layout` that remembers its runs. Positions are handed out as copies, because pdfkit
 * scales them in place.
 */
function rememberLayouts(font: Font, tabular: boolean): void {
  const original = font.layout.bind(font);
  const runs = new Map<string, GlyphRun>();
  const cell = figureWidth(original);
  font.layout = (text) => {
    let run = runs.get(text);
    if (run === undefined) {
      run = original(text);
      if (tabular) levelFigures(run, cell, font.unitsPerEm);
      if (runs.size >= MAX_WORDS) runs.clear();
      runs.set(text, run);
    }
    const { glyphs, positions } = run;
    return {
      glyphs,
      positions: positions.map((one) => ({ ...one })),
      advanceWidth: widthOf(run),
    } as GlyphRun;
  };
}

function widthOf(run: GlyphRun): number {
  return run.positions.reduce((sum, one) => sum + one.xAdvance, 0);
}

function figureWidth(layout: Font['layout']): number {
  return Math.max(...Array.from('0123456789', (figure) => widthOf(layout(figure))));
}

/**
 * No figure is moved further than this into its cell, in thousandths of an em: readers of PDFs take a gap of
 * a tenth of an em for a blank, and would read `1 1 9`.
 */
const MAX_INSET = 90;

/** Libre Franklin's files have no tabular figures, so each figure gets a cell of the same width. */
function levelFigures(run: GlyphRun, cell: number, unitsPerEm: number): void {
  const max = (MAX_INSET / 1000) * unitsPerEm;
  const isFigure = run.glyphs.map((glyph) => /^\d$/.test(String.fromCodePoint(...glyph.codePoints)));
  const inset = run.glyphs.map((glyph, i) =>
    isFigure[i] ? Math.min(max, Math.round((cell - glyph.advanceWidth) / 2)) : 0,
  );
  for (const [i, position] of run.positions.entries()) {
    const advance = isFigure[i] ? cell : position.xAdvance;
    position.xAdvance = advance - (inset[i] as number) + (inset[i + 1] ?? 0);
  }
  // The cell becomes the figure's width in the file too, so that the gap belongs to the figure.
  run.glyphs = run.glyphs.map((glyph, i) =>
    isFigure[i] ? Object.create(glyph, { advanceWidth: { value: cell } }) : glyph,
  );
}

/** Has the face a glyph for the character? */
function covers({ font, letters }: Ready, letter: string): boolean {
  let known = letters.get(letter);
  if (known === undefined) {
    known = font.hasGlyphForCodePoint(letter.codePointAt(0) as number);
    letters.set(letter, known);
  }
  return known;
}

/** The text in runs of one face each: characters that the face lacks come from another, or show as a box. */
export function runsOf(text: string, face: Face): { text: string; face: Face }[] {
  const own = readyFace(face);
  const runs: { text: string; face: Face }[] = [];
  for (const letter of text) {
    const part = covers(own, letter) ? { text: letter, face } : substitute(letter);
    const last = runs.at(-1);
    if (last?.face === part.face) last.text += part.text;
    else runs.push(part);
  }
  return runs;
}

function substitute(letter: string): { text: string; face: Face } {
  for (const face of ['sans', 'serif'] as const) {
    if (covers(readyFace(face), letter)) return { text: letter, face };
  }
  return { text: MISSING, face: 'serif' };
}

/** How wide a text is in a face at a size, in points. */
export function measure(text: string, face: Face, size: number): number {
  let width = 0;
  for (const run of runsOf(text, face)) width += runWidth(run.text, run.face);
  return (width / 1000) * size;
}

/** Word by word with the blank behind it, as pdfkit sets it. */
function runWidth(text: string, face: Face): number {
  const { font, words } = readyFace(face);
  let width = 0;
  for (const word of text.match(/[^ ]* |[^ ]+$/g) ?? []) {
    let known = words.get(word);
    if (known === undefined) {
      known = (font.layout(word).advanceWidth / font.unitsPerEm) * 1000;
      if (words.size >= MAX_WORDS) words.clear();
      words.set(word, known);
    }
    width += known;
  }
  return width;
}

/** How a text is to be set: face, size in points and colour. */
export interface Style {
  face: Face;
  size: number;
  color: string;
}

/** A text as operations, its left end, middle or right end at `x`. */
export function textOps(
  text: string,
  x: number,
  y: number,
  style: Style,
  anchor: 'start' | 'middle' | 'end' = 'start',
): TextOp[] {
  const runs = runsOf(text, style.face);
  const widths = runs.map((run) => measure(run.text, run.face, style.size));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let at = anchor === 'start' ? x : anchor === 'end' ? x - whole : x - whole / 2;
  const one = runs.length === 1 && anchor !== 'start' ? { anchor } : {};
  return runs.map((run, i) => {
    const width = widths[i] as number;
    const op: TextOp = { kind: 'text', ...style, ...one, text: run.text, face: run.face, x: at, y, width };
    at += width;
    return op;
  });
}

/** The text in lines no wider than `width` points, broken at blanks; a longer word is broken anywhere. */
export function breakLines(text: string, face: Face, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    for (const piece of brokenWord(word, face, size, width)) {
      const longer = line === '' ? piece : `${line} ${piece}`;
      if (line !== '' && measure(longer, face, size) > width) {
        lines.push(line);
        line = piece;
      } else {
        line = longer;
      }
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}

function brokenWord(word: string, face: Face, size: number, width: number): string[] {
  if (measure(word, face, size) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece !== '' && measure(piece + letter, face, size) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  pieces.push(piece);
  return pieces;
}

/** The text cut to a width, with an ellipsis where something was cut off. */
export function fitText(text: string, face: Face, size: number, width: number): string {
  if (measure(text, face, size) <= width) return text;
  let short = '';
  for (const letter of text) {
    if (measure(`${short}${letter}…`, face, size) > width) break;
    short += letter;
  }
  return `${short.trimEnd()}…`;
}
