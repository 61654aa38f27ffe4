import { byState, STATES, type StateCode } from '../country.ts';
import type { Party } from '../parties.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { DEALING_ORDER } from './data.ts';
import { type Leaders, type Leads, membersOf, type Popularity, type Preference } from './state.ts';

/** The leads that a setup names. Those that are missing are dealt. */
export type GivenLeads = Partial<Record<StateCode, Partial<Leads>>>;

/** Who plays, how popular each is, and each state's order of preference. */
interface Race {
  players: readonly { id: SeatIdentifier; party: Party }[];
  popularity: Popularity;
  preference: Preference;
}

/** Opening leads (EY-3.5). Leads that the setup names are kept and count as decided. */
export function openingLeads(race: Race, given: GivenLeads): Leaders {
  const democrats = openingPartyLeads(race, 'D', given);
  const republicans = openingPartyLeads(race, 'R', given);
  const pairs = byState(({ code }) => ({ D: democrats[code], R: republicans[code] }));
  const overall = openingOverallLeads(race, pairs, given);
  return byState(({ code }) => {
    const { D, R } = pairs[code];
    return { D, R, overall: overall[code] };
  });
}

/** EY-3.5: a state with one most popular member of the party goes to that member; the others are dealt. */
function openingPartyLeads(race: Race, party: Party, given: GivenLeads): Record<StateCode, SeatIdentifier> {
  const members = membersOf(race.players, party).map(({ id }) => id);
  const votesLed = new Map<SeatIdentifier, number>(members.map((id) => [id, 0]));
  const leads = byState<SeatIdentifier | null>(() => null);
  const lead = (code: StateCode, id: SeatIdentifier, votes: number) => {
    leads[code] = id;
    votesLed.set(id, (votesLed.get(id) ?? 0) + votes);
  };
  for (const { code, electoralVotes } of STATES) {
    const decided = given[code]?.[party] ?? single(mostPopular(members, race.popularity[code]));
    if (decided !== undefined) lead(code, decided, electoralVotes);
  }
  for (const { code, electoralVotes } of DEALING_ORDER) {
    if (leads[code] !== null) continue;
    const tied = mostPopular(members, race.popularity[code]);
    lead(code, withFewestVotes(tied, votesLed, race.preference[code]), electoralVotes);
  }
  return leads as Record<StateCode, SeatIdentifier>;
}

/** EY-3.5: a state goes to the more popular of its two party leaders; tied states are dealt to the parties. */
function openingOverallLeads(
  { popularity, preference }: Race,
  pairs: Record<StateCode, Pick<Leads, Party>>,
  given: GivenLeads,
): Record<StateCode, SeatIdentifier> {
  const votes = { D: 0, R: 0 };
  const overall = byState<SeatIdentifier | null>(() => null);
  const lead = (code: StateCode, id: SeatIdentifier, electoralVotes: number) => {
    overall[code] = id;
    votes[id === pairs[code].D ? 'D' : 'R'] += electoralVotes;
  };
  for (const { code, electoralVotes } of STATES) {
    const { D, R } = pairs[code];
    const decided = given[code]?.overall ?? single(mostPopular([D, R], popularity[code]));
    if (decided !== undefined) lead(code, decided, electoralVotes);
  }
  for (const { code, electoralVotes } of DEALING_ORDER) {
    if (overall[code] !== null) continue;
    const { D, R } = pairs[code];
    if (votes.D === votes.R) lead(code, earliest([D, R], preference[code]), electoralVotes);
    else lead(code, votes.D < votes.R ? D : R, electoralVotes);
  }
  return overall as Record<StateCode, SeatIdentifier>;
}

/** The leads after campaigning: in each party (EY-6.3), then overall among the two party leaders (EY-6.4). */
export function settleLeads(race: Race, previous: Leaders): Leaders {
  const democrats = membersOf(race.players, 'D').map(({ id }) => id);
  const republicans = membersOf(race.players, 'R').map(({ id }) => id);
  return byState(({ code }) => {
    const before = previous[code];
    const D = leadAmong(democrats, race, code, before.D);
    const R = leadAmong(republicans, race, code, before.R);
    return { D, R, overall: leadAmong([D, R], race, code, before.overall) };
  });
}

/**
 * The most popular of several players in a state. Tied: the incumbent, if among the tied; else the one earliest in the
 * state's order of preference.
 */
export function leadAmong(
  ids: readonly SeatIdentifier[],
  { popularity, preference }: Pick<Race, 'popularity' | 'preference'>,
  code: StateCode,
  incumbent: SeatIdentifier,
): SeatIdentifier {
  const tied = mostPopular(ids, popularity[code]);
  return tied.includes(incumbent) ? incumbent : earliest(tied, preference[code]);
}

/** The players with the most popularity in a state: one, or several who are tied. */
function mostPopular(
  ids: readonly SeatIdentifier[],
  popularity: Readonly<Record<SeatIdentifier, number>>,
): SeatIdentifier[] {
  let max = -1;
  let tied: SeatIdentifier[] = [];
  for (const id of ids) {
    const here = popularity[id] ?? 0;
    if (here > max) {
      max = here;
      tied = [id];
    } else if (here === max) {
      tied.push(id);
    }
  }
  return tied;
}

/** The only entry of a list; undefined if there are several. */
function single(ids: readonly SeatIdentifier[]): SeatIdentifier | undefined {
  return ids.length === 1 ? ids[0] : undefined;
}

/** The player with the fewest electoral votes; tied: the one earliest in the order of preference. */
function withFewestVotes(
  ids: readonly SeatIdentifier[],
  votes: ReadonlyMap<SeatIdentifier, number>,
  preference: readonly SeatIdentifier[],
): SeatIdentifier {
  let chosen = earliest(ids, preference);
  for (const id of preference) {
    if (ids.includes(id) && (votes.get(id) ?? 0) < (votes.get(chosen) ?? 0)) chosen = id;
  }
  return chosen;
}

/** The player who comes first in the order of preference, which names every player. */
function earliest(ids: readonly SeatIdentifier[], preference: readonly SeatIdentifier[]): SeatIdentifier {
  return preference.find((id) => ids.includes(id)) as SeatIdentifier;
}
