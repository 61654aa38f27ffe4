import { openPage, type PageOf } from '../report-page.ts';
import type { History, SeatIdentifier } from '../ruleset.ts';
import { type Battleground, boardState, otherParty, PARTY_NAMES, type Party } from './data.ts';
import { ownValue } from './polls.ts';
import { type Player, playerOf, type State } from './state.ts';

/** What every section of a printout is made from. */
export type Page = PageOf<State, Player>;

/** Gathers what the sections need. */
export function pageOf(history: History<State>, seat: SeatIdentifier | null): Page {
  return openPage(history, seat, playerOf);
}

/** A poll as people write it: `D+2`, `R+3`, `even`. */
export function pollWords(poll: number): string {
  if (poll === 0) return 'even';
  return poll < 0 ? `D+${-poll}` : `R+${poll}`;
}

/** A shift with its sign: `+2`, `−1`, `0`. */
export function signed(n: number): string {
  if (n === 0) return '0';
  return n > 0 ? `+${n}` : `−${-n}`;
}

/** `1 square`, `2 squares`. */
export function counted(n: number, one: string): string {
  return `${n} ${n === 1 ? one : `${one}s`}`;
}

export function stateName(code: Battleground): string {
  return boardState(code).name;
}

/** Both totals as in the headline: `D 269, R 269`. */
export function votesWords(votes: Record<Party, number>): string {
  return `D ${votes.D}, R ${votes.R}`;
}

/** `the Democrats`. */
export function theParty(party: Party): string {
  return `the ${PARTY_NAMES[party]}`;
}

/** How many squares a poll went towards a side; less than 0 is away from it. */
export function gained(from: number, to: number, party: Party): number {
  return ownValue(to, party) - ownValue(from, party);
}

/** The side that the lone player does not lead. */
export function automaticParty(state: State): Party {
  return otherParty((state.players[0] as Player).party);
}
