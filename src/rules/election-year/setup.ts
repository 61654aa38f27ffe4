import { z } from 'zod';
import { byState, STATE_CODES, type StateCode } from '../country.ts';
import { type Dice, shuffle } from '../dice.ts';
import { faultOf } from '../fault.ts';
import type { Parsed, SeatEntry, SeatIdentifier } from '../ruleset.ts';
import {
  HOME_POPULARITY,
  HOME_STATES,
  otherParty,
  type Party,
  PROFILES,
  type Profile,
  SEATS,
} from './data.ts';
import { type GivenLeads, openingLeads } from './leads.ts';
import {
  byPlayer,
  countPartyVotes,
  countVotes,
  membersOf,
  type Popularity,
  type Preference,
  type State,
} from './state.ts';

const stateCode = z.enum(STATE_CODES as [StateCode, ...StateCode[]], {
  error: 'must be the postal code of one of the 50 states or DC',
});
const count = z
  .int({ error: 'must be a whole number' })
  .min(0, { error: 'must be 0 or more' })
  .transform((value) => value + 0);
const text = z.string({ error: 'must be a text' });

const setupPlayer = z.strictObject(
  {
    id: text.regex(/^[A-Z]{2,3}$/, { error: 'must be 2 or 3 capital letters' }),
    name: text.nullish(),
    party: z.enum(['D', 'R'], { error: 'must be "D" or "R"' }),
    home: stateCode,
    ability: z.int({ error: 'must be a whole number' }).min(1, { error: 'must be 1 or more' }),
    cash: count,
    income: count,
    popularity: z.partialRecord(stateCode, count, { error: 'must be an object of popularity by state' }),
  },
  { error: 'must be a player as an object' },
);

const seatCount = `must be a list of ${SEATS.min} to ${SEATS.max} players`;
const setupShape = z.strictObject(
  {
    players: z
      .array(setupPlayer, { error: seatCount })
      .min(SEATS.min, { error: seatCount })
      .max(SEATS.max, { error: seatCount }),
    preference: z
      .partialRecord(stateCode, z.array(text, { error: 'must be a list of all players' }), {
        error: 'must be an object of lists by state',
      })
      .nullish(),
    leaders: z
      .partialRecord(
        stateCode,
        z.strictObject(
          { D: text.nullish(), R: text.nullish(), overall: text.nullish() },
          { error: 'must be an object with "D", "R" and "overall"' },
        ),
        { error: 'must be an object of leads by state' },
      )
      .nullish(),
  },
  { error: 'must be an object with "players"' },
);

/** A candidate at the start: money in dollars, popularity 0 where it names no state. */
export interface SetupPlayer extends Profile {
  id: SeatIdentifier;
  name: string;
  party: Party;
  home: StateCode;
  popularity: Partial<Record<StateCode, number>>;
}

/** All that chance decides before turn 1 (EY-3.6), with the orders of preference filled in. */
export interface Setup {
  players: SetupPlayer[];
  preference: Preference;
  leaders: GivenLeads;
}

/** A new game's setup from its seats, with the dice of processing 0, in the order of EY-3.2. */
export function setUp(seats: readonly SeatEntry[], dice: Dice): Setup {
  const order = shuffle(seats, dice);
  const first: Party = dice.roll(2) === 1 ? 'D' : 'R';
  const second = otherParty(first);
  const homes = shuffle(HOME_STATES, dice);
  const drafted = order.map(({ id, name }, i) => ({ id, name, party: i % 2 === 0 ? first : second }));
  const profiles = new Map<SeatIdentifier, Profile>();
  for (const party of [first, second]) {
    const members = membersOf(drafted, party);
    const cycle = members.map((_, i) => PROFILES[i % PROFILES.length] as Profile);
    const dealt = shuffle(cycle, dice);
    for (const [i, { id }] of members.entries()) {
      profiles.set(id, handicapped(dealt[i] as Profile, members.length, drafted.length));
    }
  }
  const players = drafted.map((player, i): SetupPlayer => {
    const home = (homes[i] as (typeof homes)[number]).code;
    const profile = profiles.get(player.id) as Profile;
    return { ...player, home, ...profile, popularity: { [home]: HOME_POPULARITY } };
  });
  const ids = players.map(({ id }) => id);
  return { players, preference: byState(() => shuffle(ids, dice)), leaders: {} };
}

/** Cash and income of a member of a party that is smaller than the other (EY-3.4). */
function handicapped(profile: Profile, size: number, players: number): Profile {
  const other = players - size;
  if (size >= other) return { ...profile };
  const raised = (dollars: number) => Math.floor((dollars * other) / size);
  return { ability: profile.ability, cash: raised(profile.cash), income: raised(profile.income) };
}

