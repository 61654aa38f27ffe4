import type { Report, ReportSection } from '../../rules/report.ts';
import { type Lead, takeLead } from '../lead.ts';

/** The parts of a report in the order in which a web page shows them. The news comes after the notices. */
export interface PageOrder {
  /** What must be read before anything else, such as that the turn was rolled back. */
  notices: ReportSection[];
  lead: Lead | null;
  /** The reader's own figures. */
  own: ReportSection[];
  /** Everything else in the order of the report, the sheet last. */
  others: ReportSection[];
}

/** Arranges a report for a screen: what is new first, what is long last. */
export function pageOrder(report: Report): PageOrder {
  const { lead, sections } = takeLead(report);
  const notices = sections.slice(0, 1).filter(isNotice);
  const rest = sections.slice(notices.length);
  const isOwn = (section: ReportSection) => !section.shared && !hasSheet(section);
  return {
    ...{ notices, lead },
    own: rest.filter(isOwn),
    others: rest.filter((section) => !isOwn(section)),
  };
}

/** Whether a section is a line that must not be missed, without a title. */
function isNotice({ title, blocks: [first] }: ReportSection): boolean {
  return title === null && first?.kind === 'paragraph' && first.strong === true;
}

function hasSheet({ blocks }: ReportSection): boolean {
  return blocks.some(({ kind }) => kind === 'sheet');
}
