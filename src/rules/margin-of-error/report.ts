import type { Report, ReportSection } from '../report.ts';
import { reportOf } from '../report-page.ts';
import type { History, SeatIdentifier } from '../ruleset.ts';
import { phaseName } from './form.ts';
import { campaignsSection, chartsSection } from './report-campaigns.ts';
import { mapSection, pollsSection, votesSection } from './report-country.ts';
import { headlineSection, sheetSection, summarize } from './report-headline.ts';
import { logSection } from './report-log.ts';
import { type Page, pageOf } from './report-words.ts';
import type { State } from './state.ts';

/**
 * The printout before the coming turn, or the last one (MOE-9.1). `seat` null makes the public's. All of the
 * state is public (MOE-8.2); only the sheet is for its seat alone.
 */
export function report(history: History<State>, seat: SeatIdentifier | null): Report {
  const page = pageOf(history, seat);
  return reportOf(page, {
    title: 'Margin of Error',
    subtitle: page.turn === null ? 'The result' : phaseName(page.now),
    summary: summarize(page),
    sections: sectionsOf(page),
  });
}

/** The sections in the order of MOE-9.1; those that have nothing to say on this printout are null. */
function sectionsOf(page: Page): (ReportSection | null)[] {
  return [
    headlineSection(page),
    logSection(page),
    mapSection(page),
    pollsSection(page),
    votesSection(page),
    campaignsSection(page),
    chartsSection(),
    sheetSection(page),
  ];
}
