import { graphemesOf } from '../../text/graphemes.ts';
import { hasGlyph } from './fonts.ts';
import type { Face, FontName, ScriptFont } from './operations.ts';
import { scriptFontsFor } from './script-fonts.ts';

/** Text in a single font: in `script` if there is one, else in `font`. */
export interface FontRun {
  text: string;
  font: FontName;
  script?: ScriptFont;
}

/** Printed for a character that no font has: a ballot box, which Source Serif has. */
const MISSING = { text: '\u2610', font: 'serif' } as const;

/** Joiners and variation selectors, which change their neighbors and are not drawn themselves. */
const IGNORABLE = /\u200c|\u200d|[\ufe00-\ufe0f]/gu;
/** Characters that are drawn in color in mail and on the web, and come from the emoji font even if others have them. */
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;

/**
 * Splits text by font. A character that the font lacks comes from another one, together with the marks on it. If none
 * has it, a box is printed.
 * @param sticky whether punctuation comes from the same font as the letters before it, so that words stay whole
 */
export function splitByFont(text: string, font: FontName, sticky = false): FontRun[] {
  if (hasAll(font, text)) return text === '' ? [] : [{ text: drawn(font, text), font }];
  const runs: FontRun[] = [];
  for (const cluster of graphemesOf(text)) {
    const last = runs.at(-1);
    if (sticky && last?.script !== undefined && fitsInto(last.script, cluster)) last.text += cluster;
    else for (const part of runsOf(cluster, font)) addRun(runs, part);
  }
  return runs;
}

/** Whether a character is punctuation that the font has. */
function fitsInto(script: ScriptFont, cluster: string): boolean {
  return !/[\p{L}\p{N}]/u.test(cluster) && hasAll(script, cluster);
}

function addRun(runs: FontRun[], run: FontRun): void {
  const last = runs.at(-1);
  if (last?.font === run.font && last.script === run.script) last.text += run.text;
  else runs.push(run);
}

/** One character with its marks, in one run if a single font has them all. */
function runsOf(cluster: string, font: FontName): FontRun[] {
  if (EMOJI.test(cluster) && hasAll('emoji', cluster)) return [scriptRun(cluster, font, 'emoji')];
  for (const name of [font, 'sans', 'serif'] as const) {
    if (hasAll(name, cluster)) return [{ text: drawn(name, cluster), font: name }];
  }
  for (const script of scriptFontsFor(cluster)) {
    if (hasAll(script, cluster)) return [scriptRun(cluster, font, script)];
  }
  const visible = Array.from(cluster.replace(IGNORABLE, ''));
  if (visible.length > 1) return visible.flatMap((character) => runsOf(character, font));
  return visible.map(() => ({ ...MISSING }));
}

function scriptRun(text: string, font: FontName, script: ScriptFont): FontRun {
  return { text: drawn(script, text), font, script };
}

/** The text without joiners and selectors that the font lacks, for which fontkit would draw a box. */
function drawn(face: Face, text: string): string {
  return text.replace(IGNORABLE, (character) => (hasGlyph(face, character) ? character : ''));
}

/** Whether a font has all characters of a text, joiners and selectors aside. */
function hasAll(face: Face, text: string): boolean {
  for (const character of text.replace(IGNORABLE, '')) {
    if (!hasGlyph(face, character)) return false;
  }
  return true;
}
