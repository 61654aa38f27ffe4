import { describe, expect, test } from 'vitest';
import { isRightToLeft } from '../../../src/printouts/drawing/bidi.ts';
import { splitByFont } from '../../../src/printouts/drawing/font-runs.ts';
import {
  fitText,
  measureText,
  type SizedFont,
  textOps,
  wrapToWidth,
} from '../../../src/printouts/drawing/text.ts';
import { PALETTE } from '../../../src/printouts/palette.ts';

const SANS: SizedFont = { font: 'sans', size: 10 };
const SERIF: SizedFont = { font: 'serif', size: 10 };

const FONTS = [
  'masthead',
  'heading',
  'serif',
  'serif-italic',
  'serif-bold',
  'sans',
  'sans-medium',
  'sans-bold',
] as const;

describe('the embedded fonts', () => {
  test.each(FONTS)('%s has every letter of “Zoë Łukasiewicz”', (font) => {
    expect(splitByFont('Zoë Łukasiewicz', font)).toEqual([{ text: 'Zoë Łukasiewicz', font }]);
  });

  test('lend each other characters, and print a box for a character that none has', () => {
    expect(splitByFont('aж', 'heading').map((run) => run.text)).toEqual(['a', 'ж']);
    expect(splitByFont('a\u{12000}', 'sans')).toEqual([
      { text: 'a', font: 'sans' },
      { text: '☐', font: 'serif' },
    ]);
  });

  test.each([
    ['Arabic', 'محمد بن سلمان', 'arabic'],
    ['Persian with a joiner', 'می\u200cخواهم', 'arabic'],
    ['Hebrew', 'דוד בן־גוריון', 'hebrew'],
    ['Thai', 'ประเทศไทย', 'thai'],
    ['Devanagari', 'जवाहरलाल क्षेत्र', 'devanagari'],
    ['simplified Chinese', '习近平 为人民服务', 'chinese-japanese'],
    ['traditional Chinese', '蔡英文 臺灣 國會', 'chinese-japanese'],
    ['Japanese', 'さくら 東京都 サンプル 髙橋 渡邊', 'chinese-japanese'],
    ['Korean', '김대중 대한민국', 'korean'],
    ['Georgian', 'საქართველო', 'last-resort'],
    ['emoji', '🎉🗳️🇺🇸👍🏽', 'emoji'],
    ['joined emoji', '👨\u200d👩\u200d👧', 'emoji'],
  ])('%s comes from a font of its own, without a box', (_, text, script) => {
    for (const font of FONTS) {
      const runs = splitByFont(text, font);
      expect(runs.filter(({ text: part }) => part.includes('☐'))).toEqual([]);
      const scripts = runs.filter((run) => run.text.trim() !== '').map((run) => run.script);
      expect(new Set(scripts)).toEqual(new Set([script]));
    }
  });

  test.each(['sans', 'sans-medium', 'sans-bold'] as const)('%s sets all digits equally wide', (font) => {
    expect(measureText('8111', { font, size: 10 })).toBeCloseTo(measureText('8888', { font, size: 10 }), 1);
  });
});

describe('a text', () => {
  test('is placed by its left end, its middle or its right end', () => {
    const style = { ...SANS, color: PALETTE.ink };
    const width = measureText('word', SANS);
    expect(textOps('word', style, { x: 100, y: 0 })).toMatchObject([{ x: 100, width }]);
    const [end] = textOps('word', style, { x: 100, y: 0, anchor: 'end' });
    expect(end?.x).toBeCloseTo(100 - width, 6);
    const [middle] = textOps('word', style, { x: 100, y: 0, anchor: 'middle' });
    expect(middle?.x).toBeCloseTo(100 - width / 2, 6);
  });

  test('of several fonts is drawn without gaps', () => {
    const [latin, cyrillic] = textOps(
      'aж',
      { font: 'heading', size: 10, color: PALETTE.ink },
      { x: 5, y: 0 },
    );
    expect(cyrillic?.x).toBe(5 + (latin?.width ?? 0));
  });

  test('is wrapped into lines no wider than asked, and no character is lost', () => {
    const long = 'not'.repeat(40);
    const lines = wrapToWidth(`to be or ${long}`, SERIF, 60);
    for (const line of lines) expect(measureText(line, SERIF)).toBeLessThanOrEqual(60);
    expect(lines.join('').replace(/ /g, '')).toBe(`tobeor${long}`);
  });

  test('from right to left has its first word at the right, and is read in order', () => {
    const ops = textOps('אבא גדול מאוד', { ...SANS, color: PALETTE.ink }, { x: 100, y: 0 });
    expect(ops.map(({ text }) => text)).toEqual(['אבא ', 'גדול ', 'מאוד']);
    const lefts = ops.map(({ x }) => x);
    expect(lefts).toEqual(lefts.toSorted((a, b) => b - a));
    expect(ops.at(-1)?.x).toBeCloseTo(100, 6);
    const [first] = ops;
    expect((first?.x ?? 0) + (first?.width ?? 0)).toBeCloseTo(100 + measureText('אבא גדול מאוד', SANS), 6);
  });

  test('of several lines keeps its direction on each of them', () => {
    const lines = wrapToWidth('אבא גדול 1976 1980 1984 1988 1992 1996', SANS, 90);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(isRightToLeft(line), line).toBe(true);
  });

  test('is cut to a width with an ellipsis', () => {
    const cut = fitText('Featherstonehaugh', SANS, 40);
    expect(cut).toMatch(/^Feath.*…$/);
    expect(measureText(cut, SANS)).toBeLessThanOrEqual(40);
    expect(fitText('Ng', SANS, 40)).toBe('Ng');
  });
});

describe('marks on joined letters', () => {
  const MARKS = Array.from({ length: 0x70 }, (_, i) => String.fromCodePoint(0x300 + i));

  test.each(FONTS)('never keep a printout from being made: %s', (font) => {
    for (const letters of ['fl', 'fi', 'ff', 'ffi', 'ffl']) {
      for (const mark of MARKS) {
        const name = `Ra${letters}${mark}e`;
        expect(measureText(name, { font, size: 10 }), name).toBeGreaterThan(0);
      }
    }
  });
});
