import { describe, expect, test } from 'vitest';
import {
  fitText,
  measureText,
  type SizedFont,
  splitByFont,
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
    expect(splitByFont('a漢🎉', 'sans')).toEqual([
      { text: 'a', font: 'sans' },
      { text: '☐☐', font: 'serif' },
    ]);
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

  test('is cut to a width with an ellipsis', () => {
    const cut = fitText('Featherstonehaugh', SANS, 40);
    expect(cut).toMatch(/^Feath.*…$/);
    expect(measureText(cut, SANS)).toBeLessThanOrEqual(40);
    expect(fitText('Ng', SANS, 40)).toBe('Ng');
  });
});
