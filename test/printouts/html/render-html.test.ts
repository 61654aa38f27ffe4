import { describe, expect, test } from 'vitest';
import { blockHtml, renderHtml } from '../../../src/printouts/html/render-html.ts';
import { markRolledBack } from '../../../src/printouts/mark-rolled-back.ts';
import type { MapComparison, Report } from '../../../src/rules/report.ts';
import { gameReport } from '../game-report.ts';
import { attributeOf, type Node, nodesIn, parseHtml, textIn } from '../parse-html.ts';
import { sampleMap, sampleReport } from '../sample-report.ts';

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

test('a table has gray cells beside bold ones, and is not folded if it should not be', () => {
  const cells = [
    { text: 'AB', quiet: true },
    { text: 'CD', strong: true },
  ];
  const columns = ['Miss', 'Hit'].map((label) => ({ label, align: 'left' as const }));
  const rows = Array.from({ length: 20 }, () => cells);
  const table = {
    kind: 'table',
    caption: 'Rolls',
    showCaption: false,
    columns,
    rows,
    unfolded: true,
  } as const;
  const section = { id: 'rolls', title: 'Rolls', newPage: false, shared: true };
  const report = { ...sampleReport({ players: 4, turn: 1 }), sections: [{ ...section, blocks: [table] }] };
  const nodes = nodesIn(parseHtml(renderHtml(report)));
  expect(nodes.filter(({ nodeName }) => nodeName === 'details')).toEqual([]);
  const marked = (name: string) => nodes.filter((node) => attributeOf(node, 'class') === name).map(textIn);
  expect(marked('quiet')).toEqual(rows.map(() => 'AB'));
  expect(marked('strong')).toEqual(rows.map(() => 'CD'));
});

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
      /^#(.*)$/.exec(attributeOf(node, 'href') ?? '')?.[1] ?? [],
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
    // Swatches and outlines are not figures.
    for (const svg of nodesIn(root, 'svg').filter((node) => attributeOf(node, 'aria-hidden') !== 'true')) {
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

  test('begins with the news and the map; then come the reader’s own figures, and the rest in order', () => {
    const report = sampleReport({ players: 6, turn: 4 });
    const news = { headline: 'Baker Takes Ohio', sentences: ['Ohio is hers.', 'Iowa is not.'] };
    const root = parseHtml(renderHtml({ ...report, news }));
    const headings = nodesIn(root, 'h2').map(textIn);
    expect(headings).toEqual([
      ...['Baker Takes Ohio', 'The map', 'Your campaign', 'The candidates', 'On the trail'],
      ...['Press releases', 'The states', 'The map', 'Turn sheet'],
    ]);
    const lead = nodesIn(root, 'div').find(
      (node) => attributeOf(node, 'data-turn-map') !== undefined,
    ) as Node;
    expect(nodesIn(lead, 'figure').map((node) => attributeOf(node, 'class'))).toEqual([
      'figure figure-map',
      'figure figure-bar',
    ]);
    const summary = nodesIn(root, 'div').find((node) => attributeOf(node, 'class') === 'printout-summary');
    expect(textIn(summary as Node)).toBe(report.summary.join(''));
  });

  test('a printout that was rolled back says so before anything else', () => {
    const report = markRolledBack(sampleReport({ players: 4, turn: 2 }), 'Mon, Jan 4, 2027, 6:00 PM EST');
    const [first] = nodesIn(parseHtml(renderHtml(report)), 'section');
    expect(textIn(first as Node)).toMatch(/^Rolled back Mon, Jan 4/);
  });

  test('has links to its sections, which all have their place, also those whose map was moved up', () => {
    const report = gameReport(6, 4);
    const root = parseHtml(renderHtml(report));
    const ids = nodesIn(root).flatMap((node) => attributeOf(node, 'id') ?? []);
    for (const { id } of report.sections) expect(ids).toContain(`printout-${id}`);
    const contents = nodesIn(root, 'ul').find((node) => attributeOf(node, 'class') === 'printout-contents');
    const targets = nodesIn(contents as Node, 'a').map((link) => attributeOf(link, 'href')?.slice(1));
    expect(targets.length).toBeGreaterThan(2);
    expect(ids).toEqual(expect.arrayContaining(targets));
  });

  test('folds a table from 12 rows on, and says how many it has', () => {
    const report = gameReport(6, 4);
    const summaries = nodesIn(parseHtml(renderHtml(report)), 'summary').map(textIn);
    expect(summaries).toContain('Popularity and leads in the states (51 rows)');
    const tables = report.sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'table'));
    const long = tables.filter(({ rows }) => rows.length >= 12);
    expect(summaries.filter((words) => / rows\)$/.test(words))).toHaveLength(long.length);
  });

  test('marks tables that a phone has no room for', () => {
    const root = parseHtml(renderHtml(sampleReport({ players: 12, turn: 4 })));
    const wide = nodesIn(root, 'table').filter((table) => attributeOf(table, 'class')?.endsWith('is-wide'));
    const captions = wide.map((table) => textIn(nodesIn(table, 'caption')[0] as Node));
    expect(captions).toContain('Popularity and leaders in every state');
    expect(captions).not.toContain('Campaigning: money spent and popularity gained');
  });

  test('draws maps to compare with one legend, and thick outlines around what has changed', () => {
    const before = sampleMap([0, 1, 2, 3]);
    const changed = { tone: 'R', strength: 5, label: 'ZZ', words: 'Republicans, solid (ZZ leads)' } as const;
    const maps: MapComparison = {
      kind: 'maps',
      caption: 'Before and after',
      items: [
        { heading: 'Before', states: before.states },
        { heading: 'After', states: { ...before.states, OH: changed, WY: { ...changed, tone: 'D' } } },
      ],
      legend: before.legend,
    };
    const root = parseHtml(blockHtml(maps, 'm'));
    const states = nodesIn(root, 'path').filter((node) => attributeOf(node, 'data-state') !== undefined);
    const thick = states.filter((node) => attributeOf(node, 'class')?.includes('map-emphasized'));
    expect(states).toHaveLength(102);
    expect(thick.map((node) => attributeOf(node, 'data-state'))).toEqual(['OH', 'WY']);
    expect(textIn(nodesIn(root, 'summary')[0] as Node)).toContain('2 states have changed');
    const legends = nodesIn(root, 'div').filter((node) => attributeOf(node, 'class') === 'map-legend');
    expect(legends).toHaveLength(1);
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
