import { describe, expect, test } from 'vitest';
import { markRolledBack } from '../../src/printouts/mark-rolled-back.ts';
import { renderText } from '../../src/printouts/text/render-text.ts';
import { sampleReport } from './sample-report.ts';

describe('a printout that was rolled back', () => {
  const report = sampleReport({ players: 4, turn: 3 });
  const marked = markRolledBack(report, 'Mon, Mar 1, 2027, 7:00 AM EST');

  test('says so in its subtitle and before its summary', () => {
    expect(marked.subtitle).toBe(`Rolled back, no longer in force · ${report.subtitle}`);
    expect(marked.sections[0]?.blocks).toEqual([
      {
        kind: 'paragraph',
        text: 'Rolled back Mon, Mar 1, 2027, 7:00 AM EST. This printout is no longer in force.',
        strong: true,
      },
      { kind: 'paragraph', text: report.summary.join(' ') },
    ]);
    const text = renderText(marked);
    expect(text.indexOf('no longer in force.')).toBeLessThan(text.indexOf('Democrats lead'));
  });

  test('has no due date, and otherwise the same sections', () => {
    expect(marked.due).toBeNull();
    expect(marked.sections.slice(1)).toEqual(report.sections);
  });

  test('does not change the report that it is made from', () => {
    expect(report).toEqual(sampleReport({ players: 4, turn: 3 }));
  });
});
