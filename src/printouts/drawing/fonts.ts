import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';
import { type BoundedCache, boundedCache } from './bounded-cache.ts';
import type { Face, FontName } from './operations.ts';

// The embedded fonts (SIL Open Font License). Each file is read when it is first needed, and serves all documents.

const GOOGLE = '@expo-google-fonts';

const FILES: Record<Face, string> = {
  masthead: `${GOOGLE}/alfa-slab-one/400Regular/AlfaSlabOne_400Regular.ttf`,
  heading: `${GOOGLE}/league-gothic/400Regular/LeagueGothic_400Regular.ttf`,
  serif: `${GOOGLE}/source-serif-4/400Regular/SourceSerif4_400Regular.ttf`,
  'serif-italic': `${GOOGLE}/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf`,
  'serif-bold': `${GOOGLE}/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf`,
  sans: `${GOOGLE}/libre-franklin/400Regular/LibreFranklin_400Regular.ttf`,
  'sans-medium': `${GOOGLE}/libre-franklin/500Medium/LibreFranklin_500Medium.ttf`,
  'sans-bold': `${GOOGLE}/libre-franklin/700Bold/LibreFranklin_700Bold.ttf`,
  // In Noto Sans Arabic, letters are put together from parts, and fontkit does not know their characters then.
  arabic: `${GOOGLE}/vazirmatn/400Regular/Vazirmatn_400Regular.ttf`,
  hebrew: `${GOOGLE}/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf`,
  thai: `${GOOGLE}/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf`,
  devanagari: `${GOOGLE}/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf`,
  'chinese-japanese': `${GOOGLE}/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf`,
  korean: `${GOOGLE}/gowun-dodum/400Regular/GowunDodum_400Regular.ttf`,
  emoji: `${GOOGLE}/noto-emoji/400Regular/NotoEmoji_400Regular.ttf`,
  'last-resort': '@fontsource/unifont/files/unifont-latin-400-normal.woff',
};

/** All faces, always in the same order. */
export const FACES = Object.keys(FILES) as readonly Face[];

/** The fonts in which all digits get the same width, so that columns of numbers line up. */
const TABULAR: ReadonlySet<Face> = new Set(['sans', 'sans-medium', 'sans-bold']);

/** What each cache of a font holds at most: the words of many printouts, in some tens of megabytes. */
const MAX_CACHED = { entries: 20_000, characters: 200_000 };

interface LoadedFont {
  font: Font;
  /** Widths of words, in thousandths of the font size. */
  wordWidths: BoundedCache<number>;
  /** Whether the font has a glyph for a character. */
  coverage: BoundedCache<boolean>;
  /** Whether it has all of printable ASCII; null if that is not known yet. */
  ascii: boolean | null;
}

const require = createRequire(import.meta.url);
const loaded = new Map<Face, LoadedFont>();

/** The path of the font's file. */
export function fontFile(name: Face): string {
  return require.resolve(FILES[name]);
}

/** The font as fontkit reads it. Its `layout` is cached, and gives tabular fonts digits of one width. */
export function loadFont(name: Face): Font {
  return load(name).font;
}

/** Whether the font has a glyph for the character. */
export function hasGlyph(name: Face, character: string): boolean {
  const { font, coverage } = load(name);
  let known = coverage.get(character);
  if (known === undefined) {
    known = font.hasGlyphForCodePoint(character.codePointAt(0) as number);
    coverage.set(character, known);
  }
  return known;
}

/** Whether the font has all characters of printable ASCII: text of these needs no other font. */
export function hasAllOfAscii(name: FontName): boolean {
  const entry = load(name);
  entry.ascii ??= Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).every((character) =>
    hasGlyph(name, character),
  );
  return entry.ascii;
}

/** How wide a word is in the font, in thousandths of the font size. */
export function wordWidth(name: Face, word: string): number {
  const { font, wordWidths } = load(name);
  let known = wordWidths.get(word);
  if (known === undefined) {
    known = (font.layout(word).advanceWidth / font.unitsPerEm) * 1000;
    wordWidths.set(word, known);
  }
  return known;
}

