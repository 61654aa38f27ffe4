import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { blockHtml } from '../../../src/printouts/html/render-html.ts';
import { renderMailReport } from '../../../src/printouts/mail/render-mail.ts';
import { circlesPerRow } from '../../../src/printouts/pads/circle-rows.ts';
import { layOutReport } from '../../../src/printouts/pdf/lay-out-report.ts';
import type { StructNode } from '../../../src/printouts/pdf/page.ts';
import { blockLines } from '../../../src/printouts/text/render-text.ts';
import type { Block } from '../../../src/rules/report.ts';
import { layoutProblems, textsOf } from '../page-checks.ts';
import { attributeOf, nodesIn, parseHtml, textIn } from '../parse-html.ts';
import { padsOf, reportOf, SAMPLE_DICE, SAMPLE_SHARES, samplePad } from './sample-pads.ts';

const PAPERS = ['letter', 'a4'] as const;
const LONG = 'Bartholomew Maximilian Featherstonehaugh-Cholmondeley of Wolfenbüttel '.repeat(4);
const HOSTILE = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '\u202ekcab', LONG];

function opsOf(...blocks: Block[]) {
  const { pages } = layOutReport(reportOf(...blocks), { paper: 'letter' });
  return pages.flatMap(({ content }) => content.map(({ op }) => op));
}

function altsOf(nodes: readonly StructNode[]): string[] {
  return nodes.flatMap(({ alt, children }) => [...(alt === undefined ? [] : [alt]), ...altsOf(children)]);
}

describe.each(PAPERS)('score pads on %s paper', (paper) => {
  test.each([1, 2, 3, 4, 5, 6])('%i small ones and a large one stay within the page', (count) => {
    const names = [...HOSTILE, 'Ann Baker', 'Ng'];
    const pads = names.slice(0, count).map((name) => samplePad(name, 'ABC'));
    const report = reportOf(
      padsOf('large', [samplePad(LONG, 'ABC')]),
      SAMPLE_DICE,
      padsOf('small', pads),
      SAMPLE_SHARES,
    );
    const { pages } = layOutReport(report, { paper });
    expect(layoutProblems(pages, paper)).toEqual([]);
  });
});

describe('a score pad on paper', () => {
  test('has a circle for each mark that can be made, and a cross in each that is made', () => {
    const ops = opsOf(padsOf('large', [samplePad()]));
    const isPadCircle = (radius: number) => radius > 5 && radius < 9;
    const circles = ops.flatMap((op) => (op.kind === 'circles' && isPadCircle(op.radius) ? op.centers : []));
    expect(circles).toHaveLength(14 + 6 + 6 + 36);
    const crosses = ops.flatMap((op) =>
      op.kind === 'path' && op.path.every(([command]) => command !== 'Z') && op.path.length % 4 === 0
        ? [op.path.length / 4]
        : [],
    );
    expect(crosses.toSorted((a, b) => a - b)).toEqual([2, 3, 6, 10]);
  });

  test('is wide enough to be crossed off with a pencil', () => {
    const radii = opsOf(padsOf('large', [samplePad()])).flatMap((op) =>
      op.kind === 'circles' ? [op.radius] : [],
    );
    // Four millimeters and a half.
    expect(Math.min(...radii)).toBeGreaterThan(6.4);
  });

  test('says in words what it shows', () => {
    const { nodes } = layOutReport(reportOf(padsOf('large', [samplePad()]), SAMPLE_DICE), {
      paper: 'letter',
    });
    const words = altsOf(nodes).join(' ');
    expect(words).toContain('Ann Baker for President [AB]. Funds $4, Delegates 7.');
    expect(words).toContain('Staff: 3 of 14 circles crossed; die at 2 at 2 (reached), die at 5 at 5');
    expect(words).toContain('South Carolina: 6 of 6 circles crossed; 1st 7 (won by AB).');
    expect(words).toContain('Florida: 10 of 36 circles crossed; 1st 12 (taken by XYZ), 2nd 6.');
    expect(words).toContain('Campaign: has Organizer.');
    expect(words).toContain('Die 1 shows 1 ($1 or 1 vote).');
  });

  test('names who took a prize, so that it can be read without color', () => {
    const { pages } = layOutReport(reportOf(padsOf('large', [samplePad()])), { paper: 'letter' });
    const texts = pages.flatMap(textsOf).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['1st', '1st: XYZ', 'NV closed', '2nd']));
  });
});

