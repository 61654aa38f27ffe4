import { describe, expect, test } from 'vitest';
import { MARGIN } from '../../src/printouts/pdf/page.ts';
import { layOutReport, layOutShared, renderPdf } from '../../src/printouts/pdf.ts';
import { pageHeader } from '../../src/rules/report.ts';
import { inHeadOrFoot, outside, overlaps, smallest, textsOf } from './pages.ts';
import { readPdf } from './read-pdf.ts';
import { realReport } from './real.ts';
import { sampleReport } from './sample.ts';

const PAPERS = ['letter', 'a4'] as const;
const GAMES = [4, 6, 12].flatMap((players) => [1, 3, 4, 7].map((turn) => ({ players, turn })));

describe.each(PAPERS)('a printout on %s paper', (paper) => {
  test.each(GAMES)(
    'of $players players on turn $turn keeps its texts apart and within the margins',
    (game) => {
      for (const reader of [0, null]) {
        const { pages } = layOutReport(realReport(game.players, game.turn, reader), { paper });
        expect(outside(pages, paper)).toEqual([]);
        expect(inHeadOrFoot(pages, paper)).toEqual([]);
        expect(overlaps(pages)).toEqual([]);
        expect(smallest(pages)).toBeGreaterThanOrEqual(6.5);
      }
    },
  );

  test.each(GAMES)('of $players players on turn $turn reads in order', async ({ players, turn }) => {
    const report = realReport(players, turn);
    const pdf = await readPdf(await renderPdf(report, { paper }));
    const laid = layOutReport(report, { paper });
    expect(pdf.pages).toHaveLength(laid.pages.length);
    const last = pdf.pages.length;
    for (const [i, page] of pdf.pages.entries()) {
      expect(page).toContain(pageHeader(report));
      expect(page).toContain(`Page ${i + 1} of ${last}`);
    }
    const whole = pdf.pages.join(' ');
    const titles = report.sections.flatMap(({ title }) => (title === null ? [] : [title]));
    let at = 0;
    for (const title of titles) {
      const found = whole.indexOf(title.toUpperCase(), at);
      expect(found, `${title} after character ${at}`).toBeGreaterThanOrEqual(at);
      at = found;
    }
    expect(pdf.outline).toEqual(titles);
  });

  test.each(GAMES)(
    'of $players players on turn $turn begins no page with a table’s note',
    ({ players, turn }) => {
      const report = realReport(players, turn);
      const notes = report.sections.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === 'table' && block.note !== undefined ? [block.note] : [])),
      );
      for (const page of layOutReport(report, { paper }).pages) {
        const body = textsOf(page).filter(({ y }) => y > MARGIN.top);
        const first = body.sort((a, b) => a.y - b.y)[0]?.text ?? '';
        expect(notes.filter((note) => note.startsWith(first))).toEqual([]);
      }
    },
  );

  test('has at most eight pages with six players, and the states on one', () => {
    const { pages } = layOutReport(realReport(6, 4), { paper });
    expect(pages.length).toBeLessThanOrEqual(8);
    const holding = (name: string) =>
      pages.findIndex((page) => textsOf(page).some(({ text }) => text === name));
    expect(holding('Alaska')).toBeGreaterThan(0);
    expect(holding('Wyoming')).toBe(holding('Alaska'));
  });

  test('has the orders of preference of six players side by side, on one page', () => {
    const { pages } = layOutReport(realReport(6, 1), { paper });
    expect(pages).toHaveLength(5);
    const [texts] = pages.map(textsOf).filter((page) => page.some(({ text }) => text === 'Alaska'));
    expect(texts?.filter(({ text }) => text === 'Code')).toHaveLength(2);
    expect(texts?.some(({ text }) => text === 'Wyoming')).toBe(true);
  });
});

