import { describe, expect, test } from 'vitest';
import { tableLines } from '../../src/printouts/text/table.ts';
import { columnsOf, hang, wrap } from '../../src/printouts/text/wrap.ts';
import { renderText } from '../../src/printouts/text.ts';
import { STATES } from '../../src/rules/country.ts';
import { pageHeader } from '../../src/rules/report.ts';
import { realReport } from './real.ts';
import { sampleReport } from './sample.ts';

const GAMES = [4, 6, 12].flatMap((players) => [1, 3, 4, 7].map((turn) => ({ players, turn })));

function widest(text: string): number {
  return Math.max(...text.split('\n').map((line) => Math.max(line.length, columnsOf(line))));
}

describe('a printout as plain text', () => {
  test.each(GAMES)(
    'of $players players on turn $turn has at most 78 columns and everything in order',
    (game) => {
      const report = realReport(game.players, game.turn);
      const text = renderText(report);
      expect(widest(text)).toBeLessThanOrEqual(78);
      expect(text.startsWith(`${pageHeader(report)}\n`)).toBe(true);
      let at = 0;
      for (const { title } of report.sections) {
        if (title === null) continue;
        const found = text.indexOf(`\n${title.toUpperCase()}\n`, at);
        expect(found, title).toBeGreaterThanOrEqual(at);
        at = found;
      }
      for (const state of STATES) expect(text).toContain(state.name);
      expect(text).not.toMatch(/[ \t]\n/);
    },
  );

  test('stays within 78 columns whatever the names and words are', () => {
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
    expect(widest(text)).toBeLessThanOrEqual(78);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
    expect(text).toContain('"a b c"');
  });

  test('lists the map by strength and leaves no state out', () => {
    const text = renderText(realReport(6, 4));
    const from = text.indexOf('THE COUNTRY');
    const map = text.slice(from, text.indexOf('Electoral votes:', from));
    for (const state of STATES) expect(map).toMatch(new RegExp(`\\b${state.code} \\(`));
  });

  test('draws the bar with the letters of the parties', () => {
    const text = renderText(sampleReport({ players: 4, turn: 2 }));
    const bar = text.split('\n').find((line) => line.startsWith('  [D')) ?? '';
    expect(bar).toMatch(/^ {2}\[D+R+\]$/);
    const democrats = bar.split('D').length - 1;
    expect(democrats).toBe(Math.round((281 / 538) * 74));
  });

  test('has a blank for everything on the sheet', () => {
    const text = renderText(sampleReport({ players: 4, turn: 3 }));
    for (const blank of ['Security code: ____', 'Trip 3: [__]', ' 9. State [__] Spend $ ____', '[_] yes']) {
      expect(text).toContain(blank);
    }
  });
});

describe('tables in plain text', () => {
  const column = (label: string, align: 'left' | 'right' = 'left') => ({ label, align });

  test('line up numbers at the right', () => {
    const lines = tableLines({
      kind: 'table',
      caption: 'Votes',
      showCaption: false,
      columns: [column('State'), column('Votes', 'right')],
      rows: [
        ['Iowa', '6'],
        ['California', '54'],
      ],
    });
    expect(lines).toEqual([
      'State       Votes',
      '----------  -----',
      'Iowa            6',
      'California     54',
    ]);
  });

  test('are split into groups of columns where they are too wide, the first column repeated', () => {
    const columns = [column('State'), ...Array.from({ length: 30 }, (_, i) => column(`C${i}`, 'right'))];
    const rows = [['Iowa', ...Array.from({ length: 30 }, (_, i) => String(1000 + i))]];
    const lines = tableLines({ kind: 'table', caption: '', showCaption: false, columns, rows });
    expect(lines.filter((line) => line.startsWith('Iowa')).length).toBeGreaterThan(1);
    for (let i = 0; i < 30; i++) expect(lines.join('\n')).toContain(String(1000 + i));
    expect(widest(lines.join('\n'))).toBeLessThanOrEqual(78);
  });

  test('wrap long cells within their column', () => {
    const long =
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';
    const lines = tableLines({
      kind: 'table',
      caption: '',
      showCaption: false,
      columns: [column('Id'), column('Words')],
      rows: [['AB', long]],
    });
    expect(widest(lines.join('\n'))).toBeLessThanOrEqual(78);
    expect(
      lines
        .slice(2)
        .map((line) => line.slice(4))
        .join(' '),
    ).toBe(long);
  });
});

describe('wrapping', () => {
  test('breaks at blanks, and long words anywhere', () => {
    expect(wrap('to be or not', 5)).toEqual(['to be', 'or', 'not']);
    expect(wrap('abcdefgh ij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrap('', 4)).toEqual(['']);
    expect(wrap('漢字漢字', 4)).toEqual(['漢字', '漢字']);
  });

  test('hangs later lines under the first', () => {
    expect(hang('- ', 'to be or not', 7)).toEqual(['- to be', '  or', '  not']);
  });
});
