import type { StateCode } from '../../country.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { boardState, FREE_BALLOTS, STATES_BY_VOTES } from '../data.ts';
import { type BallotRow, contendersIn, type Orders } from '../orders.ts';
import { countOf, type PlayedBallot, type Player, type State, type Tokens } from '../state.ts';

/** A player's part of the recount. */
interface Balloting {
  player: Player;
  /** All 51 states, the player's own rows first. */
  list: BallotRow[];
  /** The War Hero's free ballots that are left. */
  free: number;
  /** Ballots played by state. */
  played: Map<StateCode, number>;
}

/**
 * EB-6.16: plays absentee ballots in players' order, one a go, until a full circle passes without one. Takes them from
 * the banks of `state`, and adds none to its tokens.
 * @param ordersOf the checked orders of a seat
 */
export function playBallots(state: State, ordersOf: (seat: SeatIdentifier) => Orders): PlayedBallot[] {
  const all: PlayedBallot[] = [];
  const ballotings = state.players.map(
    (player): Balloting => ({
      player,
      list: listOf(ordersOf(player.id).ballots),
      free: player.character === 'war-hero' ? FREE_BALLOTS : 0,
      played: new Map(),
    }),
  );
  for (let isOver = false; !isOver; ) {
    isOver = true;
    for (const balloting of ballotings) {
      const ballot = playOne(state, balloting, all);
      if (ballot === null) continue;
      all.push(ballot);
      isOver = false;
    }
  }
  return all;
}

/** The player's rows, then all other states by electoral votes, ties in code order, without limit. */
function listOf(rows: readonly BallotRow[]): BallotRow[] {
  const others = STATES_BY_VOTES.filter(({ code }) => !rows.some((row) => row.state === code));
  return [...rows, ...others.map(({ code }) => ({ state: code, most: null }))];
}

/** One go: the ballot for the first state of the list that takes one; null if the player passes. */
function playOne(state: State, balloting: Balloting, played: readonly PlayedBallot[]): PlayedBallot | null {
  const { player, list } = balloting;
  if (player.ballots === 0 && balloting.free === 0) return null;
  for (const { state: code, most } of list) {
    const own = balloting.played.get(code) ?? 0;
    if (most !== null && own >= most) continue;
    if (!contendersIn(state, code).includes(player.id) || isAhead(state, played, code, player.id)) continue;
    const free = boardState(code).class === 'blue' && balloting.free > 0;
    if (!free && player.ballots === 0) continue;
    if (free) balloting.free -= 1;
    else player.ballots -= 1;
    balloting.played.set(code, own + 1);
    return { player: player.id, state: code, free };
  }
  return null;
}

/** Whether a player has more tokens and ballots in a state than each other player. */
function isAhead(
  state: State,
  played: readonly PlayedBallot[],
  code: StateCode,
  seat: SeatIdentifier,
): boolean {
  const held = withBallots(state.tokens, played, code);
  const own = countOf(held, seat);
  return state.players.every(({ id }) => id === seat || countOf(held, id) < own);
}

/** The tokens of a state and the ballots played there, one entry each (EB-6.17). */
export function withBallots(
  tokens: Tokens,
  played: readonly PlayedBallot[],
  code: StateCode,
): SeatIdentifier[] {
  const ballots = played.filter((ballot) => ballot.state === code).map(({ player }) => player);
  return [...tokens[code], ...ballots];
}
