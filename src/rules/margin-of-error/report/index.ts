import type { Report, ReportSection } from '../../report.ts';
import { buildReport, forAllReaders } from '../../report-builder.ts';
import type { History, SeatIdentifier } from '../../ruleset.ts';
import { phaseName } from '../form.ts';
import type { State } from '../state.ts';
import { campaignsSection } from './campaigns.ts';
import { changesSection } from './changes.ts';
import { chartsSection } from './charts.ts';
import { type ReportContext, reportContext } from './context.ts';
import { endingSection } from './ending.ts';
import { headlineSection, sheetSection } from './headline.ts';
import { logSection } from './log.ts';
import { mapSection } from './map.ts';
import { newsOf } from './news/index.ts';
import { pollsSection } from './polls.ts';
import { summarize } from './summary.ts';
import { votesSection } from './votes.ts';

/**
 * The printout before the open turn, or the last one (MOE-9.1); for the public if `seat` is null. All of the state is
 * public (MOE-8.2); only the sheet is for its seat alone.
 */
export function report(history: History<State>, seat: SeatIdentifier | null): Report {
  const context = reportContext(history, seat);
  return buildReport(context, {
    title: 'Margin of Error',
    subtitle: context.turn === null ? 'The result' : phaseName(context.now),
    news: forAllReaders(context, newsOf),
    summary: summarize(context),
    sections: sectionsOf(context),
  });
}

/**
 * The sections in the order of MOE-9.1; null for those that this printout does not have. What the week changed, or at the end
 * why the winner won, comes after the headline.
 */
function sectionsOf(context: ReportContext): (ReportSection | null)[] {
  return [
    headlineSection(context), // MOE-9.1.1
    forAllReaders(context, changesSection),
    forAllReaders(context, endingSection),
    forAllReaders(context, logSection), // MOE-9.1.2
    forAllReaders(context, mapSection), // MOE-9.1.3
    forAllReaders(context, pollsSection), // MOE-9.1.4
    forAllReaders(context, votesSection), // MOE-9.1.5
    forAllReaders(context, campaignsSection), // MOE-9.1.6
    forAllReaders(context, chartsSection), // MOE-9.1.7
    sheetSection(context), // MOE-9.1.8
  ];
}
