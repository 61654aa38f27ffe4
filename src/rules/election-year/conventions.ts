import { ALL_VOTES, STATES } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Party } from './data.ts';
import { leadAmong } from './leads.ts';
import type { Orders } from './orders.ts';
import {
  type Ballot,
  byPlayer,
  type Convention,
  type Leaders,
  membersOf,
  type Player,
  type Popularity,
  type Preference,
  summedPopularity,
} from './state.ts';

/** The country as the delegates find it: leads settled, popularity as it is after campaigning. */
export interface Delegates {
  players: readonly Player[];
  popularity: Popularity;
  preference: Preference;
  leaders: Leaders;
}

/** EY-6.8: both conventions, Democrats first. */
export function holdConventions(
  delegates: Delegates,
  orders: ReadonlyMap<SeatIdentifier, Orders>,
): Record<Party, Convention> {
  return { D: holdConvention(delegates, 'D', orders), R: holdConvention(delegates, 'R', orders) };
}

/** EY-6.8: ballots until someone has more than half of all votes. */
function holdConvention(
  delegates: Delegates,
  party: Party,
  orders: ReadonlyMap<SeatIdentifier, Orders>,
): Convention {
  const strength = strengthsOf(delegates, party);
  const ballots: Ballot[] = [];
  const eliminated: SeatIdentifier[] = [];
  let candidates = membersOf(delegates.players, party);
  for (;;) {
    const votes = castVotes(delegates, party, candidates);
    const ranked = rankCandidates(candidates, votes, strength);
    const first = ranked[0] as SeatIdentifier;
    if ((votes[first] ?? 0) * 2 > ALL_VOTES) {
      ballots.push({ votes, eliminated: null });
      const order = [...ranked, ...eliminated.reverse()];
      const named = orders.get(first)?.runningMate ?? null;
      return { ballots, president: first, vicePresident: named ?? order[1] ?? null };
    }
    const last = ranked.at(-1) as SeatIdentifier;
    ballots.push({ votes, eliminated: last });
    eliminated.push(last);
    candidates = candidates.filter(({ id }) => id !== last);
  }
}

/** Popularity summed over all states, by candidate. */
function strengthsOf({ players, popularity }: Delegates, party: Party): Map<SeatIdentifier, number> {
  return new Map(membersOf(players, party).map(({ id }) => [id, summedPopularity(popularity, id)]));
}

/** One ballot: each state votes for the most popular candidate left; tied, for the party's leader, or by preference. */
function castVotes(
  delegates: Delegates,
  party: Party,
  candidates: readonly Player[],
): Record<SeatIdentifier, number> {
  const votes = byPlayer(candidates, () => 0);
  const ids = candidates.map(({ id }) => id);
  for (const { code, electoralVotes } of STATES) {
    const choice = leadAmong(ids, delegates, code, delegates.leaders[code][party]);
    votes[choice] = (votes[choice] ?? 0) + electoralVotes;
  }
  return votes;
}

/** By votes; tied: more summed popularity, then earlier in players' order. The last of them is eliminated. */
function rankCandidates(
  candidates: readonly Player[],
  votes: Readonly<Record<SeatIdentifier, number>>,
  strength: ReadonlyMap<SeatIdentifier, number>,
): SeatIdentifier[] {
  const ids = candidates.map(({ id }) => id);
  return ids.sort(
    (a, b) => (votes[b] ?? 0) - (votes[a] ?? 0) || (strength.get(b) ?? 0) - (strength.get(a) ?? 0),
  );
}
