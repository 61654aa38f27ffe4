import { type DirectedRun, directedRuns, drawnRightToLeft } from './bidi.ts';
import { type BoundedCache, boundedCache } from './bounded-cache.ts';
import { splitByFont } from './font-runs.ts';
import { hasAllOfAscii, wordWidth } from './fonts.ts';
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

/** Lines that need more than one look, by font. */
const known = new Map<FontName, BoundedCache<SetLine>>();
const MAX_KNOWN = { entries: 10_000, characters: 400_000 };

const ASCII = /^[ -~]*$/;

/** The pieces of a line in the order of reading. */
export function piecesOf(line: string, font: FontName): Piece[] {
  if (line === '') return [];
  if (isPlain(line, font)) return [{ text: line, font, x: 0, width: faceWidth(line, font) }];
  return setLine(line, font).pieces;
}

/** How wide a line is, in thousandths of the font size. */
export function widthOf(line: string, font: FontName): number {
  return isPlain(line, font) ? faceWidth(line, font) : setLine(line, font).width;
}

function isPlain(line: string, font: FontName): boolean {
  return ASCII.test(line) && hasAllOfAscii(font);
}

function setLine(line: string, font: FontName): SetLine {
  let lines = known.get(font);
  if (lines === undefined) {
    lines = boundedCache<SetLine>(MAX_KNOWN);
    known.set(font, lines);
  }
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
