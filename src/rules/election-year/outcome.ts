import { otherParty } from '../parties.ts';
import type { Outcome, Standing } from '../ruleset.ts';
import { membersOf, type State } from './state.ts';

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