describe('a printout as PDF', () => {
  test('is the same bytes for the same report', async () => {
    const report = realReport(6, 4);
    const first = await renderPdf(report, { paper: 'a4' });
    const second = await renderPdf(structuredClone(report), { paper: 'a4' });
    expect(second.equals(first)).toBe(true);
  });

  test('paints shared pages as if they had been laid out for the reader alone', async () => {
    for (const paper of PAPERS) {
      const shared = layOutShared(realReport(6, 4, 3), paper);
      expect(shared.chunks.size).toBeGreaterThan(0);
      for (const reader of [0, 1, 2, 3, 4, 5, null]) {
        const report = realReport(6, 4, reader);
        const alone = await renderPdf(report, { paper });
        expect((await renderPdf(report, { paper, shared })).equals(alone), `reader ${reader}`).toBe(true);
      }
    }
  });

  test('passes over shared pages of another turn or paper', async () => {
    const report = realReport(6, 4);
    const alone = await renderPdf(report, { paper: 'a4' });
    for (const shared of [layOutShared(realReport(6, 3), 'a4'), layOutShared(report, 'letter')]) {
      expect((await renderPdf(report, { paper: 'a4', shared })).equals(alone)).toBe(true);
    }
  });

  test('takes the shared pages from what was handed in, not from the report', async () => {
    const report = realReport(6, 4);
    const shared = layOutShared(report, 'a4');
    const [name] = [...shared.chunks.keys()];
    const marked = { ...shared, chunks: new Map([[name as string, { pages: [], nodes: [] }]]) };
    const { pages } = layOutReport(report, { paper: 'a4', shared: marked });
    expect(pages.length).toBeLessThan(layOutReport(report, { paper: 'a4' }).pages.length);
  });

  test('names itself and is tagged for those who listen', async () => {
    const report = realReport(6, 4);
    const bytes = await renderPdf(report, { paper: 'letter', created: new Date('2026-11-21T08:00:00Z') });
    const { info, roles, pages } = await readPdf(bytes);
    expect(info).toMatchObject({ PDFFormatVersion: '1.7', Language: 'en-US', Author: 'Whistlestop' });
    expect(info.Title).toBe('EY-12 T-4 [ZL] Zoë Łukasiewicz, #10468 — Election Year');
    expect(info.CreationDate).toContain('20261121080000');
    const all = new Set(roles.flat());
    for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure', 'Form'])
      expect(all).toContain(role);
    expect(pages[0]).toContain('Zoë Łukasiewicz');
  });

  test('leaves the security code blank and fills in the rest of the head of the sheet', async () => {
    const { pages } = await readPdf(await renderPdf(realReport(6, 4), { paper: 'letter' }));
    const sheet = pages.at(-1) ?? '';
    for (const word of ['EY-12', 'ZL', '#10468', 'Zoë Łukasiewicz', 'Security code'])
      expect(sheet).toContain(word);
  });

  test('says where the sheet goes', async () => {
    const sendTo = 'Post it to 12 Main Street.';
    const { pages } = await readPdf(await renderPdf(realReport(4, 1), { paper: 'a4', sendTo }));
    expect(pages.at(-1)).toContain(`until the turn is processed. ${sendTo}`);
  });

  test('has a box for the last word where that closes a turn, on the page of the sheet', async () => {
    const words = 'This is my last word';
    for (const paper of ['letter', 'a4'] as const) {
      const plain = await readPdf(await renderPdf(realReport(12, 4), { paper }));
      expect(plain.pages.join(' ')).not.toContain(words);
      const asked = await readPdf(await renderPdf(realReport(12, 4), { paper, finalOrders: true }));
      expect(asked.pages.at(-1)).toContain(words);
      expect(asked.pages).toHaveLength(plain.pages.length);
    }
  });

  test('prints every kind of block', async () => {
    const { pages } = await readPdf(await renderPdf(sampleReport({ players: 6, turn: 4 }), { paper: 'a4' }));
    const whole = pages.join(' ');
    for (const word of [
      'Campaign Funds',
      'Read my lips.',
      '270 to win',
      'Wyoming',
      'Days on the road',
      'Start',
    ]) {
      expect(whole).toContain(word);
    }
  });
});

describe('hostile texts in a PDF', () => {
  const long = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4);
  const names = [
    '<script>alert(1)</script>',
    'Smith & Sons "the" \'1st\'',
    '\u202eesrever\u202c \u200f\u0000\u0007bell',
    long,
    'Ω Омега 漢字 🎉 e\u0301',
    '\ud800 lone',
    ...Array.from(
      { length: 6 },
      (_, n) => `Bartholomew Featherstonehaugh-Cholmondeley the ${n + 1}th of Saffron Walden`,
    ),
  ];
  const report = sampleReport({ players: 12, turn: 3, names, press: names });

  test.each(PAPERS)('neither overlap nor leave the margins on %s', (paper) => {
    for (const reader of [0, 1, 2, 3, 4, 5]) {
      const one = sampleReport({ players: 12, turn: 3, names, press: names, reader });
      const { pages } = layOutReport(one, { paper });
      expect(outside(pages, paper)).toEqual([]);
      expect(inHeadOrFoot(pages, paper)).toEqual([]);
      expect(overlaps(pages)).toEqual([]);
    }
  });

  test('come out as they are, without controls, and with a box for what no font has', async () => {
    const { pages, info } = await readPdf(await renderPdf(report, { paper: 'a4' }));
    const whole = pages.join(' ');
    expect(whole).toContain('<script>alert(1)</script>');
    expect(whole).toContain('Smith & Sons');
    expect(whole).toContain('esrever bell');
    expect(whole.replace(/ /g, '')).toContain('ΩОмега☐☐☐é');
    expect(whole.replace(/ /g, '')).toContain(long);
    expect(info.Title).toContain('<script>');
  });

  test('cannot break the metadata', async () => {
    const bytes = (await renderPdf(report, { paper: 'a4' })).toString('latin1');
    const xmp = bytes.slice(bytes.indexOf('<?xpacket begin'), bytes.indexOf('<?xpacket end'));
    expect(xmp).toContain('&lt;script&gt;');
    expect(xmp).not.toContain('<script>');
  });
});
