import { nameInHeadline } from '../../../news.ts';
import type { SeatIdentifier } from '../../../ruleset.ts';
import type { Player, Resolution, State } from '../../state.ts';

/** A turn that was played, as its news are made from it. */
export interface PlayedTurn {
  before: State;
  after: State;
  resolutions: readonly Resolution[];
  /** The name of a player as it fits into a headline. */
  who(seat: SeatIdentifier): string;
}

/** The turn between two states. */
export function playedTurn(before: State, after: State, name: (seat: SeatIdentifier) => string): PlayedTurn {
  return {
    ...{ before, after, resolutions: after.last?.resolutions ?? [] },
    who: (seat) => nameInHeadline(name(seat), seat),
  };
}

/** The players by votes, most first; equal ones in players' order. */
export function byVotes({ players }: State): Player[] {
  return players.toSorted((a, b) => b.votes - a.votes || b.states - a.states);
}
