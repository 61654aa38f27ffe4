import type { Report, ReportSection } from '../../report.ts';
import { buildReport } from '../../report-builder.ts';
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
    news: newsOf(context),
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
    resultSection(context), // EB-9.12
    endingSection(context),
    campaignSection(context), // EB-9.2
    trackSection(context), // EB-9.3
    contestedSection(context), // EB-9.11
    candidatesSection(context), // EB-9.4
    changesSection(context),
    placementsSection(context), // EB-9.5
    barrageSection(context), // EB-9.5
    pressSection(context), // EB-9.6
    mapSection(context), // EB-9.7
    holdingsSection(context),
    statesSection(context), // EB-9.8
    chartSection(context), // EB-9.9
    guideSection(context), // EB-9.10
    sheetSection(context), // EB-9.13
  ];
}
