import { STATES } from '../../country.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { CONVENTION_TURN } from '../data.ts';
import { popularityIn } from '../state.ts';
import type { Sight } from './sight.ts';

/** The colleague who is most popular where the candidate is not; null on other turns and in a party of one. */
export function chooseRunningMate({ state, turn, me, colleagues }: Sight): SeatIdentifier | null {
  if (turn !== CONVENTION_TURN) return null;
  const brings = (id: SeatIdentifier) =>
    STATES.reduce((sum, { code, electoralVotes }) => {
      const here = popularityIn(state.popularity, code, id) - popularityIn(state.popularity, code, me.id);
      return sum + electoralVotes * Math.max(0, here);
    }, 0);
  const ranked = colleagues.map(({ id }) => ({ id, worth: brings(id) }));
  ranked.sort((a, b) => b.worth - a.worth);
  return ranked[0]?.id ?? null;
}
