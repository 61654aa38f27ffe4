import type { Font } from 'fontkit';
import { FACES, loadFont } from '../../drawing/fonts.ts';
import type { Face } from '../../drawing/operations.ts';
import { type EmbeddedFont, embeddedFont, type GlyphSubset, hexCode } from './font-objects.ts';

/** A glyph as it is set. Lengths are in thousandths of the font size. */
export interface SetGlyph {
  code: string;
  /** How far the next glyph is. */
  advance: number;
  /** How far it would be without kerning. */
  width: number;
  xOffset: number;
  yOffset: number;
}

/**
 * A part of a face with codes of its own, given as they are needed: for scripts of other continents, whose fonts are large, and
 * for rare glyphs of the regular faces.
 */
export class OwnFont {
  private readonly font: Font;
  private readonly subset: GlyphSubset;
  private readonly widths: number[];
  private readonly texts: string[] = [''];
  private readonly tag: string;

  /** @param letter tells the parts of one face in a file from each other */
  constructor(face: Face, letter: 'P' | 'S') {
    this.font = loadFont(face);
    this.subset = this.font.createSubset() as unknown as GlyphSubset;
    this.widths = [this.font.getGlyph(0).advanceWidth];
    this.tag = `WSOW${letter}${String.fromCharCode(65 + FACES.indexOf(face))}`;
  }

  /** The glyphs of a text, word by word. */
  glyphsOf(text: string): SetGlyph[] {
    const scale = 1000 / this.font.unitsPerEm;
    return (text.match(/[^ ]* |[^ ]+$/g) ?? []).flatMap((word) => {
      const { glyphs, positions } = this.font.layout(word);
      return glyphs.map((glyph, i): SetGlyph => {
        const code = this.subset.includeGlyph(glyph.id);
        this.widths[code] ??= glyph.advanceWidth;
        this.texts[code] ??= String.fromCodePoint(...glyph.codePoints);
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
        return {
          code: hexCode(code),
          advance: xAdvance * scale,
          width: glyph.advanceWidth * scale,
          xOffset: xOffset * scale,
          yOffset: yOffset * scale,
        };
      });
    });
  }

  /** The font as it is needed by the texts until now. */
  embedded(): EmbeddedFont {
    return embeddedFont(this.font, this.tag, this.subset, { widths: this.widths, texts: this.texts });
  }
}
