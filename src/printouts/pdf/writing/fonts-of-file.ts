import { FACES } from '../../drawing/fonts.ts';
import type { FontName } from '../../drawing/operations.ts';
import type { FinishedPages } from './finished-pages.ts';
import { fixedFont, type Tier } from './fixed-codes.ts';
import { type EmbeddedFont, FONT_OBJECTS, writeFont } from './font-objects.ts';
import type { ObjectList } from './objects.ts';
import { reference } from './syntax.ts';
import { fixedName, type UsedFonts } from './used-fonts.ts';

/**
 * Writes the fonts of a file, each regular face in the smaller tier that all pages together need. Returns the resources that
 * the pages refer to.
 * @param reserve gives the first of so many numbers
 */
export function writeFonts(
  objects: ObjectList,
  reserve: (count: number) => number,
  used: UsedFonts,
  finished: FinishedPages | null,
): string {
  const entries = (finished?.fonts ?? []).map(({ name, object }) => `/${name} ${reference(object)}`);
  const write = (name: string, font: EmbeddedFont) => {
    const first = reserve(FONT_OBJECTS);
    writeFont(objects, first, font);
    entries.push(`/${name} ${reference(first)}`);
  };
  for (const face of FACES) {
    const tier = largerTier(used.tiers.get(face as FontName), finished?.tiers.get(face as FontName));
    if (tier !== null) write(fixedName(face as FontName), fixedFont(face as FontName, tier));
  }
  for (const [face, font] of used.own) write(used.ownName(face), font.embedded());
  return `<</Font<<${entries.join('')}>>>>`;
}

function largerTier(one: Tier | undefined, other: Tier | undefined): Tier | null {
  if (one === undefined || other === undefined) return one ?? other ?? null;
  return one > other ? one : other;
}
