import { describe, expect, test } from 'vitest';
import { PAPERS } from '../../../src/printouts/pdf/page.ts';
import { paintPdf } from '../../../src/printouts/pdf/paint.ts';
import { ALWAYS_SHOWN, type Cover, layOutCover } from '../../../src/printouts/post/cover-page.ts';
import { type PageText, pagesOf } from '../../web/gm/pdf-pages.ts';

/* Cover pages with more, or longer, texts than usual. */

const COVER: Cover = {
  address: 'Pat Paper\n12 Long Road\nSpringfield, IL 62701',
  sender: 'Gil Gamemaster\nBox 99',
  title: 'EY-12 · A game',
  subtitle: 'For [PP] Pat Paper',
  lines: ['Turn 1: your paper sheet was entered.'],
};

async function painted(paper: 'letter' | 'a4', cover: Partial<Cover>): Promise<PageText[]> {
  const info = { title: 'A cover', author: 'Whistlestop', subject: '', created: new Date(0) };
  return pagesOf(await paintPdf(layOutCover(paper, { ...COVER, ...cover }), paper, info));
}

describe.each(['letter', 'a4'] as const)('a cover page on %s paper', (paper) => {
  test('loses no line of a long receipt: it continues on further pages, each with the name of its reader', async () => {
    const lines = Array.from({ length: 200 }, (_, i) => `Line ${i} of the receipt.`);
    const pages = await painted(paper, { lines });
    expect(pages.length).toBeGreaterThan(2);
    const texts = pages.map((page) => page.texts.map(({ text }) => text));
    const printed = texts.flat().filter((text) => text.startsWith('Line '));
    expect(printed).toEqual(lines);
    for (const page of texts.slice(1)) expect(page[0]).toBe('For [PP] Pat Paper, continued');
    for (const { texts: placed } of pages) {
      for (const { bottom } of placed) expect(bottom).toBeLessThan(PAPERS[paper].height - 36);
    }
  });

  test('shows the widest address in the window', async () => {
    const line = 'W'.repeat(45);
    const [page] = await painted(paper, { address: Array(5).fill(line).join('\n') });
    const shown = page?.texts.filter(({ text }) => text === line) ?? [];
    expect(shown).toHaveLength(5);
    const window = ALWAYS_SHOWN[paper];
    for (const { left, right, top, bottom } of shown) {
      expect(left).toBeGreaterThanOrEqual(window.left);
      expect(right).toBeLessThanOrEqual(window.right);
      expect(top).toBeGreaterThanOrEqual(window.top - 0.5);
      expect(bottom).toBeLessThanOrEqual(window.bottom + 0.5);
    }
  });

  test('breaks long titles and names instead of running off the page', async () => {
    const long = 'The longest campaign that anyone has ever played by post '.repeat(4).trim();
    const [page] = await painted(paper, { title: long, subtitle: `For [PP] ${long}` });
    for (const { right } of page?.texts ?? []) expect(right).toBeLessThan(PAPERS[paper].width - 40);
  });
});
