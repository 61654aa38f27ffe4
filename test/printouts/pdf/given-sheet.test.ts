import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../src/printouts/html/render-html.ts';
import { renderPdf } from '../../../src/printouts/pdf/render-pdf.ts';
import { renderText } from '../../../src/printouts/text/render-text.ts';
import type { Report } from '../../../src/rules/report.ts';
import type { SheetForm } from '../../../src/rules/sheet.ts';
import { GIVEN } from '../../rules/given-form.ts';
import { readPdf } from '../read-pdf.ts';

/* Paper sheets with rows about something that exists, drawings, and written answers. */

function sheetOf(form: SheetForm): Report {
  return {
    ...{ title: 'A game', subtitle: 'Turn 2', game: 'EY-12', turn: 2, due: null, summary: [] },
    reader: { identifier: 'AB', name: 'Ann Baker', account: 10468 },
    sections: [
      {
        ...{ id: 'sheet', title: 'Turn sheet', newPage: false, shared: false },
        blocks: [{ kind: 'sheet', header: [{ label: 'Game', value: 'EY-12' }], form }],
      },
    ],
  };
}

/** The form with more rows in its first list than the orders may have. */
function withMoreRows(): SheetForm {
  const [questions, ...others] = GIVEN.sections;
  const [answers] = questions?.fields ?? [];
  if (questions === undefined || answers?.kind !== 'rows') throw new Error('There are no answers.');
  return { ...GIVEN, sections: [{ ...questions, fields: [{ ...answers, max: 1 }] }, ...others] };
}

describe('a paper sheet with rows about something that exists', () => {
  test('has a line for each, with boxes for its choices, on one page', async () => {
    const { pages } = await readPdf(await renderPdf(sheetOf(GIVEN), { paper: 'letter' }));
    expect(pages).toHaveLength(1);
    const words = (pages[0] ?? '').replace(/\s+/g, ' ');
    expect(words).toContain('AB1 easy A B AB2 A B');
    expect(words).toContain('Show 3 a drawing');
    expect(words).toContain('Stop 1 you rolled 3 and 4 Move Walk Stay To Cash $ Chips');
    expect(words).toMatch(/Stop 2 lost Stop 3/);
    expect(words).toContain('Which planet? Which river?');
    // The texts of questions and the choices of their own are in the printout.
    expect(words).not.toContain('elephant');
  });

  test('has blank rows to write in if there are more than the orders may have', async () => {
    const { pages } = await readPdf(await renderPdf(sheetOf(withMoreRows()), { paper: 'a4' }));
    const words = (pages[0] ?? '').replace(/\s+/g, ' ');
    expect(words).toContain('1. Question AB1 AB2 Answer A B');
    expect(words).not.toContain('easy');
    expect(renderText(sheetOf(withMoreRows()))).toContain(
      '   1. Question [_] AB1 [_] AB2; Answer [_] A [_] B',
    );
  });

  test('is in plain text, with the lines of a drawing', () => {
    const text = renderText(sheetOf(GIVEN));
    expect(text).toContain('  AB1, easy:\n      [_] A [_] B\n');
    expect(text).toContain(`  Show 3, a drawing:\n      4 lines\n${`      |${'_'.repeat(12)}|\n`.repeat(4)}`);
    expect(text).toContain('  Stop 2, lost\n  Stop 3, you rolled 1 and 2:\n');
    expect(text).toContain('  Which river?\n    ____');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  test('is listed on the web page', () => {
    const html = renderHtml(sheetOf(GIVEN));
    expect(html).toContain('Stop 1, you rolled 3 and 4; Stop 2, lost');
    expect(html).toContain('Which planet?; Which river?');
  });
});
