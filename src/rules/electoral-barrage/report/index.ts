import type { Report, ReportSection } from '../../report.ts';
import { buildReport, forAllReaders } from '../../report-builder.ts';
import type { History, SeatIdentifier } from '../../ruleset.ts';
import { phaseName } from '../form.ts';
import type { State } from '../state.ts';
import { barrageSection, placementsSection } from './barrage.ts';
import { changesSection } from './changes.ts';
import { chartSection } from './charts.ts';
import { type ReportContext, reportContext } from './context.ts';
import { endingSection } from './ending.ts';
import { guideSection } from './guide.ts';
import { holdingsSection } from './holdings.ts';
import { mapSection } from './map.ts';
import { newsOf } from './news/index.ts';
import { campaignSection, sheetSection, topSection } from './personal.ts';
import { candidatesSection, trackSection } from './players.ts';
import { pressSection } from './press.ts';
import { contestedSection, resultSection } from './recount.ts';
import { statesSection } from './states.ts';
import { summarize } from './summary.ts';

/**
 * The printout before the open turn, or the last one (section 9); for the public if `seat` is null. Only the reader's own
 * cards and the rows of the reader's own plan are in it (section 8).
 */
export function report(history: History<State>, seat: SeatIdentifier | null): Report {
  const context = reportContext(history, seat);
  return buildReport(context, {
    title: 'Electoral Barrage',
    subtitle: context.turn === null ? 'The result' : phaseName(context.now),
    news: forAllReaders(context, newsOf),
    summary: summarize(context),
    sections: sectionsOf(context),
  });
}

/**
 * The sections in the order of section 9; null for those that this printout does not have. What the round changed, who leads
 * what, and at the end why the winner won, come in between.
 */
function sectionsOf(context: ReportContext): (ReportSection | null)[] {
  return [
    topSection(context), // EB-9.1
    forAllReaders(context, resultSection), // EB-9.12
    forAllReaders(context, endingSection),
    campaignSection(context), // EB-9.2
    forAllReaders(context, trackSection), // EB-9.3
    forAllReaders(context, contestedSection), // EB-9.11
    forAllReaders(context, candidatesSection), // EB-9.4
    forAllReaders(context, changesSection),
    placementsSection(context), // EB-9.5
    forAllReaders(context, barrageSection), // EB-9.5
    forAllReaders(context, pressSection), // EB-9.6
    forAllReaders(context, mapSection), // EB-9.7
    forAllReaders(context, holdingsSection),
    forAllReaders(context, statesSection), // EB-9.8
    forAllReaders(context, chartSection), // EB-9.9
    forAllReaders(context, guideSection), // EB-9.10
    sheetSection(context), // EB-9.13
  ];
}
