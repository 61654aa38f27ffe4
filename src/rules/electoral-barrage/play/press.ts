import type { PressLine } from '../state.ts';

/**
 * EB-4.5: a press line as it is counted and printed. Line breaks and tabs become spaces, other control characters are
 * dropped, and so are spaces at both ends. Null if nothing is left.
 */
export function pressLine(text: string): string | null {
  const line = text.replace(/\r\n|[\n\r\t\u2028\u2029]/g, ' ').replace(/\p{Cc}/gu, '');
  let start = 0;
  let end = line.length;
  while (start < end && line[start] === ' ') start += 1;
  while (end > start && line[end - 1] === ' ') end -= 1;
  return start === end ? null : line.slice(start, end);
}

/** EB-6.14: the press lines in players' order. */
export function gatherPress(lines: readonly { id: string; press: string | null }[]): PressLine[] {
  return lines.flatMap(({ id, press }) => (press === null ? [] : [{ from: id, text: press }]));
}
