import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { newSharedPages } from '../../../../src/printouts/pdf/lay-out-report.ts';
import { renderPdf } from '../../../../src/printouts/pdf/render-pdf.ts';
import type { Report } from '../../../../src/rules/report.ts';
import { gameReport } from '../../game-report.ts';
import { scriptReport } from './script-report.ts';

/* A printout has the same bytes no matter who else gets one, and in which order they are made. */

const GAMES: [string, (reader: number) => Report][] = [
  ['a game of Election Year', (reader) => gameReport(6, 4, reader)],
  ['names in many scripts', scriptReport],
];
const PAPER = 'letter';

describe.each(GAMES)('the printouts of %s', (_, reportFor) => {
  const alone = (reader: number) => renderPdf(reportFor(reader), { paper: PAPER });

  test.each([
    [1, 0, 2],
    [0, 1, 2],
    [2, 5, 1],
    [4, 3, 1, 0],
  ])('are the same for readers %d, %d, %d … one after the other as for each alone', async (...readers) => {
    const shared = newSharedPages(reportFor(0), PAPER);
    for (const reader of readers) {
      const printed = await renderPdf(reportFor(reader), { paper: PAPER, shared });
      expect(printed.equals(await alone(reader)), `reader ${reader}`).toBe(true);
    }
    expect(shared.finished.size).toBeGreaterThan(0);
  });

  test('share their finished pages', async () => {
    const shared = newSharedPages(reportFor(0), PAPER);
    for (const reader of [0, 0, 0]) await renderPdf(reportFor(reader), { paper: PAPER, shared });
    expect(shared.finished.size).toBe(1);
  });
});

describe('a process of its own', () => {
  test('prints the same bytes as one that has printed for others before', async () => {
    const shared = newSharedPages(scriptReport(0), PAPER);
    await renderPdf(scriptReport(3), { paper: PAPER, shared });
    const here = await renderPdf(scriptReport(1), { paper: PAPER, shared });
    const script = new URL('print-alone.ts', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--import',
      './src/typescript.js',
      script,
      '1',
    ]);
    expect(stdout).toBe(createHash('sha256').update(here).digest('hex'));
  }, 60_000);
});
