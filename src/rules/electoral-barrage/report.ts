import type { Report } from '../report.ts';
import { buildReport } from '../report-builder.ts';
import type { History, SeatIdentifier } from '../ruleset.ts';
import { phaseName } from './form.ts';
import { reportContext } from './report-context.ts';
import type { State } from './state.ts';

export function report(history: History<State>, seat: SeatIdentifier | null): Report {
  const context = reportContext(history, seat);
  return buildReport(context, {
    title: 'Electoral Barrage',
    subtitle: context.turn === null ? 'The result' : phaseName(context.now),
    news: null,
    summary: [],
    sections: [],
  });
}
