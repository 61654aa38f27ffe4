import { STATES } from '../country.ts';
import type { Party } from '../parties.ts';
import {
  countPartyVotes,
  type Election,
  type Leaders,
  leadingParty,
  membersOf,
  type Player,
  type Popularity,
  popularityIn,
} from './state.ts';

/** EY-6.10: the party with more electoral votes wins. Tied: by states led, then by popularity, then by DC. */
export function holdElection(players: readonly Player[], leaders: Leaders, popularity: Popularity): Election {
  const votes = countPartyVotes(leaders);
  const byVotes = higher(votes);
  if (byVotes !== null) return { votes, winner: byVotes, decidedBy: 'electoral-votes' };
  const byStates = higher(countStates(leaders));
  if (byStates !== null) return { votes, winner: byStates, decidedBy: 'states' };
  const byPopularity = higher({
    D: bestPopularity(players, 'D', popularity),
    R: bestPopularity(players, 'R', popularity),
  });
  if (byPopularity !== null) return { votes, winner: byPopularity, decidedBy: 'popularity' };
  return { votes, winner: leadingParty(leaders.DC), decidedBy: 'capital' };
}

/** The party with the higher figure; null if they are equal. */
function higher({ D, R }: Record<Party, number>): Party | null {
  if (D === R) return null;
  return D > R ? 'D' : 'R';
}

/** How many states each party leads. */
export function countStates(leaders: Leaders): Record<Party, number> {
  const states = { D: 0, R: 0 };
  for (const { code } of STATES) states[leadingParty(leaders[code])] += 1;
  return states;
}

/** EY-6.10: the popularity of the party's best member in each state, summed over all states (EY-6.11). */
function bestPopularity(players: readonly Player[], party: Party, popularity: Popularity): number {
  const members = membersOf(players, party);
  return STATES.reduce(
    (sum, { code }) => sum + Math.max(...members.map(({ id }) => popularityIn(popularity, code, id))),
    0,
  );
}
