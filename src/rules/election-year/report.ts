import type { Report, ReportSection } from '../report.ts';
import { reportOf } from '../report-page.ts';
import type { History, SeatIdentifier } from '../ruleset.ts';
import { LAST_TURN, phaseName } from './data.ts';
import { conventionSections, electionSection } from './report-conventions.ts';
import { chartSection, mapSection, statesSection } from './report-country.ts';
import { personalSection, sheetSection, topSection } from './report-personal.ts';
import { directorySections, playersSection } from './report-players.ts';
import { summarize } from './report-summary.ts';
import { diceSection, doingsSection, lastLineSection, pressSection } from './report-turn.ts';
import { type Page, pageOf } from './report-words.ts';
import type { State } from './state.ts';

/**
 * The printout before the coming turn, or the last one (section 9). `seat` null makes the public's. Cash and
 * income of a player are in that player's own printout only (section 8).
 */
export function report(history: History<State>, seat: SeatIdentifier | null): Report {
  const page = pageOf(history, seat);
  const { turn } = page;
  return reportOf(page, {
    title: 'Election Year',
    subtitle: turn === null ? 'The result' : `Turn ${turn} of ${LAST_TURN} — ${phaseName(turn)}`,
    summary: summarize(page),
    sections: sectionsOf(page),
  });
}

/** The sections in the order of section 9; those that have nothing to say on this printout are null. */
function sectionsOf(page: Page): (ReportSection | null)[] {
  return [
    topSection(page), // EY-9.1
    personalSection(page), // EY-9.2
    playersSection(page), // EY-9.3
    ...directorySections(page), // EY-9.3
    doingsSection(page), // EY-9.4
    ...conventionSections(page), // EY-9.5
    electionSection(page), // EY-9.5
    pressSection(page), // EY-9.6
    statesSection(page), // EY-9.7
    mapSection(page), // EY-9.8
    chartSection(page), // EY-9.9
    diceSection(page),
    lastLineSection(page), // EY-9.10
    sheetSection(page), // EY-9.11
  ];
}
