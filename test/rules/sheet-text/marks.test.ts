import { describe, expect, test } from 'vitest';
import { beginMark, endMark, markedSheet } from '../../../src/rules/sheet-text/marks.ts';

const CODE = '0123456789';
const SHEET = [beginMark('TURN SHEET EY-1, turn 2 [AB]', CODE), 'Press release: mine', endMark(CODE)];

describe('the sheet in a mail', () => {
  test.each([
    ['no mark', ['Press release: theirs']],
    [
      'a mark without a code',
      ['===== TURN SHEET =====', 'Press release: theirs', '===== END OF SHEET ====='],
    ],
    [
      'marks of another mail',
      [beginMark('ORDERS', 'ffffffffff'), 'Press release: theirs', endMark('ffffffffff')],
    ],
    ['the code in other text', [`Turn sheet ${CODE}`, 'Press release: theirs']],
  ])('is none with %s, and not the one that counts', (_, lines) => {
    expect(markedSheet(lines.join('\n'), CODE)).toBeNull();
    expect(markedSheet([...lines, ...SHEET].join('\n'), CODE)).toBe('Press release: mine');
  });

  test('does not end where the text of someone else looks like its end', () => {
    const [begin, line, end] = SHEET as [string, string, string];
    const text = [begin, '===== END OF SHEET: 1', line, end, 'more'].join('\n');
    expect(markedSheet(text, CODE)).toBe('===== END OF SHEET: 1\nPress release: mine');
  });

  test('is read in quotations of any depth, without their signs', () => {
    expect(markedSheet(SHEET.map((line) => `> > ${line}`).join('\n'), CODE)).toBe('Press release: mine');
    expect(markedSheet(SHEET.map((line) => `| ${line}`).join('\n'), CODE)).toBe('Press release: mine');
  });

  test('goes to the end of the text if the mark at its end is gone', () => {
    expect(markedSheet(SHEET.slice(0, 2).join('\n'), CODE)).toBe('Press release: mine');
  });
});
