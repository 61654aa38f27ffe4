import { describe, expect, test } from 'vitest';
import { renderMailReport } from '../../../src/printouts/mail/render-mail.ts';
import { TILE_ROWS } from '../../../src/printouts/mail/tile-grid.ts';
import { STATE_CODES, STATES } from '../../../src/rules/country.ts';
import type { Report } from '../../../src/rules/report.ts';
import { gameReport } from '../game-report.ts';
import { attributeOf, type Node, nodesIn, parseHtml, textIn } from '../parse-html.ts';
import { sampleReport } from '../sample-report.ts';

const ROOM = 84_000;
const htmlOf = (report: Report, room = ROOM) => {
  const { opening, sections } = renderMailReport(report, room);
  return parseHtml(opening + sections);
};

test('the tile grid has every state once', () => {
  expect(
    TILE_ROWS.flat()
      .filter((code) => code !== null)
      .sort(),
  ).toEqual(STATE_CODES);
  expect(new Set(TILE_ROWS.map((row) => row.length))).toEqual(new Set([11]));
});

describe('a printout in a mail', () => {
  test('opens with the news and a map on which each state names its leader and party', () => {
    const news = { headline: 'Baker Takes Ohio', sentences: ['Ohio is hers.'] };
    const report = { ...gameReport(6, 4), news };
    const { opening } = renderMailReport(report, ROOM);
    const root = parseHtml(opening);
    expect(textIn(nodesIn(root, 'h2')[0] as Node)).toBe('Baker Takes Ohio');
    const map = report.sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'map'))[0];
    const tiles = nodesIn(root, 'td').filter((cell) => attributeOf(cell, 'title') !== undefined);
    expect(tiles).toHaveLength(51);
    const ohio = tiles.find((cell) => textIn(cell).startsWith('OH')) as Node;
    expect(textIn(ohio)).toBe(`OH${map?.states.OH?.label} ${map?.states.OH?.tone}`);
    expect(attributeOf(ohio, 'bgcolor')).toMatch(/^#/);
  });

  test('has every table of the printout, the long ones last, and not the blank sheet', () => {
    const report = gameReport(6, 4);
    const text = textIn(htmlOf(report));
    for (const { name } of STATES) expect(text).toContain(name);
    expect(text.indexOf('Alabama', text.indexOf('The states'))).toBeGreaterThan(
      text.lastIndexOf('Press releases'),
    );
    expect(text).not.toContain('Turn sheet for turn 4');
    expect(renderMailReport(report, ROOM).omitted).toEqual([]);
  });

  test.each([4, 12])(
    'of %i players fits into a mail that is not cut off; what does not is named',
    (players) => {
      for (const turn of [1, 2, 4, 7]) {
        const { opening, sections } = renderMailReport(gameReport(players, turn), ROOM);
        expect(Buffer.byteLength(opening + sections)).toBeLessThanOrEqual(ROOM);
      }
      const report = gameReport(players, 3);
      const all = renderMailReport(report, ROOM);
      const room = Buffer.byteLength(all.opening + all.sections) - 1;
      const cut = renderMailReport(report, room);
      expect(Buffer.byteLength(cut.opening + cut.sections)).toBeLessThanOrEqual(room);
      expect(cut.omitted).toHaveLength(all.omitted.length + 1);
    },
  );

  test('splits a table that is too wide, and repeats its first column', () => {
    const report = sampleReport({ players: 12, turn: 4 });
    const states = nodesIn(htmlOf(report), 'th').filter((cell) => textIn(cell) === 'State');
    expect(states.length).toBeGreaterThan(2);
  });

  test('shows hostile texts as they are', () => {
    const hostile = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '</table>',
      "' onload='x",
    ];
    const root = htmlOf(sampleReport({ players: 6, turn: 3, names: hostile, press: hostile }));
    const names = new Set(nodesIn(root).map((node) => node.nodeName));
    for (const name of ['script', 'img', 'a', 'svg']) expect(names).not.toContain(name);
    for (const text of hostile) expect(textIn(root)).toContain(text);
  });
});
