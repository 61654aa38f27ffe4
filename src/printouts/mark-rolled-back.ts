import type { Report, ReportSection } from '../rules/report.ts';

/**
 * The report of a turn that was rolled back, as it is shown: its subtitle and a strong line before its summary say
 * that it is no longer in force. The stored report does not change.
 * @param when the time of the rollback, in words
 */
export function markRolledBack(report: Report, when: string): Report {
  const text = `Rolled back ${when}. This printout is no longer in force.`;
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
    subtitle: `Rolled back, no longer in force · ${report.subtitle}`,
    due: null,
    summary: [],
    sections: [notice, ...report.sections],
  };
}
