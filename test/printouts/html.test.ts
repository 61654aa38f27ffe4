import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../src/printouts/html.ts';
import { mapSvg } from '../../src/printouts/map-svg.ts';
import type { Report } from '../../src/rules/report.ts';
import { realReport } from './real.ts';
import { sampleMap, sampleReport } from './sample.ts';

interface Node {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
}

/** The tree of a fragment as a browser reads it; a fault in the markup fails the test. */
function parsed(html: string): Node {
  const faults: string[] = [];
  const root = parseFragment(html, { onParseError: (fault) => faults.push(fault.code) });
  expect(faults).toEqual([]);
  return root as unknown as Node;
}

function all(node: Node, name?: string): Node[] {
  const below = (node.childNodes ?? []).flatMap((child) => all(child, name));
  return name === undefined || node.nodeName === name ? [node, ...below] : below;
}

function attr(node: Node, name: string): string | undefined {
  return node.attrs?.find((one) => one.name === name)?.value;
}

function words(node: Node): string {
  return node.nodeName === '#text' ? (node.value ?? '') : (node.childNodes ?? []).map(words).join('');
}

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='x",
  '\u202ekcab',
  '&lt;',
  '</table>',
];

function hostile(): Report {
  return sampleReport({ players: 6, turn: 3, names: HOSTILE, press: HOSTILE });
}

const REPORTS: [string, Report][] = [
  ...[4, 6, 12].flatMap((players) =>
    [1, 3, 4, 7].map((turn): [string, Report] => [
      `${players} players, turn ${turn}`,
      realReport(players, turn),
    ]),
  ),
  ['every kind of block', sampleReport({ players: 6, turn: 4 })],
  ['hostile texts', hostile()],
];

describe('a printout as HTML', () => {
  test.each(REPORTS)('%s: is well-formed, without scripts, styles or doubled ids', (_, report) => {
    const root = parsed(renderHtml(report));
    const nodes = all(root);
    const names = new Set(nodes.map((node) => node.nodeName));
    for (const name of ['script', 'style', 'img', 'iframe']) expect(names).not.toContain(name);
    const attributes = nodes.flatMap((node) => node.attrs ?? []).map(({ name }) => name);
    expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    const ids = nodes.flatMap((node) => attr(node, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const node of nodes) {
      const named = [attr(node, 'aria-labelledby'), attr(node, 'aria-describedby')].filter(
        (id) => id !== undefined,
      );
      for (const id of named) expect(ids).toContain(id);
      const fill = attr(node, 'fill');
      if (fill?.startsWith('url(#')) expect(ids).toContain(fill.slice(5, -1));
    }
  });

  test.each(REPORTS)(
    '%s: has a caption and scopes in every table, title and description in every figure',
    (_, report) => {
      const root = parsed(renderHtml(report));
      const tables = report.sections.flatMap((section) =>
        section.blocks.filter((block) => block.kind === 'table'),
      );
      const found = all(root, 'table');
      expect(found).toHaveLength(tables.length);
      for (const [i, table] of found.entries()) {
        expect(all(table, 'caption').map(words)).toEqual([tables[i]?.caption]);
        for (const head of all(table, 'th')) expect(['col', 'row']).toContain(attr(head, 'scope'));
        const widths = new Set(all(table, 'tr').map((row) => (row.childNodes ?? []).length));
        expect([...widths]).toEqual([tables[i]?.columns.length]);
      }
      for (const svg of all(root, 'svg')) {
        expect(attr(svg, 'role')).toBe('img');
        expect(all(svg, 'title').length).toBeGreaterThan(0);
        expect(words(all(svg, 'desc')[0] as Node)).not.toBe('');
      }
      expect(all(root, 'figure')).toHaveLength(all(root, 'figcaption').length);
    },
  );

  test('shows hostile texts as they are, less what turns the writing around', () => {
    const root = parsed(renderHtml(hostile()));
    const quotes = all(root, 'blockquote').map((node) => words(all(node, 'p')[0] as Node));
    expect(quotes).toEqual(HOSTILE.map((text) => text.replace('\u202e', '')));
  });

  test('has the sections in order under h2', () => {
    const report = realReport(6, 4);
    const titles = report.sections.flatMap(({ title }) => (title === null ? [] : [title]));
    expect(all(parsed(renderHtml(report)), 'h2').map(words)).toEqual(titles);
  });
});

describe('the map as SVG', () => {
  const map = sampleMap([0, 1, 2, 3]);

  test('has all 51 states with a title, hatched where Republicans lead', () => {
    const root = parsed(mapSvg(map));
    const states = all(root, 'path').filter((path) => attr(path, 'data-state') !== undefined);
    expect(states).toHaveLength(51);
    const california = states.find((path) => attr(path, 'data-state') === 'CA') as Node;
    expect(words(all(california, 'title')[0] as Node)).toBe(`California: ${map.states.CA?.words}`);
    const republican = Object.values(map.states).filter((mark) => mark.tone === 'R').length;
    expect(republican).toBeGreaterThan(0);
    expect(all(root, 'path').filter((path) => attr(path, 'class') === 'map-state map-hatched')).toHaveLength(
      republican,
    );
  });

  test('makes links of the states that have one, and keeps its ids apart from another map', () => {
    const links = (code: string) => (code === 'DC' ? null : `/pick?state=${code}&"x"`);
    const root = parsed(mapSvg(map, { links, id: 'a' }) + mapSvg(map, { id: 'b' }));
    const anchors = all(root, 'a');
    expect(anchors).toHaveLength(50);
    expect(attr(anchors[0] as Node, 'href')).toBe('/pick?state=AK&"x"');
    const ids = all(root).flatMap((node) => attr(node, 'id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('draws states without a mark white', () => {
    const root = parsed(mapSvg({ ...map, states: {} }));
    const fills = all(root, 'path')
      .filter((path) => attr(path, 'data-state'))
      .map((path) => attr(path, 'fill'));
    expect(new Set(fills)).toEqual(new Set(['#ffffff']));
  });

  test('is light enough for a page', () => {
    expect(mapSvg(map).length).toBeLessThan(100_000);
  });
});
