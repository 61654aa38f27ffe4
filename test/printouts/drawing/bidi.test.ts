import { describe, expect, test } from 'vitest';
import {
  directedRuns,
  drawnRightToLeft,
  isRightToLeft,
  withOwnDirection,
} from '../../../src/printouts/drawing/bidi.ts';

/** The parts of a line from left to right; those that are written to the left in brackets. */
function onPaper(line: string): string {
  return directedRuns(line)
    .map(({ text, rightToLeft }) => (rightToLeft ? `[${text}]` : text))
    .join('|');
}

describe('a line', () => {
  test.each([
    ['no other direction', 'Ann Baker, #10468', 'Ann Baker, #10468'],
    ['a name and a number after it', 'EY-1 דוד כהן, #10468', 'EY-1 |[דוד כהן]|, #10468'],
    ['two names', 'Won: דוד כהן and محمد (R).', 'Won: |[דוד כהן]| and |[محمد]| (R).'],
    ['one direction, with a number', 'בחירות 1976 היום', '[ היום]|1976|[בחירות ]'],
  ])('with %s stands in order', (_, line, expected) => {
    expect(onPaper(line)).toBe(expected);
  });

  test('of a player has the direction of its first letter', () => {
    const quote = '“שלום, New York!”';
    expect(isRightToLeft(quote)).toBe(false);
    const own = withOwnDirection(quote);
    expect(isRightToLeft(own)).toBe(true);
    expect(onPaper(own)).toBe('[!”]|New York|[“שלום, ]');
    expect(withOwnDirection('“Hello, שלום”')).toBe('“Hello, שלום”');
  });

  test('keeps every character, in runs that know their place', () => {
    const line = 'a אב 12 ג (ד) b';
    const runs = directedRuns(line).toSorted((a, b) => a.at - b.at);
    expect(runs.map(({ text }) => text).join('')).toBe(line);
  });
});

test('brackets are mirrored, and a word without letters is reversed', () => {
  expect(drawnRightToLeft('(אב)')).toBe(')אב(');
  expect(drawnRightToLeft('!(')).toBe(')!');
});
