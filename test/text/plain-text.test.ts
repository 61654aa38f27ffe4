import { describe, expect, test } from 'vitest';
import { padText, TEXT_WIDTH, truncateText, wrapHanging, wrapText } from '../../src/text/plain-text.ts';

describe('plain text', () => {
  test('is wrapped to 78 columns, or to as many as asked', () => {
    const words = 'word '.repeat(40);
    expect(wrapText(words)[0]).toHaveLength(TEXT_WIDTH - 4);
    expect(wrapText('to be or not', 5)).toEqual(['to be', 'or', 'not']);
  });

  test('counts wide characters as two columns, and combining marks as none', () => {
    expect(wrapText('漢字漢字', 4)).toEqual(['漢字', '漢字']);
    expect(wrapText('🎉🎉🎉', 4)).toEqual(['🎉🎉', '🎉']);
    expect(wrapText('q\u0308q\u0308q\u0308', 2)).toEqual(['q\u0308q\u0308', 'q\u0308']);
  });

  test('is indented below a prefix', () => {
    expect(wrapHanging('- ', 'to be or not', 7)).toEqual(['- to be', '  or', '  not']);
    expect(wrapHanging('漢: ', 'to be', 6)).toEqual(['漢: to', '    be']);
    expect(wrapHanging('- ', '', 7)).toEqual(['-']);
  });

  test('is padded on either side', () => {
    expect(padText('ab', 4, 'left')).toBe('ab  ');
    expect(padText('ab', 4, 'right')).toBe('  ab');
    expect(padText('漢', 4, 'right')).toBe('  漢');
    expect(padText('abcdef', 4, 'left')).toBe('abcdef');
  });

  test('is cut off, but never within a character', () => {
    expect(truncateText('abcdef', 4)).toBe('abcd');
    expect(truncateText('ab', 4)).toBe('ab');
    expect(truncateText('漢字', 3)).toBe('漢');
    expect(truncateText('aq\u0308b', 2)).toBe('aq\u0308');
  });
});
