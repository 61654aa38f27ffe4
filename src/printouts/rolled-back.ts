import type { Report, ReportSection } from '../rules/report.ts';

/**
 * A report as it is shown after its turn was rolled back: the line under its title and a strong one before its
 * summary say that it counts no longer. What was stored stays as it is.
 * @param when it was rolled back, in words
 */
export function rolledBack(report: Report, when: string): Report {
  const text = `Rolled back ${when}: this printout counts no longer.`;
  const notice: ReportSection = {
    id: 'rolled-back',
    title: null,
    newPage: false,
    shared: false,
    blocks: [
      { kind: 'paragraph', text, strong: true },
      { kind: 'paragraph', text: report.summary.join(' ') },
    ],
  };
  return {
    ...report,
    subtitle: `Rolled back, counts no longer · ${report.subtitle}`,
    due: null,
    summary: [],
    sections: [notice, ...report.sections],
  };
}
