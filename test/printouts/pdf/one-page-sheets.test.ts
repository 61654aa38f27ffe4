import { describe, expect, test } from 'vitest';
import type { FieldBox, FieldOp } from '../../../src/printouts/pdf/field-op.ts';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import { MARGIN, PAPERS, type Page, type Paper } from '../../../src/printouts/pdf/page.ts';
import { sheetFields } from '../../../src/printouts/pdf/sheet/sheet-fields.ts';
import type { BlankSheet, Report } from '../../../src/rules/report.ts';
import type { SheetForm, SheetSection } from '../../../src/rules/sheet.ts';
import { type ReplayName, readReplay, reportFor } from '../../replays/replays.ts';
import { sheetReport } from '../filled/fill.ts';
import { layoutProblems, textsOf } from '../page-checks.ts';

/* Paper sheets with much to write on: they fit on one page, and can be read and written on there. */

const NAMES: ReplayName[] = ['politics-two', 'politics-four', 'politics-eight'];

/** What stands on a sheet at most beside its form: the box for final orders, the code, and a long address. */
const OPTIONS = {
  finalOrders: true,
  scanTo: 'https://whistlestop.example.org/s/PTG-12',
  sendTo: 'Send it by post to Olive Pratt, 1200 West Main Street, Apartment 14, Springfield, IL 62704, USA',
};

/** The printout with the sheet alone, and a token, as open turns have it. */
function sheetAlone(report: Report): { report: Report; form: SheetForm } | null {
  const section = report.sections.find(({ blocks }) => blocks.some(({ kind }) => kind === 'sheet'));
  const sheet = section?.blocks.find((block): block is BlankSheet => block.kind === 'sheet');
  if (section === undefined || sheet === undefined) return null;
  const blocks = [{ ...sheet, token: '7KQM-3XWK' }];
  return { report: { ...report, sections: [{ ...section, blocks }] }, form: sheet.form };
}

/** The pages of the sheet: without the masthead, which has a page of its own if nothing else stands there. */
function pagesOf(report: Report, paper: Paper): Page[] {
  return layOutReport(report, { paper, ...OPTIONS }).pages.slice(1);
}

/** Fields that are outside the margins, too small to write in, above each other, or above a text. */
function fieldProblems(page: Page, paper: Paper): string[] {
  const { fields } = page;
  const { width, height } = PAPERS[paper];
  const ops = fields.map(({ op }) => op);
  const isPlaced = ({ x, y, w, h }: FieldOp) =>
    x >= MARGIN.side - 0.1 &&
    x + w <= width - MARGIN.side + 0.1 &&
    y >= MARGIN.top &&
    y + h <= height - MARGIN.bottom;
  const isLarge = ({ w, h, input }: FieldOp) =>
    w >= (input.kind === 'check' ? 9 : 20) && h >= (input.kind === 'check' ? 9 : 8.4);
  const texts = textsOf(page).map(({ text, x, y, width: w, size }) => {
    return { name: `“${text}”`, x, y: y - size * 0.7, w, h: size * 0.7 };
  });
  const touches = (a: FieldBox, b: FieldBox) =>
    Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 0.1 &&
    Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 0.1;
  return ops.flatMap((op, i) => [
    ...(isPlaced(op) ? [] : [`${op.name} is outside the margins.`]),
    ...(isLarge(op) ? [] : [`${op.name} is ${op.w} × ${op.h} points.`]),
    ...[...ops.slice(i + 1), ...texts]
      .filter((other) => touches(op, other))
      .map((other) => `${op.name} and ${other.name} overlap.`),
  ]);
}

describe.each(NAMES)('the sheets of the stored game %s (PTG-9.13)', (name) => {
  const replay = readReplay(name);
  const sheets = replay.turns.flatMap((turn, i) =>
    Object.keys(turn.readers).flatMap((reader) => {
      const sheet = sheetAlone(reportFor(turn, reader));
      return sheet === null ? [] : [{ ...sheet, where: `turn ${i}, ${reader}` }];
    }),
  );

  test.each(['letter', 'a4'] as const)('are one page of %s each, on which all can be read', (paper) => {
    expect(sheets.length).toBeGreaterThan(20);
    for (const { report, form, where } of sheets) {
      const pages = pagesOf(report, paper);
      expect([where, pages.length]).toEqual([where, 1]);
      expect([where, layoutProblems(pages, paper)]).toEqual([where, []]);
      const [page] = pages;
      if (page === undefined) continue;
      expect([where, fieldProblems(page, paper)]).toEqual([where, []]);
      const printed = page.fields.map(({ op }) => op.name);
      expect([where, printed.toSorted()]).toEqual([
        where,
        sheetFields(form)
          .map(({ name: own }) => own)
          .toSorted(),
      ]);
    }
  });
});

describe('a sheet with questions to answer in writing', () => {
  const question = `Round 1, question 1: ${'Which of them was it then '.repeat(8)}`.slice(0, 220);
  const sections = (count: number): SheetSection[] => {
    const entries = Array.from({ length: count }, (_, i) => `${i + 1}: ${question}`);
    const press = { kind: 'text', name: 'press', label: 'Press release', max: 200 } as const;
    return [
      { title: 'Answers', fields: [{ kind: 'texts', name: 'written', label: 'Answers', max: 60, entries }] },
      { title: 'Press', fields: [press] },
    ];
  };

  test.each(['letter', 'a4'] as const)('has only their beginnings on %s if they are very long', (paper) => {
    const wordsOf = (count: number) => {
      const form = { turn: 8, phase: 'Speed Play', facts: [], sections: sections(count) };
      const pages = pagesOf(sheetReport(form), paper);
      expect(pages).toHaveLength(1);
      expect(layoutProblems(pages, paper)).toEqual([]);
      expect(pages.flatMap((page) => fieldProblems(page, paper))).toEqual([]);
      return (pages[0]?.content ?? []).map(({ op }) => (op.kind === 'text' ? op.text : '')).join(' ');
    };
    expect(wordsOf(35)).toContain('…');
    expect(wordsOf(5)).not.toContain('…');
  });
});
