import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { tableLines } from '../../../src/printouts/text/table.ts';
import type { Column, Table } from '../../../src/rules/report.ts';

function column(label: string, align: 'left' | 'right' = 'left'): Column {
  return { label, align };
}

function tableOf(columns: Column[], rows: string[][], more: Partial<Table> = {}): Table {
  return { kind: 'table', caption: '', showCaption: false, columns, rows, ...more };
}

function longest(lines: string[]): number {
  return Math.max(...lines.map((line) => stringWidth(line)));
}

describe('a table in plain text', () => {
  test('aligns numbers on the right', () => {
    const columns = [column('State'), column('Votes', 'right')];
    const rows = [
      ['Iowa', '6'],
      ['California', '54'],
    ];
    expect(tableLines(tableOf(columns, rows))).toEqual([
      'State       Votes',
      '----------  -----',
      'Iowa            6',
      'California     54',
    ]);
  });

  test('aligns wide characters by the columns they take', () => {
    const lines = tableLines(
      tableOf(
        [column('Name'), column('Id')],
        [
          ['漢字', 'AB'],
          ['Baker', 'CD'],
        ],
      ),
    );
    expect(lines.slice(2)).toEqual(['漢字   AB', 'Baker  CD']);
  });

  test('has its caption above and its note below', () => {
    const lines = tableLines(
      tableOf([column('Id')], [['AB']], { caption: 'Votes', showCaption: true, note: 'All of them.' }),
    );
    expect(lines).toEqual(['Votes', '', 'Id', '--', 'AB', '', 'All of them.']);
  });

  test('is split if it is too wide, and repeats the first column', () => {
    const columns = [column('State'), ...Array.from({ length: 30 }, (_, i) => column(`C${i}`, 'right'))];
    const rows = [['Iowa', ...Array.from({ length: 30 }, (_, i) => String(1000 + i))]];
    const lines = tableLines(tableOf(columns, rows));
    expect(lines.filter((line) => line.startsWith('Iowa')).length).toBeGreaterThan(1);
    for (let i = 0; i < 30; i++) expect(lines.join('\n')).toContain(String(1000 + i));
    expect(longest(lines)).toBeLessThanOrEqual(78);
  });

  test('that is too wide lists columns that may be folded in one, without blanks', () => {
    const player = (label: string): Column => ({
      ...column(label, 'right'),
      tone: 'D',
      fold: 'Popularity',
    });
    const columns = [column('State'), ...['AB', 'CD', 'EF'].map(player), column('Leader')];
    const rows = [['Iowa', '↑1,020', '', '7', 'AB']];
    const folded = [
      'State  Leader  Popularity',
      '-----  ------  ---------------',
      'Iowa   AB      AB ↑1,020, EF 7',
    ];
    expect(tableLines(tableOf(columns, rows), 30)).toEqual(folded);
    expect(tableLines(tableOf(columns, rows))[0]).toContain('AB (D)');
  });

  test('sets strong cells between asterisks if the note explains them, and says so', () => {
    const rows = [[{ text: 'Ohio', strong: true }], ['Iowa']];
    const lines = (note: string) => tableLines({ ...tableOf([column('State')], []), rows, note }).slice(2);
    expect(lines('Bold: it changed sides.')).toEqual([
      '*Ohio*',
      'Iowa',
      '',
      'Between asterisks: it changed sides.',
    ]);
    expect(lines('All of them.')).toEqual(['Ohio', 'Iowa', '', 'All of them.']);
  });

  test('wraps long cells within their column', () => {
    const long =
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';
    const lines = tableLines(tableOf([column('Id'), column('Words')], [['AB', long]]));
    expect(longest(lines)).toBeLessThanOrEqual(78);
    const words = lines.slice(2).map((line) => line.slice(4));
    expect(words.join(' ')).toBe(long);
  });
});
