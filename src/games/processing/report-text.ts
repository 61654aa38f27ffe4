import type { Report, ReportSection } from '../../rules/report.ts';
import { canonicalJson } from '../archive/canonical-json.ts';

/*
 * Reports as JSON. Most sections of the reports of a turn are one and the same object, which all readers share
 * (`forAllReaders`), so each section is written once. A report is never changed after it was made.
 */

/** Writes sections as JSON, each of them once. */
type WrittenSections = Map<ReportSection, string>;

/** Returns a function that gives what `JSON.stringify` does for each of several reports. */
export function reportWriter(): (report: Report) => string {
  return writer((value) => JSON.stringify(value), Object.keys);
}

/** Returns a function that gives what `canonicalJson` does for each of several reports. */
export function canonicalReportWriter(): (report: Report) => string {
  return writer(canonicalJson, (report) => Object.keys(report).sort());
}

function writer(
  write: (value: unknown) => string,
  keysOf: (report: Report) => string[],
): (report: Report) => string {
  const written: WrittenSections = new Map();
  const sectionText = (section: ReportSection) => {
    const text = written.get(section) ?? write(section);
    written.set(section, text);
    return text;
  };
  return (report) => {
    const parts = keysOf(report).flatMap((key) => {
      const value = report[key as keyof Report];
      if (value === undefined) return [];
      const text = key === 'sections' ? `[${report.sections.map(sectionText).join(',')}]` : write(value);
      return `${JSON.stringify(key)}:${text}`;
    });
    return `{${parts.join(',')}}`;
  };
}
