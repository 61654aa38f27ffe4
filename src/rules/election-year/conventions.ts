import { ALL_VOTES, STATES } from '../country.ts';
import type { Party } from '../parties.ts';
import type { SeatIdentifier } from '../ruleset.ts';
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

/** What the delegates vote by: leads and popularity after this turn's campaigning. */
export interface ConventionInput {
  players: readonly Player[];
  popularity: Popularity;
  preference: Preference;
  leaders: Leaders;
}

/** EY-6.8: both conventions, Democrats first. */
export function holdConventions(
  input: ConventionInput,
  orders: ReadonlyMap<SeatIdentifier, Orders>,
): Record<Party, Convention> {
  return { D: holdConvention(input, 'D', orders), R: holdConvention(input, 'R', orders) };
}

/** EY-6.8: one convention. Ballots are held until a candidate has more than half of all votes. */
function holdConvention(
  input: ConventionInput,
  party: Party,
  orders: ReadonlyMap<SeatIdentifier, Orders>,
): Convention {
  const popularityByCandidate = sumPopularity(input, party);
  const ballots: Ballot[] = [];
  const eliminated: SeatIdentifier[] = [];
  let candidates = membersOf(input.players, party);
  for (;;) {
    const votes = castVotes(input, party, candidates);
    const ranked = rankCandidates(candidates, votes, popularityByCandidate);
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
function sumPopularity({ players, popularity }: ConventionInput, party: Party): Map<SeatIdentifier, number> {
  return new Map(membersOf(players, party).map(({ id }) => [id, summedPopularity(popularity, id)]));
}

/** EY-6.8: one ballot. Each state votes for the most popular candidate who is left; tied: as in `leadAmong`. */
function castVotes(
  input: ConventionInput,
  party: Party,
  candidates: readonly Player[],
): Record<SeatIdentifier, number> {
  const votes = byPlayer(candidates, () => 0);
  const ids = candidates.map(({ id }) => id);
  for (const { code, electoralVotes } of STATES) {
    const choice = leadAmong(ids, input, code, input.leaders[code][party]);
    votes[choice] = (votes[choice] ?? 0) + electoralVotes;
  }
  return votes;
}

/**
 * EY-6.8: candidates by votes; tied: by summed popularity, then in players' order. The last one is eliminated.
 * @param summed popularity summed over all states, by candidate
 */
function rankCandidates(
  candidates: readonly Player[],
  votes: Readonly<Record<SeatIdentifier, number>>,
  summed: ReadonlyMap<SeatIdentifier, number>,
): SeatIdentifier[] {
  const ids = candidates.map(({ id }) => id);
  return ids.sort((a, b) => (votes[b] ?? 0) - (votes[a] ?? 0) || (summed.get(b) ?? 0) - (summed.get(a) ?? 0));
}
