import type { Font } from 'fontkit';
import { type BoundedCache, boundedCache } from '../../drawing/bounded-cache.ts';
import { FACES, loadFont } from '../../drawing/fonts.ts';
import type { FontName } from '../../drawing/operations.ts';
import { type EmbeddedFont, embeddedFont, type GlyphSubset, hexCode } from './font-objects.ts';

/*
 * The glyphs of the regular faces have codes that are the same in each file, so that text is encoded once, and contents
 * that are written once fit into any file. There are two tiers: the second begins with the codes of the first, and a file
 * gets the smaller one if that has all it needs. Text with other glyphs gets codes of its own: `own-font.ts`.
 */

/** The basic tier, and the one with the letters of most languages of Europe. */
export type Tier = 0 | 1;

/** Text in fixed codes: the operands of TJ without brackets. */
export interface FixedText {
  tier: Tier;
  codes: string;
}

/** Printable ASCII, and the punctuation and signs of printouts. */
const BASIC = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
  ...'–—‘’“”…−×·•½¼¾°→←↑↓☐☒✓★',
];
/** Letters that may be joined when they follow each other. */
const JOINED = [
  'ff',
  'fi',
  'fl',
  'ffi',
  'ffl',
  'fj',
  'ffj',
  'ft',
  'fft',
  'tt',
  'ti',
  'tf',
  'Th',
  'fb',
  'fh',
  'fk',
];
/** Latin-1 and Latin Extended-A. */
const LATIN = Array.from({ length: 0x17f - 0xa0 }, (_, i) => String.fromCharCode(0xa1 + i));

const MAX_TEXTS = { entries: 20_000, characters: 400_000 };

interface FixedFace {
  font: Font;
  /** The code of each glyph. */
  codes: ReadonlyMap<number, number>;
  /** What each code stands for; empty for parts of glyphs. */
  texts: readonly string[];
  widths: readonly number[];
  /** The codes of each tier. */
  tiers: readonly { count: number; subset: GlyphSubset; embedded: EmbeddedFont | null }[];
  known: BoundedCache<FixedText | 'other'>;
  words: BoundedCache<FixedText | 'other'>;
}

const faces = new Map<FontName, FixedFace>();

/** A text in fixed codes; null if some of its glyphs have none, or stand higher or lower than the line. */
export function fixedText(name: FontName, text: string): FixedText | null {
  const face = fixedFace(name);
  let known = face.known.get(text);
  if (known === undefined) {
    known = encodeText(face, text);
    face.known.set(text, known);
  }
  return known === 'other' ? null : known;
}

/** The part of the font with the codes of a tier. */
export function fixedFont(name: FontName, tier: Tier): EmbeddedFont {
  const face = fixedFace(name);
  const entry = face.tiers[tier] as FixedFace['tiers'][number];
  entry.embedded ??= embeddedFont(face.font, tagOf(name, tier), entry.subset, {
    widths: face.widths.slice(0, entry.count),
    texts: face.texts.slice(0, entry.count),
  });
  return entry.embedded;
}

function tagOf(name: FontName, tier: Tier): string {
  return `WSFIX${String.fromCharCode(65 + 2 * FACES.indexOf(name) + tier)}`;
}

/** Word by word, each with the space after it, as texts are measured. */
function encodeText(face: FixedFace, text: string): FixedText | 'other' {
  let codes = '';
  let tier: Tier = 0;
  for (const word of text.match(/[^ ]* |[^ ]+$/g) ?? []) {
    let known = face.words.get(word);
    if (known === undefined) {
      known = encodeWord(face, word);
      face.words.set(word, known);
    }
    if (known === 'other') return 'other';
    if (known.tier === 1) tier = 1;
    codes += known.codes;
  }
  return { tier, codes: codes.replaceAll('><', '') };
}

function encodeWord({ font, codes: codeOf, texts, tiers }: FixedFace, word: string): FixedText | 'other' {
  const { glyphs, positions } = font.layout(word);
  const scale = 1000 / font.unitsPerEm;
  let codes = '<';
  let tier: Tier = 0;
  for (const [i, glyph] of glyphs.entries()) {
    const code = codeOf.get(glyph.id);
    const position = positions[i];
    if (code === undefined || position === undefined || position.xOffset || position.yOffset) return 'other';
    if (!standsFor(texts[code] as string, glyph.codePoints)) return 'other';
    if (code >= (tiers[0]?.count ?? 0)) tier = 1;
    codes += hexCode(code);
    const kern = Math.round((glyph.advanceWidth - position.xAdvance) * scale * 1000) / 1000;
    if (kern !== 0) codes += `>${kern}<`;
  }
  return { tier, codes: `${codes}>`.replaceAll('<>', '') };
}

/** Whether readers may take a code for these characters. */
function standsFor(text: string, codePoints: readonly number[]): boolean {
  const wanted = String.fromCodePoint(...codePoints);
  return text === wanted || text.normalize('NFKC') === wanted.normalize('NFKC');
}

function fixedFace(name: FontName): FixedFace {
  const known = faces.get(name);
  if (known !== undefined) return known;
  const font = loadFont(name);
  const laid = new Map<number, { text: string; width: number }>();
  const basic = tierOf(font, [], glyphsOf(font, [...BASIC, ...JOINED], laid));
  const latin = tierOf(font, basic.glyphs, glyphsOf(font, LATIN, laid));
  const face: FixedFace = {
    font,
    codes: new Map(latin.glyphs.map((glyph, code) => [glyph, code])),
    texts: latin.glyphs.map((glyph) => laid.get(glyph)?.text ?? ''),
    // The widths are those of the cells in which glyphs are set.
    widths: latin.glyphs.map((glyph) => laid.get(glyph)?.width ?? font.getGlyph(glyph).advanceWidth),
    tiers: [basic, latin].map((subset) => ({ count: subset.glyphs.length, subset, embedded: null })),
    known: boundedCache(MAX_TEXTS),
    words: boundedCache(MAX_TEXTS),
  };
  faces.set(name, face);
  return face;
}

/** The glyphs that the texts are set in, as far as the font has them. What they stand for is added to `laid`. */
function glyphsOf(font: Font, texts: readonly string[], laid: Map<number, { text: string; width: number }>) {
  const glyphs: number[] = [];
  for (const text of texts) {
    if (
      !Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) as number))
    ) {
      continue;
    }
    for (const { id, codePoints, advanceWidth } of font.layout(text).glyphs) {
      glyphs.push(id);
      if (!laid.has(id)) laid.set(id, { text: String.fromCodePoint(...codePoints), width: advanceWidth });
    }
  }
  return glyphs;
}

/** A part of the font with these glyphs and all that they are composed of, so that no later code is theirs. */
function tierOf(font: Font, before: readonly number[], glyphs: readonly number[]): GlyphSubset {
  const subset = font.createSubset() as unknown as GlyphSubset;
  for (const glyph of [...before, ...glyphs]) subset.includeGlyph(glyph);
  subset.encode();
  return subset;
}
