import type { Report, ReportSection } from '../../report.ts';
import { buildReport, diceSecretBlocks, forAllReaders, sharedSection } from '../../report-builder.ts';
import type { History, SeatIdentifier } from '../../ruleset.ts';
import { LAST_TURN, phaseName } from '../data.ts';
import type { State } from '../state.ts';
import { activitySection } from './activity.ts';
import { changesSection } from './changes.ts';
import { type ReportContext, reportContext } from './context.ts';
import { conventionSection } from './conventions.ts';
import { electionSection } from './election.ts';
import { lastLineSection } from './last-line.ts';
import { chartSection, mapSection, storySection } from './map.ts';
import { newsOf } from './news/index.ts';
import { outlookSection } from './outlook.ts';
import { personalSection, sheetSection, topSection } from './personal.ts';
import { directorySections, playersSection } from './players.ts';
import { pressSection } from './press.ts';
import { statesSection } from './states.ts';
import { summarize } from './summary.ts';

/**
 * The printout before the open turn, or the last one (section 9); for the public if `seat` is null. A player's cash and
 * income are in that player's own printout only (section 8).
 */
export function report(history: History<State>, seat: SeatIdentifier | null): Report {
  const context = reportContext(history, seat);
  const { turn } = context;
  return buildReport(context, {
    title: 'Election Year',
    subtitle: turn === null ? 'The result' : `Turn ${turn} of ${LAST_TURN} — ${phaseName(turn)}`,
    news: forAllReaders(context, newsOf),
    summary: summarize(context),
    sections: sectionsOf(context),
  });
}

/**
 * The sections in the order of section 9; null for those that this printout does not have. Two things differ: the press
 * releases are on the first page, as they were in the original game, and what has no rule number is our own.
 */
function sectionsOf(context: ReportContext): (ReportSection | null)[] {
  return [
    topSection(context), // EY-9.1
    forAllReaders(context, pressSection), // EY-9.6
    personalSection(context), // EY-9.2
    outlookSection(context),
    playersSection(context), // EY-9.3
    ...forAllReaders(context, directorySections), // EY-9.3
    forAllReaders(context, changesSection),
    forAllReaders(context, activitySection), // EY-9.4
    forAllReaders(context, conventionSection), // EY-9.5
    forAllReaders(context, electionSection), // EY-9.5
    forAllReaders(context, statesSection), // EY-9.7
    forAllReaders(context, mapSection), // EY-9.8
    forAllReaders(context, chartSection), // EY-9.9
    forAllReaders(context, storySection),
    forAllReaders(context, diceSection),
    forAllReaders(context, lastLineSection), // EY-9.10
    sheetSection(context), // EY-9.11
  ];
}

function diceSection(context: ReportContext): ReportSection | null {
  const blocks = diceSecretBlocks(context);
  return blocks.length > 0 ? sharedSection('dice', 'The dice', blocks) : null;
}
