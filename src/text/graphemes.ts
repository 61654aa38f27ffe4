const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader sees as single characters: a letter with its combining marks is one, and so is an emoji. */
export function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
