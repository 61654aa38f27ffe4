import { STATES } from '../country.ts';
import type { Outcome, Standing } from '../ruleset.ts';
import { otherParty, type Party } from './data.ts';
import {
  countPartyVotes,
  type Election,
  type Leaders,
  leadingParty,
  membersOf,
  type Player,
  type Popularity,
  popularityIn,
  type State,
} from './state.ts';

/** EY-6.10: the party with more electoral votes wins; tied: more states, then popularity, then DC. */
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

/** The popularity of a party's best member in each state, summed; members' are never added (EY-6.11). */
function bestPopularity(players: readonly Player[], party: Party, popularity: Popularity): number {
  const members = membersOf(players, party);
  return STATES.reduce(
    (sum, { code }) => sum + Math.max(...members.map(({ id }) => popularityIn(popularity, code, id))),
    0,
  );
}

/** EY-7.1: the final standings; null while the game goes on. */
export function outcome({ players, conventions, election }: State): Outcome | null {
  if (election === null || conventions === null) return null;
  const party = election.winner;
  const { president, vicePresident } = conventions[party];
  const winners = membersOf(players, party);
  const others = winners.filter(({ id }) => id !== president && id !== vicePresident);
  const losers = membersOf(players, otherParty(party));
  const standings: Standing[] = [{ id: president, place: 1, title: 'President' }];
  if (vicePresident !== null) standings.push({ id: vicePresident, place: 2, title: 'Vice President' });
  for (const { id } of others) standings.push({ id, place: 3, title: 'Winning party' });
  for (const { id } of losers) standings.push({ id, place: winners.length + 1, title: 'Losing party' });
  return { winner: president, party, standings };
}
