import { counted } from '../../numbers.ts';
import type { Report, ReportSection } from '../../report.ts';
import { buildReport, forAllReaders } from '../../report-builder.ts';
import type { History, SeatIdentifier } from '../../ruleset.ts';
import { phaseName } from '../form.ts';
import { outcome } from '../outcome.ts';
import type { State } from '../state.ts';
import { type ReportContext, reportContext } from './context.ts';
import { chartSection, mapSection } from './figures.ts';
import { guideSection } from './guide.ts';
import { diceUsedSection, happenedSection, skippedSection, winSentences } from './happened.ts';
import { newsOf } from './news.ts';
import { scorePadSection } from './pad.ts';
import { diceSection, isLastTurn, sheetSection, topSection } from './personal.ts';
import { candidatesSection, leadSentence, standingsSection, statesSection } from './standing.ts';

/**
 * The printout before the open phase, or the last one (section 9); for the public if `seat` is null. Everything but the
 * rows of the reader's own sheet that were skipped is public (PS-8.2).
 */
export function report(history: History<State>, seat: SeatIdentifier | null): Report {
  const context = reportContext(history, seat);
  return buildReport(context, {
    title: 'Primary Season',
    subtitle: context.turn === null ? 'The nomination' : phaseName(context.now),
    news: forAllReaders(context, newsOf),
    summary: summarize(context),
    sections: sectionsOf(context),
  });
}

/** The sections in the order of section 9; null for those that this printout does not have. */
function sectionsOf(context: ReportContext): (ReportSection | null)[] {
  return [
    topSection(context), // PS-9.1
    forAllReaders(context, standingsSection), // PS-9.11
    diceSection(context), // PS-9.2
    scorePadSection(context), // PS-9.3
    forAllReaders(context, candidatesSection), // PS-9.4
    forAllReaders(context, statesSection), // PS-9.5
    forAllReaders(context, happenedSection), // PS-9.6
    skippedSection(context), // PS-9.6
    forAllReaders(context, mapSection), // PS-9.7
    forAllReaders(context, chartSection), // PS-9.8
    forAllReaders(context, diceUsedSection), // PS-9.9
    forAllReaders(context, guideSection), // PS-9.11
    sheetSection(context), // PS-9.10
  ];
}

/** The turn in a few plain sentences: the body of the mail. Contains nothing secret. */
function summarize({ now, before, turn, header }: ReportContext): string[] {
  const result = outcome(now);
  if (result !== null) {
    const { winner } = result;
    const won = winner === null ? 'First place is shared.' : `${winner} is the nominee.`;
    return [...winSentences(now), `The game is over after ${counted(now.turn, 'round')}. ${won}`];
  }
  const due = header.due === null || turn === null ? [] : [`Your sheet is due ${header.due}.`];
  const last = isLastTurn(now) ? ['This is the last round.'] : [];
  if (before === null) return [`The season begins with ${counted(now.players.length, 'candidate')}.`, ...due];
  const wins = winSentences(now);
  const told = wins.length === 0 ? ['No place was taken.'] : wins;
  const rolled = now.phase === 'spend' ? ['All re-rolls are made. Now you spend.'] : told;
  return [...rolled, leadSentence(now), ...last, ...due];
}
