import { describe, expect, test } from 'vitest';
import { manyLines, oneLine } from '../../src/text/typed-text.ts';
import { cpuTime } from '../helpers/cpu.ts';

describe('typed text as one line', () => {
  test.each([
    ['  Ann \t Baker \n', 'Ann Baker'],
    ['e\u0301', 'é'],
    ['a\u202eb', 'ab'],
    ['a\u0000b', 'a b'],
    ['a\u2028b', 'a b'],
    ['Ann\ud800', 'Ann\ufffd'],
    ['👩\u200d👧', '👩\u200d👧'],
    ['\n\t', ''],
  ])('makes of %j %j', (typed, expected) => {
    expect(oneLine(typed)).toBe(expected);
  });
});

describe('typed text of several lines', () => {
  test('keeps its lines, and nothing that cannot be seen', () => {
    const typed = '\n Dear all,\t\r\n\r\n\r\n\r\n  so\u202e be\u0000 it. \u2028Ann\ud800 \n\n';
    expect(manyLines(typed)).toBe('Dear all,\n\n  so be  it.\nAnn\ufffd');
  });

  test('is cleaned in a time that grows with its length alone', async () => {
    const typed = `x${' '.repeat(200_000)}y`;
    expect(await cpuTime(() => expect(manyLines(typed)).toHaveLength(200_002))).toBeLessThan(1_000);
  });
});
