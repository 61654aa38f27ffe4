import type { SeatIdentifier } from '../ruleset.ts';
import { type BoardState, STATES_BY_VOTES } from './data.ts';
import { type State, topOf } from './state.ts';

/** The player who alone has the most of these tokens; null if there is none (EB-2.6). */
function leaderAmong(
  held: readonly SeatIdentifier[],
  players: readonly SeatIdentifier[],
): SeatIdentifier | null {
  const top = topOf(held, players);
  return top.length === 1 ? (top[0] as SeatIdentifier) : null;
}

/**
 * EB-6.11: the tokens of a state after a player's success there. In a full state it takes the token of the strongest rival; of
 * equals, the one whose loss helps the player most.
 */
function afterSuccess(
  held: readonly SeatIdentifier[],
  stars: number,
  seat: SeatIdentifier,
  players: readonly SeatIdentifier[],
): SeatIdentifier[] {
  if (held.length < stars) return [...held, seat];
  const [strongest] = topOf(
    held,
    players.filter((id) => id !== seat),
  );
  if (strongest === undefined) return [...held];
  const at = held.indexOf(strongest);
  return [...held.filter((_, i) => i !== at), seat];
}

/** How many successes in a row make a player lead a state, if no one else has any there; 0 for the leader. */
export function successesToLead({ tokens, players }: State, seat: SeatIdentifier, one: BoardState): number {
  const ids = players.map(({ id }) => id);
  let held: SeatIdentifier[] = tokens[one.code];
  let successes = 0;
  while (leaderAmong(held, ids) !== seat) {
    held = afterSuccess(held, one.stars, seat, ids);
    successes += 1;
  }
  return successes;
}

/** The states that a player would lead after a single success there, those with the most votes first. */
export function statesWithinReach(state: State, seat: SeatIdentifier): BoardState[] {
  return STATES_BY_VOTES.filter((one) => successesToLead(state, seat, one) === 1);
}

/** The states in which a single success of a rival ends a player's lead, those with the most votes first. */
export function leadsAtRisk({ tokens, players, leader }: State, seat: SeatIdentifier): BoardState[] {
  const ids = players.map(({ id }) => id);
  return STATES_BY_VOTES.filter(({ code, stars }) => {
    if (leader[code] !== seat) return false;
    return ids.some(
      (rival) => rival !== seat && leaderAmong(afterSuccess(tokens[code], stars, rival, ids), ids) !== seat,
    );
  });
}