/** Checks a setup from outside (EY-3.6); the first fault is named by its path. */
export function parseSetup(json: unknown): Parsed<Setup> {
  const parsed = setupShape.safeParse(json);
  if (!parsed.success) return { ok: false, problem: faultOf(parsed.error) };
  const players = parsed.data.players.map((player) => ({ ...player, name: player.name ?? player.id }));
  const ids = players.map(({ id }) => id);
  const preference = parsed.data.preference ?? {};
  const leaders = withoutNulls(parsed.data.leaders ?? {});
  const fault =
    faultOfPlayers(players) ?? faultOfPreference(preference, ids) ?? faultOfLeaders(leaders, players);
  if (fault !== null) return bad(...fault);
  const setup = { players, preference: byState(({ code }) => preference[code] ?? [...ids]), leaders };
  const stray = strayOverall(setup);
  if (stray !== null) {
    return bad(`leaders.${stray}.overall`, 'must be the leader of one of the two parties in that state');
  }
  return { ok: true, value: setup };
}

type Fault = [field: string, message: string];

function bad(field: string, message: string): Parsed<never> {
  return { ok: false, problem: { field, message } };
}

function faultOfPlayers(players: readonly SetupPlayer[]): Fault | null {
  const twice = players.findIndex(({ id }, i) => players.slice(0, i).some((earlier) => earlier.id === id));
  if (twice >= 0) return [`players[${twice}].id`, 'must differ from the identifiers before it'];
  if (membersOf(players, 'D').length === 0 || membersOf(players, 'R').length === 0) {
    return ['players', 'must have at least one member of each party'];
  }
  return null;
}

function faultOfPreference(preference: Partial<Preference>, ids: readonly SeatIdentifier[]): Fault | null {
  for (const code of STATE_CODES) {
    const list = preference[code];
    if (list === undefined) continue;
    const complete = list.length === ids.length && ids.every((id) => list.includes(id));
    if (!complete) return [`preference.${code}`, 'must name every player exactly once'];
  }
  return null;
}

function faultOfLeaders(leaders: GivenLeads, players: readonly SetupPlayer[]): Fault | null {
  for (const code of STATE_CODES) {
    const given = leaders[code] ?? {};
    for (const key of ['D', 'R', 'overall'] as const) {
      const id = given[key];
      if (id === undefined) continue;
      const player = players.find((candidate) => candidate.id === id);
      if (player === undefined) return [`leaders.${code}.${key}`, 'must be the identifier of a player'];
      if (key !== 'overall' && player.party !== key) {
        return [`leaders.${code}.${key}`, `must be a member of party ${key}`];
      }
    }
  }
  return null;
}

function withoutNulls(
  leaders: Partial<Record<StateCode, { D?: string | null; R?: string | null; overall?: string | null }>>,
): GivenLeads {
  const given: GivenLeads = {};
  for (const code of STATE_CODES) {
    const leads = leaders[code];
    if (leads === undefined) continue;
    const entries = Object.entries(leads).filter(([, id]) => id !== null && id !== undefined);
    if (entries.length > 0) given[code] = Object.fromEntries(entries);
  }
  return given;
}

/** The first state whose given overall leader leads neither party there. */
function strayOverall(setup: Setup): StateCode | null {
  if (STATE_CODES.every((code) => setup.leaders[code]?.overall === undefined)) return null;
  const leaders = openingLeads({ ...setup, popularity: openingPopularity(setup) }, setup.leaders);
  const stray = STATE_CODES.find((code) => {
    const { D, R, overall } = leaders[code];
    return overall !== D && overall !== R;
  });
  return stray ?? null;
}

function openingPopularity(setup: Setup): Popularity {
  const popularity = byState(() => ({}) as Record<SeatIdentifier, number>);
  for (const player of setup.players) {
    for (const code of STATE_CODES) popularity[code][player.id] = player.popularity[code] ?? 0;
  }
  return popularity;
}

/** The state before turn 1, with the opening leads (EY-3.5). */
export function begin(setup: Setup): State {
  const popularity = openingPopularity(setup);
  const { preference } = setup;
  const leaders = openingLeads({ players: setup.players, popularity, preference }, setup.leaders);
  const votes = countVotes(leaders, false);
  return {
    turn: 0,
    phase: 'primary',
    players: setup.players.map(({ id, name, party, home, ability, cash, income }) => ({
      ...{ id, name, party, home, ability, experience: 0, cash, income },
      ...{ raised: 0, contributions: 0, votes: votes.get(id) ?? 0 },
    })),
    preference,
    partyVotes: countPartyVotes(leaders),
    popularity,
    leaders,
    fundraising: byPlayer(setup.players, () => []),
    campaigning: byPlayer(setup.players, () => []),
    press: [],
    conventions: null,
    promoted: [],
    election: null,
  };
}
