import type { StateCode } from '../../country.ts';
import { counted } from '../../numbers.ts';
import { type BaseReportContext, baseReportContext } from '../../report-builder.ts';
import type { History, SeatIdentifier } from '../../ruleset.ts';
import { CHARACTERS } from '../characters.ts';
import { boardState } from '../data.ts';
import { findPlayer, type Player, type State, topOf } from '../state.ts';

/** What every section of a printout is made from. */
export type ReportContext = BaseReportContext<State, Player>;

/** Collects what the sections need; `seat` null, or one that is not in the game, makes the public's printout. */
export function reportContext(history: History<State>, seat: SeatIdentifier | null): ReportContext {
  return baseReportContext(history, seat, findPlayer);
}

/** `61 votes in 2 states`. */
export function strengthInWords({ votes, states }: { votes: number; states: number }): string {
  return `${counted(votes, 'vote')} in ${counted(states, 'state')}`;
}

/** A player's character as everyone may see it: what it is once it is chosen. */
export function characterInWords({ character }: Player): string {
  return character === null ? 'not chosen yet' : CHARACTERS[character].title;
}

/** EB-7.1: the place of a player by votes and states, from 1; equal players share one. */
export function placeNow({ players }: State, { votes, states }: Player): number {
  const isAhead = (other: Player) => other.votes > votes || (other.votes === votes && other.states > states);
  return 1 + players.filter(isAhead).length;
}

/** The stars of a state with the identifiers of their tokens: `AB AB –`. */
export function starsInWords({ tokens }: State, code: StateCode): string {
  const free = boardState(code).stars - tokens[code].length;
  return [...tokens[code], ...Array.from({ length: free }, () => '–')].join(' ');
}

/** The players who are tied for the most tokens in a state that no one leads; none if it is empty. */
export function tiedIn({ tokens, players }: State, code: StateCode): SeatIdentifier[] {
  return topOf(
    tokens[code],
    players.map(({ id }) => id),
  );
}
