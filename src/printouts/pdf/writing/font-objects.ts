import type { Font } from 'fontkit';
import { deflatedWell, type ObjectList, type StreamData } from './objects.ts';
import { name, number, reference, utf16 } from './syntax.ts';

// A part of a font as objects of a PDF: a composite font whose codes are the numbers of its glyphs.

/** What fontkit's subsets have besides their types. */
export interface GlyphSubset {
  /** The glyphs of the font by their codes. `encode` adds those that others are composed of. */
  glyphs: number[];
  /** The code of a glyph of the font, a new one if it has none. */
  includeGlyph(glyph: number): number;
  encode(): Uint8Array;
  /** Only in a font with outlines in PostScript. */
  cff?: unknown;
}

/** A part of a font, ready to be written. */
export interface EmbeddedFont {
  /** The name with the tag that tells this part from others. */
  fullName: string;
  isPostScript: boolean;
  program: StreamData;
  toUnicode: StreamData;
  widths: string;
  descriptor: string;
}

/** How many objects a font takes. */
export const FONT_OBJECTS = 5;

/**
 * Prepares a part of a font.
 * @param tag six capital letters, different for each part of a font
 * @param widths those of the glyphs by their codes, in units of the font
 * @param texts what each code stands for; empty for parts of glyphs
 */
export function embeddedFont(
  font: Font,
  tag: string,
  subset: GlyphSubset,
  { widths, texts }: { widths: readonly number[]; texts: readonly string[] },
): EmbeddedFont {
  const scale = 1000 / font.unitsPerEm;
  const fullName = name(`${tag}+${font.postscriptName}`);
  return {
    fullName,
    isPostScript: subset.cff != null,
    program: deflatedWell(subset.encode()),
    toUnicode: deflatedWell(Buffer.from(toUnicodeMap(texts), 'latin1')),
    widths: widths.map((width) => number(width * scale)).join(' '),
    descriptor: descriptorOf(font, fullName, scale),
  };
}

/** Writes a font as the object `first` and those after it. */
export function writeFont(objects: ObjectList, first: number, font: EmbeddedFont): void {
  const [descendant, descriptor, program, toUnicode] = [first + 1, first + 2, first + 3, first + 4];
  const base = `/BaseFont${font.fullName}`;
  objects.add(
    first,
    `<</Type/Font/Subtype/Type0${base}/Encoding/Identity-H/DescendantFonts[${reference(descendant)}]` +
      `/ToUnicode ${reference(toUnicode)}>>`,
  );
  const kind = font.isPostScript ? '/CIDFontType0' : '/CIDFontType2/CIDToGIDMap/Identity';
  objects.add(
    descendant,
    `<</Type/Font/Subtype${kind}${base}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${reference(descriptor)}/W[0[${font.widths}]]>>`,
  );
  const file = font.isPostScript ? 'FontFile3' : 'FontFile2';
  objects.add(descriptor, `<<${font.descriptor}/${file} ${reference(program)}>>`);
  objects.addStream(program, font.isPostScript ? '/Subtype/CIDFontType0C' : '', font.program);
  objects.addStream(toUnicode, '', font.toUnicode);
}

/** Bits of the flags of a font descriptor (PDF 1.7, 9.8.2). */
const FIXED_PITCH = 1;
const SERIF = 1 << 1;
const SYMBOLIC = 1 << 2;
const SCRIPT = 1 << 3;
const ITALIC = 1 << 6;

/** The tables of a font file that say what kind of font it is. */
interface KindTables {
  'OS/2'?: { sFamilyClass: number };
  post: { isFixedPitch: number };
  head: { macStyle: { italic: boolean } };
}

function descriptorOf(font: Font, fullName: string, scale: number): string {
  const tables = font as unknown as KindTables;
  const family = (tables['OS/2']?.sFamilyClass ?? 0) >> 8;
  const flags =
    SYMBOLIC |
    (tables.post.isFixedPitch ? FIXED_PITCH : 0) |
    (family >= 1 && family <= 7 ? SERIF : 0) |
    (family === 10 ? SCRIPT : 0) |
    (tables.head.macStyle.italic ? ITALIC : 0);
  const { minX, minY, maxX, maxY } = font.bbox;
  const scaled = (value: number) => number(value * scale);
  return (
    `/Type/FontDescriptor/FontName${fullName}/Flags ${flags}` +
    `/FontBBox[${[minX, minY, maxX, maxY].map(scaled).join(' ')}]/ItalicAngle ${number(font.italicAngle)}` +
    `/Ascent ${scaled(font.ascent)}/Descent ${scaled(font.descent)}` +
    `/CapHeight ${scaled(font.capHeight || font.ascent)}/XHeight ${scaled(font.xHeight || 0)}/StemV 0`
  );
}

/** The most entries of a block in a map from codes to texts. */
const MAX_ENTRIES = 100;

/** What readers need to copy and to search text. */
function toUnicodeMap(texts: readonly string[]): string {
  const entries = texts.flatMap((text, code) => (text === '' ? [] : [`<${hexCode(code)}><${utf16(text)}>`]));
  const blocks: string[] = [];
  for (let first = 0; first < entries.length; first += MAX_ENTRIES) {
    const block = entries.slice(first, first + MAX_ENTRIES);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap',
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def',
    '1 begincodespacerange\n<0000><ffff>\nendcodespacerange',
    ...blocks,
    'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend',
  ].join('\n');
}

/** A code as it stands in a content. */
export function hexCode(code: number): string {
  return code.toString(16).padStart(4, '0');
}
