import type { Report, ReportSection } from '../../report.ts';
import { buildReport, forAllReaders, turnSheetSection } from '../../report-builder.ts';
import type { History, SeatIdentifier } from '../../ruleset.ts';
import { sheet } from '../form/index.ts';
import { seatsOwing } from '../owing.ts';
import { phaseName } from '../phase-name.ts';
import type { State } from '../state.ts';
import { answersSection } from './answers.ts';
import { type ReportContext, reportContext } from './context.ts';
import { endingSection, resultSection } from './ending.ts';
import { happenedSection } from './happened.ts';
import { chartSection, mapSection, statesSection } from './map.ts';
import { newsOf } from './news/index.ts';
import { pressSection } from './press.ts';
import { questionsSection, yourQuestionsSection } from './questions.ts';
import { raceSection } from './race.ts';
import { solutionsSection } from './solutions.ts';
import { stageSection } from './stage.ts';
import { startSection } from './start.ts';
import { summarize } from './summary.ts';
import { topSection } from './top.ts';
import { writtenAnswersSection, writtenQuestionsSection } from './written.ts';
import { youSection } from './you.ts';

/**
 * The printout before the open turn, or the last one (section 9); for the public if `seat` is null. Nothing that PTG-8.6
 * keeps secret is in it: no hand and no task but the reader's own, no card of a show on stage, and no right choice of a
 * pending question.
 */
export function report(history: History<State>, seat: SeatIdentifier | null): Report {
  const context = reportContext(history, seat);
  const { now, reader } = context;
  const built = buildReport(context, {
    title: 'Politics',
    subtitle: context.turn === null ? 'The result' : phaseName(context.now),
    news: forAllReaders(context, newsOf),
    summary: summarize(context),
    sections: sectionsOf(context),
  });
  // In a runoff or Speed Play, no date concerns those who owe no sheet.
  return reader === null || seatsOwing(now).includes(reader.id) ? built : { ...built, due: null };
}

/** The sections in the order of section 9; null for those that this printout does not have. The result comes first. */
function sectionsOf(context: ReportContext): (ReportSection | null)[] {
  return [
    topSection(context), // PTG-9.1
    forAllReaders(context, resultSection),
    forAllReaders(context, endingSection),
    forAllReaders(context, raceSection), // PTG-9.2
    youSection(context), // PTG-9.3
    yourQuestionsSection(context), // PTG-9.4
    forAllReaders(context, questionsSection), // PTG-9.5
    forAllReaders(context, stageSection), // PTG-9.6
    forAllReaders(context, writtenQuestionsSection), // PTG-9.12
    forAllReaders(context, writtenAnswersSection), // PTG-9.12
    forAllReaders(context, answersSection), // PTG-9.7
    forAllReaders(context, happenedSection), // PTG-9.7
    forAllReaders(context, solutionsSection), // PTG-9.8
    forAllReaders(context, mapSection), // PTG-9.9
    forAllReaders(context, chartSection), // PTG-9.9
    forAllReaders(context, statesSection), // PTG-9.10
    forAllReaders(context, pressSection), // PTG-9.11
    forAllReaders(context, startSection), // PTG-9.12
    sheetSection(context), // PTG-9.13
  ];
}

/** PTG-9.13: the sheet of the open phase, on a page of its own. */
function sheetSection(context: ReportContext): ReportSection | null {
  const { reader, now } = context;
  const form = reader === null ? null : sheet(now, reader.id);
  return form === null ? null : turnSheetSection(context, `Your turn sheet: ${phaseName(now)}`, form);
}
