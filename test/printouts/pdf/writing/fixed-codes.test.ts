import { describe, expect, test } from 'vitest';
import { layOutReport } from '../../../../src/printouts/pdf/lay-out-report.ts';
import { fixedFont, fixedText } from '../../../../src/printouts/pdf/writing/fixed-codes.ts';
import { gameReport } from '../../game-report.ts';
import { textsOf } from '../../page-checks.ts';

describe('fixed codes', () => {
  test('are the same in both tiers, of which the second begins with the first', () => {
    const [basic, latin] = [fixedFont('serif', 0), fixedFont('serif', 1)];
    expect(latin.widths.startsWith(`${basic.widths} `)).toBe(true);
    expect(latin.fullName).not.toBe(basic.fullName);
  });

  test('are basic for ASCII, punctuation and joined letters, and of the second tier for other letters of Europe', () => {
    expect(fixedText('serif', 'An efficient office – “$1,100” …')?.tier).toBe(0);
    expect(fixedText('serif', 'Zoë Łukasiewicz')?.tier).toBe(1);
  });

  test('are not given to glyphs of other scripts', () => {
    expect(fixedText('serif', 'Ναι')).toBeNull();
  });

  test('do not depend on what was encoded before', () => {
    const before = fixedText('sans', 'Maine');
    fixedText('sans', 'Žižka Ōe');
    expect(fixedText('sans', 'Maine')).toEqual(before);
    expect(fixedText('sans', 'Maine and Ohio')?.codes).toContain(
      before?.codes.replace(/[<>]/g, '').slice(0, 8),
    );
  });

  test('are enough for a printout of Election Year', () => {
    const texts = layOutReport(gameReport(6, 4), { paper: 'letter' }).pages.flatMap(textsOf);
    const others = texts.filter(
      ({ font, text, script }) => script !== undefined || fixedText(font, text) === null,
    );
    expect(others.map(({ text }) => text)).toEqual([]);
  });
});
