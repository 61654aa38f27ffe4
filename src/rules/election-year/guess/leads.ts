import { STATES, type StateCode } from '../../country.ts';
import type { Party } from '../../parties.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { Leaders, Player, State } from '../state.ts';

/** A turn as it is assumed to be played: the state before it and after it, and whose guess it is. */
export interface GuessedStates {
  seat: SeatIdentifier;
  before: State;
  after: State;
}

/** The kinds of leads: in a party (EY-6.3), and overall (EY-6.4). */
export type LeadKind = Party | 'overall';

/** How many states a candidate leads, and their electoral votes. */
export interface Led {
  states: number;
  votes: number;
}

/** What a candidate leads. */
export function ledBy(leaders: Leaders, kind: LeadKind, id: SeatIdentifier): Led {
  const led = STATES.filter(({ code }) => leaders[code][kind] === id);
  return { states: led.length, votes: led.reduce((sum, { electoralVotes }) => sum + electoralVotes, 0) };
}

/** A lead that a candidate gains from someone, or loses to someone. */
export interface LeadChange {
  code: StateCode;
  electoralVotes: number;
  gained: boolean;
  /** Who led before, or leads after. */
  other: SeatIdentifier;
}

/** The leads of one kind that the seat gains or loses, in the order of the states. */
export function leadChanges({ seat, before, after }: GuessedStates, kind: LeadKind): LeadChange[] {
  return STATES.flatMap(({ code, electoralVotes }) => {
    const [was, is] = [before.leaders[code][kind], after.leaders[code][kind]];
    if (was === is || (was !== seat && is !== seat)) return [];
    return [{ code, electoralVotes, gained: is === seat, other: is === seat ? was : is }];
  });
}

/** The seat's candidate before and after the turn. */
export function ownPlayers({ seat, before, after }: GuessedStates): { was: Player; is: Player } {
  const find = (state: State) => state.players.find(({ id }) => id === seat) as Player;
  return { was: find(before), is: find(after) };
}
