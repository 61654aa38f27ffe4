import { describe, expect, test } from 'vitest';
import { renderPdf } from '../../../src/printouts/pdf/render-pdf.ts';
import { renderText } from '../../../src/printouts/text/render-text.ts';
import { electoralBarrage } from '../../../src/rules/electoral-barrage/index.ts';
import type { Report } from '../../../src/rules/report.ts';
import { readPdf } from '../read-pdf.ts';

/* The paper sheet of a game whose sheet has a long list in order. */

const OTHERS = ['war-hero', 'movie-star', 'entrepreneur', 'blue-collar', 'ivy-leaguer', 'nerd', 'banker'];

/** The sheet of the first player alone, as a printout. */
function sheetOf({
  players,
  characters,
  ads,
}: {
  players: number;
  characters: string[];
  ads: number;
}): Report {
  const seats = Array.from({ length: players }, (_, i) => `A${String.fromCharCode(65 + i)}`);
  const others = OTHERS.filter((code) => !characters.includes(code));
  const setup = electoralBarrage.parseSetup({
    rounds: 9,
    players: seats.map((id, i) =>
      i === 0 ? { id, characters, ads, town: 2 } : { id, characters: [others[i - 1]] },
    ),
  });
  if (!setup.ok) throw new Error(JSON.stringify(setup.problems));
  const header = {
    ...{ number: 'EB-12', title: 'A game', gm: 'Olive', due: 'Fri, Dec 4, 2026, 8:00 PM GMT+1' },
    seats: seats.map((identifier) => ({
      ...{ identifier, name: `Player ${identifier}`, account: 10468, address: null, opponent: false },
    })),
    dice: { commitment: null, secret: null },
  };
  const history = { header, states: [electoralBarrage.begin(setup.value)] };
  const report = electoralBarrage.report(history, 'AA');
  return {
    ...report,
    sections: report.sections.filter(({ blocks }) => blocks.some(({ kind }) => kind === 'sheet')),
  };
}

describe('a paper sheet with a long list in order', () => {
  test.each([
    ['letter', 'with two cards', { players: 4, characters: ['banker', 'scientist'], ads: 0 }],
    ['letter', 'with attack ads against seven', { players: 8, characters: ['scientist'], ads: 3 }],
    ['a4', 'with attack ads against seven', { players: 8, characters: ['scientist'], ads: 3 }],
  ] as const)('fits on one page of %s, %s', async (paper, _which, { players, characters, ads }) => {
    const report = sheetOf({ players, characters: [...characters], ads });
    const options = { paper, finalOrders: true, sendTo: 'Mail it to 12 Main Street.' };
    const { pages } = await readPdf(await renderPdf(report, options));
    expect(pages).toHaveLength(2);
    const sheet = pages[1] ?? '';
    for (const words of ['18.', 'blank: 5', 'RECRUIT', 'Your ability', 'WY Wyoming', '12 Main Street']) {
      expect(sheet).toContain(words);
    }
    // Each code is listed once, although two lists take it.
    expect(sheet.split('WY Wyoming')).toHaveLength(2);
  });

  test('is a table in plain text, with the codes below it', () => {
    const text = renderText(sheetOf({ players: 4, characters: ['nerd'], ads: 0 }));
    expect(text).toContain('      Area     When  Before  After  Replace  Hold\n   1. _______  __ ');
    expect(text).toMatch(/\n {2}18\. _______ /);
    expect(text).toMatch(/\n {2}Area: RECRUIT TOWN ADS BALLOT AK AL /);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(78);
  });
});