function load(name: Face): LoadedFont {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const font = openSync(fontFile(name)) as Font;
  keepTables(font);
  cacheLayouts(font, TABULAR.has(name));
  const [wordWidths, coverage] = [boundedCache<number>(MAX_CACHED), boundedCache<boolean>(MAX_CACHED)];
  const added: LoadedFont = { font, wordWidths, coverage, ascii: null };
  loaded.set(name, added);
  return added;
}

/** A part of a font file, as fontkit reads it. */
interface TableStream {
  pos: number;
}

/** Keeps the tables of a compressed font (WOFF), which fontkit would otherwise decompress for each glyph. */
function keepTables(font: Font): void {
  const woff = font as unknown as { type: string; _getTableStream(tag: string): TableStream | null };
  if (woff.type !== 'WOFF') return;
  const original = woff._getTableStream.bind(font);
  const streams = new Map<string, TableStream | null>();
  woff._getTableStream = (tag) => {
    const stream = streams.has(tag) ? (streams.get(tag) ?? null) : original(tag);
    streams.set(tag, stream);
    if (stream !== null) stream.pos = 0;
    return stream;
  };
}

type GlyphRun = ReturnType<Font['layout']>;

/** Replaces the `layout` of a font by a cached one. It returns copies of the positions, because pdfkit scales them in place. */
function cacheLayouts(font: Font, tabular: boolean): void {
  const original = font.layout.bind(font);
  const runs = boundedCache<GlyphRun>(MAX_CACHED);
  const cell = tabular ? widestDigit(original) : 0;
  font.layout = (text) => {
    let run = runs.get(text);
    if (run === undefined) {
      run = layOutSafely(original, text);
      if (tabular) equalizeDigits(run, cell, font.unitsPerEm);
      runs.set(text, run);
    }
    const { glyphs, positions } = run;
    return {
      glyphs,
      positions: positions.map((position) => ({ ...position })),
      advanceWidth: widthOf(run),
    } as GlyphRun;
  };
}

/** Without what joins letters and places marks. Such text looks less good. */
const PLAIN = { liga: false, clig: false, rlig: false, dlig: false, mark: false, mkmk: false } as const;

/**
 * Lays out text whatever its characters are: a name must never keep a printout from being made. fontkit throws if a font
 * has no place for a mark on joined letters, as in `fl` with a breve below.
 */
function layOutSafely(original: Font['layout'], text: string): GlyphRun {
  try {
    return original(text);
  } catch {
    try {
      return original(text, PLAIN);
    } catch {
      return original(text.replace(/\p{M}/gu, ''), PLAIN);
    }
  }
}

function widthOf(run: GlyphRun): number {
  return run.positions.reduce((sum, position) => sum + position.xAdvance, 0);
}

function widestDigit(layout: Font['layout']): number {
  return Math.max(...Array.from('0123456789', (digit) => widthOf(layout(digit))));
}

/**
 * No digit is moved further than this to the right in its cell, in thousandths of an em: PDF readers take a gap of a
 * tenth of an em for a space, and would read `1 1 9`.
 */
const MAX_INSET = 90;

/** The files of Libre Franklin have no tabular digits, so each digit is centered in a cell of the same width. */
function equalizeDigits(run: GlyphRun, cell: number, unitsPerEm: number): void {
  const max = (MAX_INSET / 1000) * unitsPerEm;
  const isDigit = run.glyphs.map((glyph) => /^\d$/.test(String.fromCodePoint(...glyph.codePoints)));
  const inset = run.glyphs.map((glyph, i) =>
    isDigit[i] ? Math.min(max, Math.round((cell - glyph.advanceWidth) / 2)) : 0,
  );
  for (const [i, position] of run.positions.entries()) {
    const advance = isDigit[i] ? cell : position.xAdvance;
    position.xAdvance = advance - (inset[i] as number) + (inset[i + 1] ?? 0);
  }
  // The PDF declares the cell as the width of the digit, so that readers do not take the gap for a space.
  run.glyphs = run.glyphs.map((glyph, i) =>
    isDigit[i] ? Object.create(glyph, { advanceWidth: { value: cell } }) : glyph,
  );
}
