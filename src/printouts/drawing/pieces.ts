import { type DirectedRun, directedRuns, drawnRightToLeft } from './bidi.ts';
import { type BoundedCache, boundedCache } from './bounded-cache.ts';
import { splitByFont } from './font-runs.ts';
import { hasAllOfAscii, hasGlyph, wordWidth } from './fonts.ts';
import type { Face, FontName, ScriptFont } from './operations.ts';

// A line of text in the pieces that are drawn one by one: each in one font, and in one direction.

/** Lengths are in thousandths of the font size. */
export interface Piece {
  text: string;
  font: FontName;
  script?: ScriptFont;
  rightToLeft?: true;
  /** The left end, from the left end of the line. */
  x: number;
  width: number;
}

interface SetLine {
  pieces: Piece[];
  width: number;
}

/** The words of a text that needs no other font. Widths are in thousandths of the font size. */
export interface PlainWords {
  words: readonly string[];
  /** The width of each word alone, and with the space after it. */
  alone: readonly number[];
  spaced: readonly number[];
  /** The width of the text as it is. */
  width: number;
  /** Whether there is exactly one space between any two words, and none around them. */
  tidy: boolean;
}

interface KnownTexts {
  /** Lines that need more than one look. */
  lines: BoundedCache<SetLine>;
  /** The widths of plain lines. */
  widths: BoundedCache<number>;
  words: BoundedCache<PlainWords>;
}

/** What was found out about texts, by font. */
const known = new Map<FontName, KnownTexts>();
const MAX_KNOWN = { entries: 10_000, characters: 400_000 };

const ASCII = /^[ -~]*$/;
/** Letters of Europe, dashes and quotation marks: written from left to right, and drawn as they are if a font has them. */
const LATIN = /^[ -~\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2212]*$/;

/** The pieces of a line in the order of reading. */
export function piecesOf(line: string, font: FontName): Piece[] {
  if (line === '') return [];
  const width = plainWidth(line, font);
  return width === null ? setLine(line, font).pieces : [{ text: line, font, x: 0, width }];
}

/** How wide a line is, in thousandths of the font size. */
export function widthOf(line: string, font: FontName): number {
  return plainWidth(line, font) ?? setLine(line, font).width;
}

/** The words of a text with their widths; null if it is not plain: other fonts or directions take part in it. */
export function plainWordsOf(text: string, font: FontName): PlainWords | null {
  const texts = knownTexts(font);
  const before = texts.words.get(text);
  if (before !== undefined) return before;
  if (!isPlain(text, font)) return null;
  const words = text.split(' ').filter((part) => part !== '');
  const found: PlainWords = {
    words,
    alone: words.map((word) => wordWidth(font, word)),
    spaced: words.map((word) => wordWidth(font, `${word} `)),
    width: faceWidth(text, font),
    tidy: words.join(' ') === text,
  };
  texts.words.set(text, found);
  return found;
}

/** The width of a line in one font and direction; null if it needs more. */
function plainWidth(line: string, font: FontName): number | null {
  const { widths } = knownTexts(font);
  const before = widths.get(line);
  if (before !== undefined) return before;
  if (!isPlain(line, font)) return null;
  const width = faceWidth(line, font);
  widths.set(line, width);
  return width;
}

function isPlain(line: string, font: FontName): boolean {
  if (ASCII.test(line)) return hasAllOfAscii(font);
  return LATIN.test(line) && Array.from(line).every((character) => hasGlyph(font, character));
}

function knownTexts(font: FontName): KnownTexts {
  const before = known.get(font);
  if (before !== undefined) return before;
  const added: KnownTexts = {
    lines: boundedCache(MAX_KNOWN),
    widths: boundedCache(MAX_KNOWN),
    words: boundedCache(MAX_KNOWN),
  };
  known.set(font, added);
  return added;
}

function setLine(line: string, font: FontName): SetLine {
  const { lines } = knownTexts(font);
  let set = lines.get(line);
  if (set === undefined) {
    set = placePieces(line, font);
    lines.set(line, set);
  }
  return set;
}

function placePieces(line: string, font: FontName): SetLine {
  const placed: { piece: Piece; at: number }[] = [];
  let left = 0;
  for (const run of directedRuns(line)) {
    const { pieces, width } = run.rightToLeft ? leftwardPieces(run, font) : rightwardPieces(run, font);
    for (const [i, piece] of pieces.entries()) {
      // Runs are in the order on paper. Pieces of one run are in the order of reading.
      placed.push({ piece: { ...piece, x: piece.x + left }, at: run.at + i / (pieces.length + 1) });
    }
    left += width;
  }
  placed.sort((a, b) => a.at - b.at);
  return { pieces: placed.map(({ piece }) => piece), width: left };
}

function rightwardPieces({ text }: DirectedRun, font: FontName): SetLine {
  let x = 0;
  const pieces = splitByFont(text, font).map((run): Piece => {
    const width = faceWidth(run.text, run.script ?? run.font);
    const piece = { ...run, x, width };
    x += width;
    return piece;
  });
  return { pieces, width: x };
}

/** Word by word, each at the left of the one before: pdfkit would set several words from left to right. */
function leftwardPieces({ text }: DirectedRun, font: FontName): SetLine {
  const space = wordWidth(font, ' ');
  const pieces: Piece[] = [];
  let x = 0;
  for (const [i, word] of text.split(' ').entries()) {
    const before = pieces.at(-1);
    if (i > 0) x -= space;
    if (i > 0 && before !== undefined) before.text += ' ';
    for (const run of splitByFont(word, font, true)) {
      const width = faceWidth(drawnRightToLeft(run.text), run.script ?? run.font);
      x -= width;
      pieces.push({ ...run, rightToLeft: true, x, width });
    }
  }
  for (const piece of pieces) piece.x -= x;
  return { pieces, width: -x };
}

/** Measures word by word, each with the space after it, because pdfkit sets text in the same pieces. */
function faceWidth(text: string, face: Face): number {
  let width = 0;
  for (const word of text.match(/[^ ]* |[^ ]+$/g) ?? []) width += wordWidth(face, word);
  return width;
}
