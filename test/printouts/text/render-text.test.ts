import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { blockLines, renderText } from '../../../src/printouts/text/render-text.ts';
import { STATES } from '../../../src/rules/country.ts';
import { type MapComparison, pageHeader } from '../../../src/rules/report.ts';
import { gameReport } from '../game-report.ts';
import { sampleReport } from '../sample-report.ts';

const GAMES = [4, 6, 12].flatMap((players) => [1, 3, 4, 7].map((turn) => ({ players, turn })));

/** The longest line, in columns and in characters. */
function longest(text: string): number {
  return Math.max(...text.split('\n').map((line) => Math.max(line.length, stringWidth(line))));
}

describe('a printout as plain text', () => {
  test.each(GAMES)(
    'of $players players on turn $turn has at most 78 columns, and its sections are in order',
    ({ players, turn }) => {
      const report = gameReport(players, turn);
      const text = renderText(report);
      expect(longest(text)).toBeLessThanOrEqual(78);
      expect(text.startsWith(`${pageHeader(report)}\n`)).toBe(true);
      let at = 0;
      for (const { title } of report.sections) {
        if (title === null) continue;
        const found = text.indexOf(`\n${title.toUpperCase()}\n`, at);
        expect(found, title).toBeGreaterThanOrEqual(at);
        at = found;
      }
      // A long name may be wrapped in its cell.
      for (const word of STATES.flatMap(({ name }) => name.split(' '))) expect(text).toContain(word);
      expect(text).not.toMatch(/[ \t]\n/);
    },
  );

  test.each([6, 12])('has every state of %d players in one line or list, in one table', (players) => {
    const text = renderText(gameReport(players, 5));
    const table = text.slice(text.indexOf('\nTHE STATES\n'), text.indexOf('\nTHE COUNTRY\n'));
    for (const { name } of STATES.filter((state) => !state.name.includes(' '))) {
      expect(
        table.split('\n').filter((line) => line.startsWith(`${name} `)),
        name,
      ).toHaveLength(1);
    }
  });

  test('has at most 78 columns with any names and texts', () => {
    const names = [
      'x'.repeat(300),
      '漢字'.repeat(60),
      '🎉'.repeat(60),
      '\u202eback\u0000',
      'a\nb\tc',
      'e\u0301'.repeat(90),
    ];
    const report = sampleReport({ players: 12, turn: 3, names, press: names });
    report.title = names[0] as string;
    report.sections[0]?.blocks.push({
      kind: 'facts',
      items: names.map((name) => ({ label: name, value: name })),
    });
    const text = renderText(report);
    expect(longest(text)).toBeLessThanOrEqual(78);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the text must not contain them.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
    expect(text).toContain('"a b c"');
  });

  test('lists every state of the map with the label of its mark', () => {
    const text = renderText(gameReport(6, 4));
    const start = text.indexOf('THE COUNTRY');
    expect(start).toBeGreaterThan(0);
    const map = text.slice(start, text.indexOf('Electoral votes:', start));
    for (const state of STATES) expect(map).toMatch(new RegExp(`\\b${state.code} \\(`));
  });

  test('of maps to compare says what changed, and what it was before', () => {
    const mark = (tone: 'D' | 'R', label: string, strength: 3 | 5 = 5) => ({
      ...{ tone, strength, label },
      words: `${tone}, ${label}`,
    });
    const before = { OH: mark('D', 'AB'), IA: mark('R', 'CD'), NY: mark('D', 'AB'), ME: mark('D', 'AB') };
    const after = { OH: mark('R', 'CD'), IA: mark('R', 'EF'), NY: mark('D', 'AB', 3), ME: mark('D', 'AB') };
    const maps: MapComparison = {
      kind: 'maps',
      caption: 'Before and after the turn',
      items: [
        { heading: 'Before turn 3', states: before },
        { heading: 'After turn 3', states: after },
      ],
      legend: [
        { tone: 'D', strength: 3, text: 'Democrats, narrow' },
        { tone: 'R', strength: 5, text: 'Republicans, solid' },
      ],
    };
    expect(blockLines(maps)).toEqual([
      'Before and after the turn',
      '',
      'After turn 3 (only what changed)',
      '  Democrats, narrow: NY (AB, was stronger)',
      '  Republicans, solid: IA (EF, was CD), OH (CD, was D)',
    ]);
    const [start, end] = maps.items as [MapComparison['items'][number], MapComparison['items'][number]];
    const story = blockLines({ ...maps, items: [start, start, end] });
    expect(story).toContain('  Republicans, solid: IA (CD)');
    expect(story).toContain('Before turn 3 (no changes)');
  });

  test('draws a bar with the letters of the parties in proportion', () => {
    const text = renderText(sampleReport({ players: 4, turn: 2 }));
    const bar = text.split('\n').find((line) => line.startsWith('  [D')) ?? '';
    const democrats = Math.round((281 / 538) * 74);
    expect(bar).toBe(`  [${'D'.repeat(democrats)}${'R'.repeat(74 - democrats)}]`);
    expect(text).toContain('\n  Democrats 281, Republicans 257\n');
  });

  test('aligns facts with dots, and sets the value of a long label below it', () => {
    const report = sampleReport({ players: 4, turn: null, reader: null });
    const long = 'A label that is much longer than all the others';
    report.sections = [
      {
        id: 'facts',
        title: null,
        newPage: false,
        shared: false,
        blocks: [
          {
            kind: 'facts',
            items: [
              { label: 'Cash', value: '$5' },
              { label: 'Home state', value: 'Iowa' },
              { label: long, value: 'yes' },
            ],
          },
        ],
      },
    ];
    expect(renderText(report)).toMatch(
      new RegExp(`\nCash \\.+ \\$5\nHome state \\.+ Iowa\n${long}\n  yes\n$`),
    );
  });

  test('has a blank for each thing to write on the sheet', () => {
    const text = renderText(sampleReport({ players: 4, turn: 3 }));
    for (const blank of ['Signature: ____', 'Trip 3: [__]', ' 9. State [__] Spend $ ____', '[_] yes']) {
      expect(text).toContain(blank);
    }
  });
});
