import { describe, expect, test } from 'vitest';
import { layOutReport, newSharedPages } from '../../../src/printouts/pdf/lay-out-report.ts';
import { renderPdf } from '../../../src/printouts/pdf/render-pdf.ts';
import { pageHeader } from '../../../src/rules/report.ts';
import { gameReport } from '../game-report.ts';
import { layoutProblems } from '../page-checks.ts';
import { readPdf } from '../read-pdf.ts';
import { sampleReport } from '../sample-report.ts';

const PAPERS = ['letter', 'a4'] as const;
const GAMES = [4, 6, 12].flatMap((players) => [1, 3, 4, 7].map((turn) => ({ players, turn })));

describe.each(PAPERS)('a printout as PDF on %s paper', (paper) => {
  test.each(GAMES)('of $players players on turn $turn reads in order', async ({ players, turn }) => {
    const report = gameReport(players, turn);
    const pdf = await readPdf(await renderPdf(report, { paper }));
    expect(pdf.pages).toHaveLength(layOutReport(report, { paper }).pages.length);
    if (report.due !== null) expect(pdf.pages[0]).toContain(`Due ${report.due}`);
    for (const [i, page] of pdf.pages.entries()) {
      expect(page).toContain(pageHeader(report));
      expect(page).toContain(`Page ${i + 1} of ${pdf.pages.length}`);
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
});

describe('a printout as PDF', () => {
  test('has the same bytes for the same report', async () => {
    const report = gameReport(6, 4);
    const first = await renderPdf(report, { paper: 'a4' });
    const second = await renderPdf(structuredClone(report), { paper: 'a4' });
    expect(second.equals(first)).toBe(true);
  });

  test('has metadata and is tagged for screen readers', async () => {
    const report = gameReport(6, 4);
    const bytes = await renderPdf(report, { paper: 'letter', created: new Date('2026-11-21T08:00:00Z') });
    const { info, roles, pages } = await readPdf(bytes);
    expect(info).toMatchObject({ PDFFormatVersion: '1.7', Language: 'en-US', Author: 'Whistlestop' });
    expect(info.Title).toBe('EY-12 T-4 [ZL] Zoë Łukasiewicz, #10468 — Election Year');
    expect(info.CreationDate).toContain('20261121080000');
    const found = new Set(roles.flat());
    for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure', 'Form']) {
      expect(found).toContain(role);
    }
    expect(pages[0]).toContain('Zoë Łukasiewicz');
  });

  test('contains every kind of block', async () => {
    const { pages } = await readPdf(await renderPdf(sampleReport({ players: 6, turn: 4 }), { paper: 'a4' }));
    const whole = pages.join(' ');
    for (const words of [
      'Campaign funds',
      'Read my lips.',
      '270 to win',
      'Wyoming',
      'Days on the road',
      'Start',
    ]) {
      expect(whole).toContain(words);
    }
  });
});

describe('the blank sheet in a PDF', () => {
  test('has no security code, and the rest of its header is filled in', async () => {
    const { pages } = await readPdf(await renderPdf(gameReport(6, 4), { paper: 'letter' }));
    const sheet = pages.at(-1) ?? '';
    for (const words of ['EY-12', 'ZL', '#10468', 'Zoë Łukasiewicz']) {
      expect(sheet).toContain(words);
    }
    expect(sheet).not.toMatch(/security code/i);
  });

  test('says when it is due and where to send it', async () => {
    const sendTo = 'Mail it to 12 Main Street.';
    const sent = await readPdf(await renderPdf(gameReport(4, 1), { paper: 'a4', sendTo }));
    expect(sent.pages.at(-1)).toContain(`until the turn is processed. ${sendTo}`);
    expect(sent.pages.at(-1)).toContain('Due Mon, Dec 7, 2026, 8:00 PM GMT+1.');
    const plain = await readPdf(await renderPdf(gameReport(4, 1), { paper: 'a4' }));
    expect(plain.pages.at(-1)).toContain('Give it to your GM');
  });

  test.each(PAPERS)(
    'has a box for final orders only if asked, and on %s no more pages for it',
    async (paper) => {
      const words = 'My orders are final.';
      const plain = await readPdf(await renderPdf(gameReport(12, 4), { paper }));
      expect(plain.pages.join(' ')).not.toContain(words);
      const asked = await readPdf(await renderPdf(gameReport(12, 4), { paper, finalOrders: true }));
      expect(asked.pages.at(-1)).toContain(words);
      expect(asked.pages).toHaveLength(plain.pages.length);
    },
  );
});

describe('shared pages', () => {
  test.each(PAPERS)('give the same bytes on %s as pages that are laid out for one reader', async (paper) => {
    const shared = newSharedPages(gameReport(6, 4), paper);
    for (const reader of [3, 0, 1, 2, 3, 4, 5, null]) {
      const report = gameReport(6, 4, reader);
      const alone = await renderPdf(report, { paper });
      expect((await renderPdf(report, { paper, shared })).equals(alone), `reader ${reader}`).toBe(true);
    }
  });

  test('are laid out once for all players if they begin at the same height', () => {
    const shared = newSharedPages(gameReport(6, 4), 'a4');
    let separate = 0;
    for (const reader of [0, 1, 2, 3, 4, 5]) {
      const report = gameReport(6, 4, reader);
      layOutReport(report, { paper: 'a4', shared });
      const own = newSharedPages(report, 'a4');
      layOutReport(report, { paper: 'a4', shared: own });
      separate += own.runs.size;
    }
    expect(shared.runs.size).toBeGreaterThan(0);
    expect(shared.runs.size).toBeLessThan(separate);
  });

  test('are not changed by a reader’s own sections after them', () => {
    const shared = newSharedPages(gameReport(6, 4), 'a4');
    layOutReport(gameReport(6, 4), { paper: 'a4', shared });
    const before = structuredClone([...shared.runs]);
    layOutReport(gameReport(6, 4), { paper: 'a4', shared });
    expect([...shared.runs]).toEqual(before);
  });

  test('of another turn or paper are ignored', async () => {
    const report = gameReport(6, 4);
    const alone = await renderPdf(report, { paper: 'a4' });
    const others = [newSharedPages(gameReport(6, 3), 'a4'), newSharedPages(report, 'letter')];
    for (const shared of others) {
      expect((await renderPdf(report, { paper: 'a4', shared })).equals(alone)).toBe(true);
      expect(shared.runs.size).toBe(0);
    }
  });

  test('are used as they are given', () => {
    const report = gameReport(6, 4);
    const shared = newSharedPages(report, 'a4');
    const size = () => {
      const { pages } = layOutReport(report, { paper: 'a4', shared });
      return pages.reduce((sum, { content }) => sum + content.length, 0);
    };
    const before = size();
    for (const [key, run] of shared.runs) shared.runs.set(key, { ...run, pages: [], nodes: [] });
    expect(size()).toBeLessThan(before / 2);
  });
});

describe('other scripts in a PDF', () => {
  const names = ['דוד בן־גוריון', 'محمد بن سلمان', '김대중', '蔡英文', 'さくら 東京', 'ประยุทธ์'];
  const press = [
    'שלום לכולם, New York!',
    'السلام عليكم (كلكم) 1976.',
    '안녕하세요 🎉',
    '为人民服务。',
    'こんにちは「世界」',
    '👨\u200d👩\u200d👧 जय हिन्द',
  ];
  const report = sampleReport({ players: 6, turn: 3, names, press });

  test.each(PAPERS)('neither overlap nor leave the margins on %s', (paper) => {
    expect(layoutProblems(layOutReport(report, { paper }).pages, paper)).toEqual([]);
  });

  test('can be read and copied, without a box anywhere', async () => {
    const { pages, roles } = await readPdf(await renderPdf(report, { paper: 'letter' }));
    const whole = pages.join(' ').normalize('NFKC');
    for (const words of [
      'דוד',
      'محمد',
      'سلمان',
      '김대중',
      '蔡英文',
      'さくら',
      '为人民服务',
      '안녕하세요',
      '世界',
      'ประ',
    ]) {
      expect(whole).toContain(words);
    }
    expect(whole).not.toContain('☐');
    expect(roles.flat()).toContain('BlockQuote');
  });
});

describe('hostile texts in a PDF', () => {
  const long = 'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4);
  const names = [
    '<script>alert(1)</script>',
    'Smith & Sons "the" \'1st\'',
    '\u202eesrever\u202c \u200f\u0000\u0007bell',
    long,
    'Ω Омега \u{12000} e\u0301',
    '\ud800 lone',
    ...Array.from(
      { length: 6 },
      (_, n) => `Bartholomew Featherstonehaugh-Cholmondeley the ${n + 1}th of Saffron Walden`,
    ),
  ];
  const report = sampleReport({ players: 12, turn: 3, names, press: names });

  test.each(PAPERS)('neither overlap nor leave the margins on %s', (paper) => {
    for (const reader of [0, 1, 2, 3, 4, 5]) {
      const own = sampleReport({ players: 12, turn: 3, names, press: names, reader });
      expect(layoutProblems(layOutReport(own, { paper }).pages, paper)).toEqual([]);
    }
  });

  test('are printed as they are, without control characters, and with a box for what no font has', async () => {
    const { pages, info } = await readPdf(await renderPdf(report, { paper: 'a4' }));
    const whole = pages.join(' ');
    expect(whole).toContain('<script>alert(1)</script>');
    expect(whole).toContain('Smith & Sons');
    expect(whole).toContain('esrever bell');
    expect(whole.replace(/ /g, '')).toContain('ΩОмега☐é');
    expect(whole.replace(/ /g, '')).toContain(long);
    expect(info.Title).toContain('<script>');
  });

  test('are escaped in the XML metadata', async () => {
    const bytes = (await renderPdf(report, { paper: 'a4' })).toString('latin1');
    const xmp = bytes.slice(bytes.indexOf('<?xpacket begin'), bytes.indexOf('<?xpacket end'));
    expect(xmp).toContain('&lt;script&gt;');
    expect(xmp).not.toContain('<script>');
  });
});
