import bidiFactory from 'bidi-js';

// Text that is written from right to left, by the Unicode Bidirectional Algorithm (UAX #9).

/** Characters of scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1eeff}';
const ANY_RTL = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u');
const RTL_LETTER = new RegExp(`(?=\\p{L})[${RIGHT_TO_LEFT}]`, 'u');
const LTR_LETTER = new RegExp(`(?=\\p{L})[^${RIGHT_TO_LEFT}]`, 'u');
/** From one character of those scripts to the last one before a letter of another. */
const RTL_PHRASE = new RegExp(
  `[${RIGHT_TO_LEFT}](?:(?:(?!\\p{L})[^${RIGHT_TO_LEFT}])*[${RIGHT_TO_LEFT}])*`,
  'gu',
);

const LEFT_TO_RIGHT_MARK = '\u200e';
const RIGHT_TO_LEFT_MARK = '\u200f';
const MARKS = /[\u200e\u200f]/g;

const bidi = bidiFactory();

/** A part of a line that is written in one direction. */
export interface DirectedRun {
  /** In the order of reading. */
  text: string;
  rightToLeft: boolean;
  /** Its place in the order of reading. */
  at: number;
}

/** The parts of a line as they stand on paper, from left to right. */
export function directedRuns(line: string): DirectedRun[] {
  if (!ANY_RTL.test(line)) return [{ text: line, rightToLeft: false, at: 0 }];
  const base = isRightToLeft(line) ? 'rtl' : 'ltr';
  // Numbers and punctuation after a name stay at its right: `[DK] <name>, #10468`.
  const marked = base === 'rtl' ? line : line.replace(RTL_PHRASE, `$&${LEFT_TO_RIGHT_MARK}`);
  const { levels } = bidi.getEmbeddingLevels(marked, base);
  return reorder(runsByLevel(marked, levels))
    .map(({ text, level, at }) => ({ text: text.replace(MARKS, ''), rightToLeft: level % 2 === 1, at }))
    .filter(({ text }) => text !== '');
}

/**
 * Whether a line is written from right to left as a whole: all of its letters are, or it is part of a text with its own
 * direction (`withOwnDirection`).
 */
export function isRightToLeft(line: string): boolean {
  return line.startsWith(RIGHT_TO_LEFT_MARK) || (RTL_LETTER.test(line) && !LTR_LETTER.test(line));
}

/** Text whose direction is that of its first letter, for words of players; in other text, a name does not change it. */
export function withOwnDirection(text: string): string {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  return RTL_LETTER.test(first) ? `${RIGHT_TO_LEFT_MARK}${text}` : text;
}

/** Lines of one text, each with the direction of the text. */
export function linesInDirectionOf(text: string, lines: string[]): string[] {
  if (!ANY_RTL.test(text) || !isRightToLeft(text)) return lines;
  return lines.map((line) => (isRightToLeft(line) ? line : `${RIGHT_TO_LEFT_MARK}${line}`));
}

/**
 * A word that is written from right to left, as fontkit draws it: with mirrored brackets. Fontkit turns around words
 * with letters; others are reversed here.
 */
export function drawnRightToLeft(word: string): string {
  const characters = Array.from(word, (character) => bidi.getMirroredCharacter(character) ?? character);
  return (RTL_LETTER.test(word) ? characters : characters.reverse()).join('');
}

interface LevelRun {
  text: string;
  level: number;
  at: number;
}

/** @param levels one for each UTF-16 unit of the text */
function runsByLevel(text: string, levels: Uint8Array): LevelRun[] {
  const runs: LevelRun[] = [];
  for (let i = 0; i < text.length; i++) {
    const level = levels[i] as number;
    const last = runs.at(-1);
    if (last?.level === level) last.text += text.charAt(i);
    else runs.push({ text: text.charAt(i), level, at: i });
  }
  return runs;
}

/** Rule L2: from the highest level down, each sequence of runs at that level or above is reversed. */
function reorder(runs: LevelRun[]): LevelRun[] {
  const ordered = [...runs];
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while (end < ordered.length && (ordered[end] as LevelRun).level >= level) end++;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}
