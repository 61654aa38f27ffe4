import { expect, test } from 'vitest';
import type { TextOp } from '../../../src/printouts/drawing/operations.ts';
import { drawSketch } from '../../../src/printouts/figures/sketch.ts';
import { renderHtml } from '../../../src/printouts/html/render-html.ts';
import { renderMailReport } from '../../../src/printouts/mail/render-mail.ts';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import { renderText } from '../../../src/printouts/text/render-text.ts';
import type { Report, Sketch } from '../../../src/rules/report.ts';
import { layoutProblems } from '../page-checks.ts';
import { sampleReport } from '../sample-report.ts';

const SKETCH: Sketch = {
  kind: 'sketch',
  caption: 'A <drawing>',
  lines: ['', '  ___/~', ' (<&>_)', '', '', '  ||'],
};

function reportOf(sketch: Sketch): Report {
  const report = sampleReport({ players: 2, turn: 3 });
  return {
    ...report,
    sections: [{ id: 'stage', title: 'The stage', newPage: false, shared: true, blocks: [sketch] }],
  };
}

test('every character of a sketch stands in a cell of its own, below the one above it', () => {
  const { ops } = drawSketch({ ...SKETCH, lines: ['.W.', '|||'] });
  const middles = ops.filter((op): op is TextOp => op.kind === 'text').map(({ x, width }) => x + width / 2);
  const [first, second, third, ...below] = middles.map((middle) => Math.round(middle * 100));
  expect(below).toEqual([first, second, third]);
  expect(Number(second) - Number(first)).toBe(Number(third) - Number(second));
});

test('pages, mail and plain text keep its lines and spaces, and escape what is no letter', () => {
  const report = reportOf(SKETCH);
  expect(renderHtml(report)).toContain('>\n\n  ___/~\n (&lt;&amp;&gt;_)\n\n\n  ||</pre>');
  expect(renderMailReport(report, 1e6).sections).toContain('\n\n  ___/~\n (&lt;&amp;&gt;_)\n\n\n  ||</pre>');
  expect(renderText(report)).toContain('      ___/~\n     (<&>_)\n    \n    \n      ||\n');
});

test('the largest sketch fits on a page', () => {
  const lines = Array.from({ length: 10 }, () => '@'.repeat(30));
  const { pages } = layOutReport(reportOf({ ...SKETCH, lines }), { paper: 'letter' });
  expect(pages).toHaveLength(1);
  expect(layoutProblems(pages, 'letter')).toEqual([]);
});
