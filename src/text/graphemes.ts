const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** So many UTF-16 units are segmented at once. */
const SLICE = 256;

/**
 * What a reader sees as single characters: a letter with its combining marks is one, and so is an emoji. The time grows no faster
 * than the text: for each character, Node.js copies the whole string that is segmented, so long text is segmented in slices.
 */
export function graphemesOf(text: string): string[] {
  const graphemes: string[] = [];
  let start = 0;
  while (text.length - start > SLICE) {
    const found = segmentsOf(text.slice(start, endOfSlice(text, start + SLICE)));
    // The last one may go on after the slice. Where the others end does not depend on what follows it.
    if (found.length > 1) found.pop();
    else found[0] = firstOf(text, start);
    for (const grapheme of found) {
      graphemes.push(grapheme);
      start += grapheme.length;
    }
  }
  return graphemes.concat(segmentsOf(text.slice(start)));
}

function segmentsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The character at `start`, which is longer than a slice: a letter can have any number of marks. */
function firstOf(text: string, start: number): string {
  for (let length = 2 * SLICE; ; length *= 2) {
    const end = endOfSlice(text, start + length);
    const first = segmenter.segment(text.slice(start, end)).containing(0)?.segment ?? '';
    if (end >= text.length || start + first.length < end) return first;
  }
}

/** `end`, or one more if it would divide a surrogate pair. */
function endOfSlice(text: string, end: number): number {
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
}
