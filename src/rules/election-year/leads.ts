import { byState, STATES, type StateCode } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { DEALING_ORDER, type Party } from './data.ts';
import { type Leaders, type Leads, membersOf, type Popularity, type Preference } from './state.ts';

/** Leads that a setup gives; the missing ones are dealt. */
export type GivenLeads = Partial<Record<StateCode, Partial<Leads>>>;

/** Who plays, how popular each is, and each state's order of preference. */
interface Field {
  players: readonly { id: SeatIdentifier; party: Party }[];
  popularity: Popularity;
  preference: Preference;
}

/** Opening leads (EY-3.5). Leads that are given stand, and count as decided. */
export function openingLeads(field: Field, given: GivenLeads): Leaders {
  const democrats = openingPartyLeads(field, 'D', given);
  const republicans = openingPartyLeads(field, 'R', given);
  const pairs = byState(({ code }) => ({ D: democrats[code], R: republicans[code] }));
  const overall = openingOverallLeads(field, pairs, given);
  return byState(({ code }) => {
    const { D, R } = pairs[code];
    return { D, R, overall: overall[code] };
  });
}

function openingPartyLeads(field: Field, party: Party, given: GivenLeads): Record<StateCode, SeatIdentifier> {
  const members = membersOf(field.players, party).map(({ id }) => id);
  const led = new Map<SeatIdentifier, number>(members.map((id) => [id, 0]));
  const leads = byState<SeatIdentifier | null>(() => null);
  const lead = (code: StateCode, id: SeatIdentifier, votes: number) => {
    leads[code] = id;
    led.set(id, (led.get(id) ?? 0) + votes);
  };
  for (const { code, electoralVotes } of STATES) {
    const decided = given[code]?.[party] ?? only(mostPopular(members, field.popularity[code]));
    if (decided !== undefined) lead(code, decided, electoralVotes);
  }
  for (const { code, electoralVotes } of DEALING_ORDER) {
    if (leads[code] !== null) continue;
    const tied = mostPopular(members, field.popularity[code]);
    lead(code, poorest(tied, led, field.preference[code]), electoralVotes);
  }
  return leads as Record<StateCode, SeatIdentifier>;
}

function openingOverallLeads(
  { popularity, preference }: Field,
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
    const decided = given[code]?.overall ?? only(mostPopular([D, R], popularity[code]));
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

/** All leads after campaigning: each party's (EY-6.3), then of the two party leaders the overall one (EY-6.4). */
export function settleLeads(field: Field, untilNow: Leaders): Leaders {
  const democrats = membersOf(field.players, 'D').map(({ id }) => id);
  const republicans = membersOf(field.players, 'R').map(({ id }) => id);
  return byState(({ code }) => {
    const before = untilNow[code];
    const D = leadAmong(democrats, field, code, before.D);
    const R = leadAmong(republicans, field, code, before.R);
    return { D, R, overall: leadAmong([D, R], field, code, before.overall) };
  });
}

/**
 * The most popular of some in a state; tied: who is favoured, if among the tied, else the one earliest in the
 * state's order of preference.
 */
export function leadAmong(
  ids: readonly SeatIdentifier[],
  { popularity, preference }: Pick<Field, 'popularity' | 'preference'>,
  code: StateCode,
  favoured: SeatIdentifier,
): SeatIdentifier {
  const tied = mostPopular(ids, popularity[code]);
  return tied.includes(favoured) ? favoured : earliest(tied, preference[code]);
}

/** Those with the most popularity in a state: one, or several who are tied. */
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

function only(ids: readonly SeatIdentifier[]): SeatIdentifier | undefined {
  return ids.length === 1 ? ids[0] : undefined;
}

/** The one with the fewest electoral votes; of several, the one who comes first in the order of preference. */
function poorest(
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

/** The one who comes first in an order of preference that names them all. */
function earliest(ids: readonly SeatIdentifier[], preference: readonly SeatIdentifier[]): SeatIdentifier {
  return preference.find((id) => ids.includes(id)) as SeatIdentifier;
}
