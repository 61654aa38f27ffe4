import { otherParty } from '../../parties.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { CONVENTION_TURN } from '../data.ts';
import { findPlayer, membersOf, type Player, type State } from '../state.ts';

/** A candidate as everyone may see one: cash and income are secret (section 8). */
export type PublicPlayer = Omit<Player, 'cash' | 'income'>;

/** The parts of a state that are public. */
export type PublicState = Omit<State, 'players'> & { players: PublicPlayer[] };

/** What a seat may see, and nothing else: all planning begins here. */
export interface Sight {
  state: PublicState;
  /** The open turn. */
  turn: number;
  me: PublicPlayer;
  /** The seat's own campaign funds in dollars. */
  funds: number;
  /** The other members of the seat's party. */
  colleagues: PublicPlayer[];
  /** The members of the other party. */
  foes: PublicPlayer[];
  /** Whether the seat still has to win its own party. A party of one has nominated its candidate from the start. */
  isPrimary: boolean;
  /** Those whom the seat wants to be ahead of: its colleagues before the conventions, its foes after them. */
  rivals: PublicPlayer[];
}

/** What a seat may see of a state; null if the game has no such seat or is over. */
export function sightOf(state: State, seat: SeatIdentifier): Sight | null {
  const own = findPlayer(state, seat);
  if (own === undefined || state.phase === 'over') return null;
  return sightWith(state, own, own.cash);
}

/** What a candidate with these funds sees. Also used to guess what another candidate might do. */
export function sightWith(state: PublicState, me: PublicPlayer, funds: number): Sight {
  const turn = state.turn + 1;
  const colleagues = membersOf(state.players, me.party).filter(({ id }) => id !== me.id);
  const foes = membersOf(state.players, otherParty(me.party));
  const isPrimary = turn <= CONVENTION_TURN && colleagues.length > 0;
  return { state, turn, me, funds, colleagues, foes, isPrimary, rivals: isPrimary ? colleagues : foes };
}
