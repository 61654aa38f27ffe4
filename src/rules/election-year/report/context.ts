import type { CountryState } from '../../country.ts';
import { grouped } from '../../numbers.ts';
import type { Party } from '../../parties.ts';
import type { Cell } from '../../report.ts';
import { type BaseReportContext, baseReportContext } from '../../report-builder.ts';
import type { History, SeatIdentifier } from '../../ruleset.ts';
import { findPlayer, type Player, type State } from '../state.ts';

/** What every section of a printout is made from. */
export type ReportContext = BaseReportContext<State, Player>;

/** Collects what the sections need; `seat` null, or one that is not in the game, makes the public's printout. */
export function reportContext(history: History<State>, seat: SeatIdentifier | null): ReportContext {
  return baseReportContext(history, seat, findPlayer);
}

/** An identifier in its party's accent. */
export function identifierCell(context: ReportContext, identifier: SeatIdentifier): Cell {
  return { text: identifier, tone: partyOf(context, identifier), strong: true };
}

/** The party of a player. */
export function partyOf(context: ReportContext, identifier: SeatIdentifier): Party {
  return (findPlayer(context.now, identifier) as Player).party;
}

/** A figure in a table; a dash instead of 0, so that the figures that matter stand out. */
export function dashIfZero(value: number, inWords: (value: number) => string = grouped): string {
  return value === 0 ? '–' : inWords(value);
}

/** A state in running text with its electoral votes: `Ohio (17)`. */
export function stateWithVotes({ name, electoralVotes }: CountryState): string {
  return `${name} (${electoralVotes})`;
}
