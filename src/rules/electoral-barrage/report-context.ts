import { type BaseReportContext, baseReportContext } from '../report-builder.ts';
import type { History, SeatIdentifier } from '../ruleset.ts';
import { findPlayer, type Player, type State } from './state.ts';

/** What every section of a printout is made from. */
export type ReportContext = BaseReportContext<State, Player>;

/** Collects what the sections need; `seat` null, or one that is not in the game, makes the public's printout. */
export function reportContext(history: History<State>, seat: SeatIdentifier | null): ReportContext {
  return baseReportContext(history, seat, findPlayer);
}
