import type { SeatIdentifier } from '../../../ruleset.ts';
import type { State } from '../../state.ts';

/** A processed turn as the news look at it. */
export interface PlayedTurn {
  before: State;
  after: State;
  /** The name of a candidate, short enough for a headline. */
  name(seat: SeatIdentifier): string;
}
