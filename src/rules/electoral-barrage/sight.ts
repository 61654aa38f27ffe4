import type { SeatIdentifier } from '../ruleset.ts';
import type { State } from './state.ts';

/**
 * Section 8: the state as a seat may see it, without the cards of other players and without the rows of their plans.
 * Opponents and guesses start from it, so that they use nothing else.
 */
export function sightOf(state: State, seat: SeatIdentifier): State {
  const { players, last } = state;
  return {
    ...state,
    players: players.map((player) => (player.id === seat ? player : { ...player, dealt: [] })),
    last: last && {
      ...last,
      placements: last.placements.map((placed) =>
        placed.player === seat ? placed : { ...placed, row: null },
      ),
    },
  };
}
