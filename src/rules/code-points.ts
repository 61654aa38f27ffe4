/** The length of a text in Unicode code points: what limits on names and press releases count. */
export function codePoints(text: string): number {
  return [...text].length;
}
