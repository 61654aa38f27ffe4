import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderPdf } from '../../../../src/printouts/pdf/render-pdf.ts';
import { shortOrLong } from '../../../helpers/long.ts';
import { gameReport } from '../../game-report.ts';
import { scriptReport } from './script-report.ts';

/*
 * Printouts are read by programs that share no code with the server: qpdf and those of Poppler, from Debian's packages qpdf and
 * poppler-utils. Where they are not installed, nothing is tested.
 */

const missing = ['qpdf', 'pdfinfo', 'pdftotext'].filter(
  (program) => spawnSync(program, ['--version']).error !== undefined,
);
if (missing.length > 0)
  console.warn(`Printouts are not read by other programs: ${missing.join(', ')} not installed.`);

const TOKEN = 'AB12-CD34-EF56';
const CASES = [
  ...shortOrLong([], [1, 3, 4, 7]).flatMap((turn) =>
    shortOrLong([0], [0, 3, null]).map((reader) => ({
      what: `turn ${turn}, reader ${reader}`,
      report: gameReport(6, turn, reader),
    })),
  ),
  { what: 'many scripts', report: scriptReport(1) },
];

describe.skipIf(missing.length > 0)('other programs', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'printout-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(CASES)(
    'find no error in a printout of $what, and read its text and structure',
    async ({ report }) => {
      const path = join(folder, 'printout.pdf');
      const sheet = { fillable: true, finalOrders: true, scanTo: 'https://example.org/sheet' };
      const sections = report.sections.map((section) => ({
        ...section,
        blocks: section.blocks.map((block) => (block.kind === 'sheet' ? { ...block, token: TOKEN } : block)),
      }));
      for (const [i, options] of [{}, sheet].entries()) {
        writeFileSync(
          path,
          await renderPdf({ ...report, sections }, { paper: i === 0 ? 'letter' : 'a4', ...options }),
        );
        expect(spawnSync('qpdf', ['--check', path]), 'qpdf').toMatchObject({
          status: 0,
          stderr: Buffer.alloc(0),
        });
        const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
        expect(text).toContain(report.title.toUpperCase());
        expect(text).toContain('Page 2 of');
        const { stdout, stderr } = spawnSync('pdfinfo', ['-struct-text', path], { encoding: 'utf8' });
        expect(stderr).toBe('');
        for (const { title } of report.sections) {
          if (title !== null) expect(stdout.replace(/"\s+"/g, ' ')).toContain(title.toUpperCase());
        }
      }
    },
    180_000,
  );
});
