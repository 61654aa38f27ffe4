import { describe, expect, test } from 'vitest';
import { mapSvg, outlinesSvg } from '../../../src/printouts/svg/map-svg.ts';
import { attributeOf, type Node, nodesIn, parseHtml, textIn } from '../parse-html.ts';
import { sampleMap } from '../sample-report.ts';

describe('the map as SVG', () => {
  const map = sampleMap([0, 1, 2, 3]);

  test('has all 51 states with a title, and hatches those of the Republicans', () => {
    const paths = nodesIn(parseHtml(mapSvg(map)), 'path');
    const states = paths.filter((path) => attributeOf(path, 'data-state') !== undefined);
    expect(states).toHaveLength(51);
    const california = states.find((path) => attributeOf(path, 'data-state') === 'CA') as Node;
    expect(textIn(nodesIn(california, 'title')[0] as Node)).toBe(`California: ${map.states.CA?.words}`);
    const hatched = states.filter((path) => attributeOf(path, 'class') === 'map-state map-hatched');
    const republican = Object.entries(map.states).filter(([, mark]) => mark.tone === 'R');
    expect(hatched.map((path) => attributeOf(path, 'data-state')).sort()).toEqual(
      republican.map(([code]) => code).sort(),
    );
  });

  test('makes links of the states that have one', () => {
    const links = (code: string) => (code === 'DC' ? null : `/pick?state=${code}&"x"`);
    const anchors = nodesIn(parseHtml(mapSvg(map, { links })), 'a');
    expect(anchors).toHaveLength(50);
    expect(attributeOf(anchors[0] as Node, 'href')).toBe('/pick?state=AK&"x"');
  });

  test('carries the figures of a state, a line each, and no legend if it is not wanted', () => {
    const figures = ['AB 420 & more', 'CD 300'];
    const ohio = { tone: 'D' as const, strength: 3 as const, words: 'Democrats', figures };
    const states = nodesIn(parseHtml(mapSvg({ ...map, states: { OH: ohio } }, { legend: false })));
    const path = states.find((node) => attributeOf(node, 'data-state') === 'OH') as Node;
    expect(attributeOf(path, 'data-figures')).toBe('AB 420 & more\nCD 300');
    const legend = states.find((node) => attributeOf(node, 'class') === 'map-legend') as Node;
    expect(textIn(legend)).toBe('');
  });

  test('is wide enough for the tokens of two tied players beside New Jersey, in whole and in smaller type', () => {
    const tied = { tone: 'orange', hatch: 'blue', strength: 2, words: 'tied', label: 'WWW=MMM' } as const;
    const svg = mapSvg({ ...map, states: { NJ: tied, PA: tied } });
    const [width = 0] = (/viewBox="0 0 (\d+)/.exec(svg) ?? []).slice(1).map(Number);
    expect(width).toBeGreaterThan(720);
    expect(mapSvg({ ...map, states: {} })).toContain('viewBox="0 0 720 ');
    const texts = nodesIn(parseHtml(svg), 'text').map(textIn);
    expect(texts.filter((text) => text === 'WWW=MMM')).toHaveLength(2);
    expect(texts.filter((text) => text.includes('…'))).toEqual([]);
  });

  test('can refer to outlines that several maps of a page share', () => {
    const own = mapSvg(map);
    const shared = mapSvg(map, { outlines: 'o' });
    expect(shared.length).toBeLessThan(own.length / 1.5);
    const root = parseHtml(outlinesSvg('o') + shared);
    const ids = nodesIn(root).flatMap((node) => attributeOf(node, 'id') ?? []);
    const uses = nodesIn(root, 'use');
    expect(uses).toHaveLength(51);
    for (const use of uses) expect(ids).toContain(attributeOf(use, 'href')?.slice(1));
  });

  test('shares no id with another map on the page', () => {
    const nodes = nodesIn(parseHtml(mapSvg(map, { id: 'a' }) + mapSvg(map, { id: 'b' })));
    const ids = nodes.flatMap((node) => attributeOf(node, 'id') ?? []);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('draws states without a mark in white', () => {
    const paths = nodesIn(parseHtml(mapSvg({ ...map, states: {} })), 'path');
    const states = paths.filter((path) => attributeOf(path, 'data-state') !== undefined);
    expect(new Set(states.map((path) => attributeOf(path, 'fill')))).toEqual(new Set(['#ffffff']));
  });

  test('is shorter than 100,000 characters', () => {
    expect(mapSvg(map).length).toBeLessThan(100_000);
  });
});
