import { FACES } from '../../drawing/fonts.ts';
import type { Face, FontName } from '../../drawing/operations.ts';
import type { Tier } from './fixed-codes.ts';
import { OwnFont } from './own-font.ts';

/** The fonts that some pages need. The pages that all readers share have theirs, so that these do not depend on the others. */
export class UsedFonts {
  /** The tier that each regular face needs. */
  readonly tiers = new Map<FontName, Tier>();
  readonly own = new Map<Face, OwnFont>();
  private readonly letter: 'P' | 'S';

  /** @param letter P for the pages of one reader, S for shared ones */
  constructor(letter: 'P' | 'S') {
    this.letter = letter;
  }

  /** The name of a face in its fixed codes, and notes that it is needed in this tier. */
  fixed(face: FontName, tier: Tier): string {
    if ((this.tiers.get(face) ?? -1) < tier) this.tiers.set(face, tier);
    return fixedName(face);
  }

  /** The part of a face that these pages alone have. */
  ownFont(face: Face): OwnFont {
    const known = this.own.get(face) ?? new OwnFont(face, this.letter);
    this.own.set(face, known);
    return known;
  }

  /** The name of that part in contents. */
  ownName(face: Face): string {
    return `${this.letter}${FACES.indexOf(face)}`;
  }
}

/** The name in contents of a regular face in its fixed codes. */
export function fixedName(face: FontName): string {
  return `F${FACES.indexOf(face)}`;
}
