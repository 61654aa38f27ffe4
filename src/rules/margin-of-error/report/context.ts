import { otherParty, PARTY_NAMES, type Party } from '../../parties.ts';
import { type BaseReportContext, baseReportContext } from '../../report-builder.ts';
import type { History, SeatIdentifier } from '../../ruleset.ts';
import { type Battleground, boardState } from '../data.ts';
import { winnerOf } from '../polls.ts';
import { findPlayer, type Player, type State } from '../state.ts';

/** What every section of a printout is made from. */
export type ReportContext = BaseReportContext<State, Player>;

/** Collects what the sections need; `seat` null, or one that is not in the game, makes the public's printout. */
export function reportContext(history: History<State>, seat: SeatIdentifier | null): ReportContext {
  return baseReportContext(history, seat, findPlayer);
}

/** A poll in words: `D+2`, `R+3`, `even`. */
export function pollInWords(poll: number): string {
  if (poll === 0) return 'even';
  return poll < 0 ? `D+${-poll}` : `R+${poll}`;
}

/** The name of a battleground state. */
export function stateName(code: Battleground): string {
  return boardState(code).name;
}

/** Both totals as in the headline: `D 269, R 269`. */
export function votesInWords(votes: Record<Party, number>): string {
  return `D ${votes.D}, R ${votes.R}`;
}

/** `the Democrats`. */
export function theParty(party: Party): string {
  return `the ${PARTY_NAMES[party]}`;
}

/** A poll and who leads there: `D+2`, `even (R)`. */
export function pollWithLeader(poll: number, start: number): string {
  return poll === 0 ? `even (${winnerOf(poll, start)})` : pollInWords(poll);
}

/** In a one-player game, the party of the automatic opponent. */
export function automaticParty(state: State): Party {
  return otherParty((state.players[0] as Player).party);
}

/** The same text with a capital letter at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
