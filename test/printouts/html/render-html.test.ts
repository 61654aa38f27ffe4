import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/printouts/html/render-html.ts';
import type { Report } from '../../../src/rules/report.ts';
import { gameReport } from '../game-report.ts';
import { attributeOf, type Node, nodesIn, parseHtml, textIn } from '../parse-html.ts';
import { sampleReport } from '../sample-report.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='x",
  '\u202ekcab',
  '&lt;',
  '</table>',
];

const hostileReport = sampleReport({ players: 6, turn: 3, names: HOSTILE, press: HOSTILE });

const REPORTS: [string, Report][] = [
  ...[4, 6, 12].flatMap((players) =>
    [1, 3, 4, 7].map((turn): [string, Report] => [
      `of ${players} players on turn ${turn}`,
      gameReport(players, turn),
    ]),
  ),
  ['with every kind of block', sampleReport({ players: 6, turn: 4 })],
  ['with hostile texts', hostileReport],
];

describe('a printout as HTML', () => {
  test.each(REPORTS)('%s has no scripts, no styles and no repeated ids', (_, report) => {
    const nodes = nodesIn(parseHtml(renderHtml(report)));
    const names = new Set(nodes.map((node) => node.nodeName));
    for (const name of ['script', 'style', 'img', 'iframe']) expect(names).not.toContain(name);
    const attributes = nodes.flatMap((node) => node.attrs ?? []).map(({ name }) => name);
    expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    const ids = nodes.flatMap((node) => attributeOf(node, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(REPORTS)('%s refers only to ids that exist', (_, report) => {
    const nodes = nodesIn(parseHtml(renderHtml(report)));
    const ids = nodes.flatMap((node) => attributeOf(node, 'id') ?? []);
    const referenced = nodes.flatMap((node) => [
      attributeOf(node, 'aria-labelledby') ?? [],
      attributeOf(node, 'aria-describedby') ?? [],
      /^url\(#(.*)\)$/.exec(attributeOf(node, 'fill') ?? '')?.[1] ?? [],
    ]);
    expect(referenced.length).toBeGreaterThan(0);
    expect(ids).toEqual(expect.arrayContaining(referenced.flat()));
  });

  test.each(REPORTS)('%s has a caption and scopes in every table', (_, report) => {
    const expected = report.sections.flatMap((section) =>
      section.blocks.filter((block) => block.kind === 'table'),
    );
    const tables = nodesIn(parseHtml(renderHtml(report)), 'table');
    expect(tables).toHaveLength(expected.length);
    for (const [i, table] of tables.entries()) {
      expect(nodesIn(table, 'caption').map(textIn)).toEqual([expected[i]?.caption]);
      for (const header of nodesIn(table, 'th'))
        expect(['col', 'row']).toContain(attributeOf(header, 'scope'));
      const widths = new Set(nodesIn(table, 'tr').map((row) => (row.childNodes ?? []).length));
      expect([...widths]).toEqual([expected[i]?.columns.length]);
    }
  });

  test.each(REPORTS)('%s has a title, a description and a caption for every figure', (_, report) => {
    const root = parseHtml(renderHtml(report));
    for (const svg of nodesIn(root, 'svg')) {
      expect(attributeOf(svg, 'role')).toBe('img');
      expect(nodesIn(svg, 'title').length).toBeGreaterThan(0);
      expect(textIn(nodesIn(svg, 'desc')[0] as Node)).not.toBe('');
    }
    expect(nodesIn(root, 'figure')).toHaveLength(nodesIn(root, 'figcaption').length);
  });

  test('shows hostile texts as they are, without marks that change the text direction', () => {
    const quotes = nodesIn(parseHtml(renderHtml(hostileReport)), 'blockquote');
    const texts = quotes.map((quote) => textIn(nodesIn(quote, 'p')[0] as Node));
    expect(texts).toEqual(HOSTILE.map((text) => text.replace('\u202e', '')));
  });

  test('has an h2 for the news and for the title of each section, in order', () => {
    const report = gameReport(6, 4);
    const titles = report.sections.flatMap(({ title }) => (title === null ? [] : [title]));
    const expected = [report.news?.headline, ...titles];
    expect(nodesIn(parseHtml(renderHtml(report)), 'h2').map(textIn)).toEqual(expected);
  });

  test('begins its ids with the prefix, so that a page can have several printouts', () => {
    const report = sampleReport({ players: 4, turn: 2 });
    const nodes = nodesIn(parseHtml(renderHtml(report, 'a') + renderHtml(report, 'b')));
    const ids = nodes.flatMap((node) => attributeOf(node, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('says what can be written on the sheet', () => {
    const root = parseHtml(renderHtml(sampleReport({ players: 4, turn: 3 })));
    const sheet = nodesIn(root, 'div').find((node) => attributeOf(node, 'class') === 'blank-sheet') as Node;
    const fields = nodesIn(sheet, 'li').map(textIn);
    expect(fields).toEqual(
      expect.arrayContaining([
        'Running mate: CD Carlos Díaz; EF Edda Fjørd.',
        'Trips: up to 3.',
        'Campaign: up to 9 rows of State and Spend.',
        'One line: up to 75 characters.',
        'Base.',
      ]),
    );
  });

  test('escapes what a report from elsewhere names as a party', () => {
    const tone = '"></footer><form action=//evil.example>' as unknown as 'DEM';
    const report = sampleReport({ players: 4, turn: 1 });
    const items = [{ by: 'Ann', tone, text: 'Hello' }];
    const section = { id: 'press', title: 'Press', blocks: [{ kind: 'quotes' as const, items }] };
    const html = renderHtml({ ...report, sections: [section as unknown as Report['sections'][number]] });
    expect(html).toContain('Hello');
    expect(nodesIn(parseHtml(html), 'form')).toEqual([]);
  });
});
