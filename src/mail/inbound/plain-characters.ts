/** A line of a received mail with plain spaces, and without the characters of no width that mail programs insert. */
export function plainCharacters(line: string): string {
  return line.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200b\u200e\u200f\u2060\ufeff]/g, '');
}
