import type { SeatIdentifier } from '../ruleset.ts';
import type { CharacterCode } from './characters.ts';
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

/** EB-2.4: a character without an ability in a round stands for one that is not known yet. */
const SUPPOSED: CharacterCode = 'war-hero';

/** The state as a seat may see it, with a character for everyone whose character it does not know yet. */
export function supposedState(state: State, seat: SeatIdentifier): State {
  const sight = sightOf(state, seat);
  const players = sight.players.map((player) => {
    return player.id === seat ? player : { ...player, character: player.character ?? SUPPOSED };
  });
  return { ...sight, players };
}
