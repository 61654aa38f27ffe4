import { describe, expect, test } from 'vitest';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import type { Page } from '../../../src/printouts/pdf/page.ts';
import type { Block, Report, Table } from '../../../src/rules/report.ts';
import { layoutProblems, textsOf } from '../page-checks.ts';
import { sampleReport } from '../sample-report.ts';

function reportOf(...blocks: Block[]): Report {
  const report = sampleReport({ players: 4, turn: null, reader: null });
  return { ...report, sections: [{ id: 'only', title: 'Tables', newPage: true, shared: false, blocks }] };
}

/** A table of numbered rows; `filler` is the text of the second column. */
function numberedRows(count: number, filler: string, more: Partial<Table> = {}): Table {
  return {
    kind: 'table',
    caption: 'Rows',
    showCaption: false,
    columns: [
      { label: 'Number', align: 'left' },
      { label: 'Filler', align: 'left' },
    ],
    rows: Array.from({ length: count }, (_, i) => [`Row ${i + 1}`, filler]),
    ...more,
  };
}

function layOut(...blocks: Block[]): Page[] {
  return layOutReport(reportOf(...blocks), { paper: 'letter' }).pages;
}

/** The texts of each page that are or begin with that word. */
function textsWith(pages: Page[], word: string): string[][] {
  return pages.map((page) =>
    textsOf(page)
      .map(({ text }) => text)
      .filter((text) => text === word || text.startsWith(`${word} `)),
  );
}

/** Wide enough that no second copy of the table fits beside it. */
const ONE_LINE =
  'a text that fills more than half of a line of the page even in the smallest type, but not all of it';
/** Wrapped into several lines. */
const LONG = 'a long text that is wrapped into several lines because it does not fit '.repeat(4).trim();

describe('a table that breaks over pages', () => {
  test('repeats its header on each page and has each row once, in order', () => {
    const pages = layOut(numberedRows(60, LONG));
    const rows = textsWith(pages, 'Row');
    expect(rows.filter((found) => found.length > 0).length).toBeGreaterThan(1);
    expect(rows.flat()).toEqual(Array.from({ length: 60 }, (_, i) => `Row ${i + 1}`));
    const headers = textsWith(pages, 'Number').map((found) => found.length);
    expect(headers).toEqual(rows.map((found) => (found.length > 0 ? 1 : 0)));
    expect(layoutProblems(pages, 'letter')).toEqual([]);
  });

  test('has no row that continues on the next page', () => {
    const table = numberedRows(60, '');
    const rows = table.rows.map((_, i) => [`begin${i} ${LONG} end${i}`, '']);
    const pages = layOut({ ...table, rows });
    expect(pages.length).toBeGreaterThan(2);
    const words = pages.map((page) => textsOf(page).flatMap(({ text }) => text.split(' ')));
    for (const i of rows.keys()) {
      const page = words.findIndex((found) => found.includes(`begin${i}`));
      expect(words[page], `row ${i}`).toContain(`end${i}`);
    }
  });

  test('keeps its note on the page of its last row', () => {
    const pageCounts = new Set<number>();
    for (let count = 90; count < 116; count++) {
      const pages = layOut(numberedRows(count, ONE_LINE, { note: 'Note below the table.' }));
      pageCounts.add(pages.length);
      const withNote = textsWith(pages, 'Note').findIndex((found) => found.length > 0);
      expect(textsWith(pages, 'Row')[withNote], `${count} rows`).toContain(`Row ${count}`);
    }
    expect([...pageCounts]).toEqual([2, 3]);
  });

  test('stands side by side in several copies if it is long and narrow', () => {
    const pages = layOut(numberedRows(300, 'x'));
    const rows = textsWith(pages, 'Row');
    expect(rows.flat()).toEqual(Array.from({ length: 300 }, (_, i) => `Row ${i + 1}`));
    const headers = textsWith(pages, 'Number').map((found) => found.length);
    expect(Math.max(...headers)).toBe(4);
    expect(layoutProblems(pages, 'letter')).toEqual([]);
    expect(headers.map((count) => count > 0)).toEqual(rows.map((found) => found.length > 0));
  });
});

describe('a short table', () => {
  test('is not broken, wherever on the page it would begin', () => {
    const short: Table = {
      ...numberedRows(0, ''),
      rows: Array.from({ length: 5 }, (_, i) => [`Short ${i + 1}`, '']),
    };
    const pagesOfShort = new Set<number>();
    for (let above = 34; above < 50; above++) {
      const pages = layOut(numberedRows(above, ONE_LINE), short);
      const counts = textsWith(pages, 'Short').map((found) => found.length);
      expect(
        counts.filter((count) => count > 0),
        `below ${above} rows`,
      ).toEqual([5]);
      pagesOfShort.add(counts.indexOf(5));
    }
    expect(pagesOfShort.size).toBe(2);
  });
});