test('circles stand in full rows if their number allows it', () => {
  expect([6, 15, 18, 21, 24].map((circles) => circlesPerRow(circles, 3))).toEqual([3, 5, 6, 7, 8]);
  expect(circlesPerRow(36, 4)).toBe(9);
  expect(circlesPerRow(1, 3)).toBe(1);
});

test('dice have as many pips as they show', () => {
  const pips = opsOf(SAMPLE_DICE).flatMap((op) => (op.kind === 'circles' ? [op.centers.length] : []));
  expect(pips).toEqual([1, 2, 3, 4, 5, 6]);
});

describe('score pads as plain text', () => {
  test('have crosses and points, and the prizes of others in parentheses', () => {
    const text = blockLines(padsOf('large', [samplePad()])).join('\n');
    expect(text).toContain('Staff  XX [die at 2] X.. (die at 5)');
    expect(text).toMatch(/South Carolina \(SC\) +0 +XXXXXX +\[7\]/);
    expect(text).toMatch(/Florida \(FL\) +26 +XXXXXX XXXX\.\. \.{6}.* \(12 XYZ\) 6/);
    expect(text).toContain('[x]  Organizer');
    expect(text).toContain('[ ]  Radio Ad');
  });

  test.each(['large', 'small'] as const)('have at most 78 columns if they are %s', (size) => {
    const lines = HOSTILE.flatMap((name) => blockLines(padsOf(size, [samplePad(name, 'ABC')])));
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(78);
  });

  test('have dice in brackets, and bars with their figures', () => {
    expect(blockLines(SAMPLE_DICE).join('\n')).toMatch(/Shows +\[1\] +\[2\] +\[3\] +\[4\] +\[5\] +\[6\]/);
    expect(blockLines(SAMPLE_SHARES).join('\n')).toContain('AB #####..... 9 of 18');
  });
});

describe('score pads as HTML', () => {
  test.each(HOSTILE)('have no more than text of %s', (name) => {
    const html = blockHtml(padsOf('large', [samplePad(name)]), 'pads');
    const nodes = nodesIn(parseHtml(html));
    const names = new Set(nodes.map((node) => node.nodeName));
    for (const forbidden of ['script', 'img', 'style']) expect(names).not.toContain(forbidden);
    const attributes = nodes.flatMap((node) => node.attrs ?? []).map((attribute) => attribute.name);
    expect(attributes.filter((attribute) => attribute === 'style' || attribute.startsWith('on'))).toEqual([]);
  });

  test('say what the circles show, and what is won, taken and bought', () => {
    const tree = parseHtml(blockHtml(padsOf('large', [samplePad()]), 'pads'));
    const labels = nodesIn(tree, 'svg').map((svg) => attributeOf(svg, 'aria-label'));
    expect(labels).toEqual(expect.arrayContaining(['6 of 6 circles crossed', '10 of 36 circles crossed']));
    const words = textIn(tree).replace(/\s+/g, ' ');
    expect(words).toContain('7 1st (won)');
    expect(words).toContain('12 1st XYZ');
    expect(words).toContain('Organizer (bought)');
    expect(nodesIn(tree, 's').map(textIn)).toEqual(['5', '12']);
  });
});

test('a mail has a large pad as tables, and of small ones what is bought', () => {
  const large = renderMailReport(reportOf(padsOf('large', [samplePad('<b>')])), 100_000).sections;
  expect(large).toContain('&lt;b&gt; for President [AB]');
  expect(large).toContain('XXXXXX XXXX..');
  const small = renderMailReport(reportOf(padsOf('small', [samplePad()])), 100_000).sections;
  expect(small).toContain('AB: Campaign: has Organizer.');
});
