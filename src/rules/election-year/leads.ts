import { byState, STATES, type StateCode } from '../country.ts';
import type { SeatId } from '../ruleset.ts';
import { DEALING_ORDER, type Party } from './data.ts';
import {
  type Leaders,
  type Leads,
  leadingParty,
  membersOf,
  type Popularity,
  type Preference,
  popularityIn,
} from './state.ts';

/** Leads that a setup gives; the missing ones are dealt. */
export type GivenLeads = Partial<Record<StateCode, Partial<Leads>>>;

/** Who plays, how popular each is, and each state's order of preference. */
interface Field {
  players: readonly { id: SeatId; party: Party }[];
  popularity: Popularity;
  preference: Preference;
}

/** Opening leads (EY-3.5). Leads that are given stand, and count as decided. */
export function openingLeads(field: Field, given: GivenLeads): Leaders {
  const democrats = openingPartyLeads(field, 'D', given);
  const republicans = openingPartyLeads(field, 'R', given);
  const pairs = byState(({ code }) => ({ D: democrats[code], R: republicans[code] }));
  const overall = openingOverallLeads(field, pairs, given);
  return byState(({ code }) => ({ ...pairs[code], overall: overall[code] }));
}

function openingPartyLeads(field: Field, party: Party, given: GivenLeads): Record<StateCode, SeatId> {
  const members = membersOf(field.players, party).map(({ id }) => id);
  const led = new Map<SeatId, number>(members.map((id) => [id, 0]));
  const leads = {} as Record<StateCode, SeatId>;
  const lead = (code: StateCode, id: SeatId, votes: number) => {
    leads[code] = id;
    led.set(id, (led.get(id) ?? 0) + votes);
  };
  for (const { code, electoralVotes } of STATES) {
    const decided = given[code]?.[party] ?? only(mostPopular(members, field.popularity, code));
    if (decided !== undefined) lead(code, decided, electoralVotes);
  }
  for (const { code, electoralVotes } of DEALING_ORDER) {
    if (leads[code] !== undefined) continue;
    const tied = mostPopular(members, field.popularity, code);
    const fewest = Math.min(...tied.map((id) => led.get(id) ?? 0));
    const poorest = tied.filter((id) => led.get(id) === fewest);
    lead(code, earliest(poorest, field.preference[code]), electoralVotes);
  }
  return leads;
}

function openingOverallLeads(
  { popularity, preference }: Field,
  pairs: Record<StateCode, Pick<Leads, Party>>,
  given: GivenLeads,
): Record<StateCode, SeatId> {
  const votes = { D: 0, R: 0 };
  const overall = {} as Record<StateCode, SeatId>;
  const lead = (code: StateCode, id: SeatId, electoralVotes: number) => {
    overall[code] = id;
    votes[leadingParty({ ...pairs[code], overall: id })] += electoralVotes;
  };
  for (const { code, electoralVotes } of STATES) {
    const { D, R } = pairs[code];
    const decided = given[code]?.overall ?? only(mostPopular([D, R], popularity, code));
    if (decided !== undefined) lead(code, decided, electoralVotes);
  }
  for (const { code, electoralVotes } of DEALING_ORDER) {
    if (overall[code] !== undefined) continue;
    const { D, R } = pairs[code];
    if (votes.D === votes.R) lead(code, earliest([D, R], preference[code]), electoralVotes);
    else lead(code, votes.D < votes.R ? D : R, electoralVotes);
  }
  return overall;
}

/**
 * Party leads after campaigning (EY-6.3): the most popular member; tied, the leader until now if among the
 * tied, else the one earliest in the state's order of preference.
 */
export function partyLead(field: Field, party: Party, code: StateCode, untilNow: SeatId): SeatId {
  const members = membersOf(field.players, party).map(({ id }) => id);
  return leadAmong(members, field, code, untilNow);
}

/** The overall lead between the two party leaders (EY-6.4), ties as for party leads. */
export function overallLead(
  field: Field,
  pair: Pick<Leads, Party>,
  code: StateCode,
  untilNow: SeatId,
): SeatId {
  return leadAmong([pair.D, pair.R], field, code, untilNow);
}

/** The most popular of some in a state; tied: who is favoured, if among the tied, else by preference. */
export function leadAmong(
  ids: readonly SeatId[],
  { popularity, preference }: Pick<Field, 'popularity' | 'preference'>,
  code: StateCode,
  favoured: SeatId,
): SeatId {
  const tied = mostPopular(ids, popularity, code);
  return tied.includes(favoured) ? favoured : earliest(tied, preference[code]);
}

/** All leads after campaigning (EY-6.3, EY-6.4). */
export function settleLeads(field: Field, untilNow: Leaders): Leaders {
  return byState(({ code }) => {
    const before = untilNow[code];
    const pair = {
      D: partyLead(field, 'D', code, before.D),
      R: partyLead(field, 'R', code, before.R),
    };
    return { ...pair, overall: overallLead(field, pair, code, before.overall) };
  });
}

/** Those with the most popularity in a state: one, or several who are tied. */
function mostPopular(ids: readonly SeatId[], popularity: Popularity, code: StateCode): SeatId[] {
  const most = Math.max(...ids.map((id) => popularityIn(popularity, code, id)));
  return ids.filter((id) => popularityIn(popularity, code, id) === most);
}

function only(ids: readonly SeatId[]): SeatId | undefined {
  return ids.length === 1 ? ids[0] : undefined;
}

/** The one who comes first in an order of preference that names them all. */
function earliest(ids: readonly SeatId[], preference: readonly SeatId[]): SeatId {
  return preference.find((id) => ids.includes(id)) as SeatId;
}
