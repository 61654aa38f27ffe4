import { type CountryState, STATES } from '../../country.ts';
import { otherParty } from '../../parties.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { CONVENTION_TURN } from '../data.ts';
import { countVotes, findPlayer, type Leads, leadingParty, popularityIn, type State } from '../state.ts';

// What differs between two states of the game, and how close the states of the country are. The news and the printout
// tell of it. All of it is public (section 8).

/** The states sorted by name, for tables that print names. */
export const STATES_BY_NAME: readonly CountryState[] = [...STATES].sort((a, b) => (a.name < b.name ? -1 : 1));

/** A state of the country that someone else leads now. */
export interface LeadChange {
  state: CountryState;
  from: SeatIdentifier;
  to: SeatIdentifier;
  /** By how much the new leader is more popular there than the former one; 0 if they are tied. */
  margin: number;
}

/**
 * The states with another leader than before, most electoral votes first.
 * @param lead which lead: of a party (EY-6.3), or overall (EY-6.4)
 */
export function leadChanges(before: State, now: State, lead: keyof Leads): LeadChange[] {
  const changes = STATES_BY_NAME.flatMap((state): LeadChange[] => {
    const from = before.leaders[state.code][lead];
    const to = now.leaders[state.code][lead];
    if (from === to) return [];
    const margin =
      popularityIn(now.popularity, state.code, to) - popularityIn(now.popularity, state.code, from);
    return [{ state, from, to, margin }];
  });
  return changes.sort((a, b) => b.state.electoralVotes - a.state.electoralVotes);
}

/** A state of the country in which both parties' leaders have popularity. */
export interface CloseState {
  state: CountryState;
  leader: SeatIdentifier;
  /** The leader of the other party there. */
  challenger: SeatIdentifier;
  /** The popularity of the leader. */
  popularity: number;
  /** By how much the leader is more popular than the challenger; 0 if they are tied. */
  margin: number;
}

/**
 * The states in which both parties' leaders have popularity, the closest first, then those with most electoral votes.
 * @param least the popularity that the leader must have
 */
export function closestStates(now: State, least = 1): CloseState[] {
  const states = STATES_BY_NAME.flatMap((state): CloseState[] => {
    const leads = now.leaders[state.code];
    const leader = leads.overall;
    const challenger = leads[otherParty(leadingParty(leads))];
    const popularity = popularityIn(now.popularity, state.code, leader);
    const behind = popularityIn(now.popularity, state.code, challenger);
    if (popularity < least || behind === 0) return [];
    return [{ state, leader, challenger, popularity, margin: popularity - behind }];
  });
  return states.sort((a, b) => a.margin - b.margin || b.state.electoralVotes - a.state.electoralVotes);
}

/** Whether two candidates are rivals: before the conventions in one party, after them in different ones. */
export function areRivals(now: State, a: SeatIdentifier, b: SeatIdentifier): boolean {
  const [one, other] = [a, b].map((id) => findPlayer(now, id)?.party);
  return (one === other) !== countsOverall(now);
}

/** Whether a candidate's votes are those of overall leads, as from the conventions on (section 8). */
export function countsOverall(now: State): boolean {
  return now.turn >= CONVENTION_TURN;
}

/** A candidate who got ahead of others in electoral votes. */
export interface Overtaking {
  id: SeatIdentifier;
  votes: number;
  overtaken: { id: SeatIdentifier; votes: number }[];
}

/**
 * Who overtook whom in electoral votes, most votes first. Only rivals are compared: before the conventions the members of one
 * party, after them those of both parties. The votes of both turns are counted as they are now.
 */
export function overtakings(before: State, now: State): Overtaking[] {
  const overall = countsOverall(now);
  const earlier = countVotes(before.leaders, overall);
  const later = countVotes(now.leaders, overall);
  const votes = (of: Map<SeatIdentifier, number>, id: SeatIdentifier) => of.get(id) ?? 0;
  return now.players
    .map(({ id, party }) => ({
      id,
      votes: votes(later, id),
      overtaken: now.players
        .filter((other) => (other.party === party) !== overall)
        .filter((other) => votes(earlier, id) < votes(earlier, other.id))
        .filter((other) => votes(later, id) > votes(later, other.id))
        .map((other) => ({ id: other.id, votes: votes(later, other.id) }))
        .sort((a, b) => b.votes - a.votes),
    }))
    .filter(({ overtaken }) => overtaken.length > 0)
    .sort((a, b) => b.votes - a.votes);
}

/** How a candidate's electoral votes changed since the turn before, counted in both turns as they are now. */
export function votesGained(before: State, now: State, id: SeatIdentifier): number {
  const overall = countsOverall(now);
  return (countVotes(now.leaders, overall).get(id) ?? 0) - (countVotes(before.leaders, overall).get(id) ?? 0);
}
