import { byState, STATE_CODES, type StateCode } from '../country.ts';
import { type Dice, shuffle } from '../dice.ts';
import { otherParty, type Party } from '../parties.ts';
import type { SeatEntry, SeatIdentifier } from '../ruleset.ts';
import { HOME_POPULARITY, HOME_STATES, PROFILES, type Profile } from './data.ts';
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

/** A candidate at the start. Money is in dollars; popularity is 0 in states that are not named. */
export interface SetupPlayer extends Profile {
  id: SeatIdentifier;
  name: string;
  party: Party;
  home: StateCode;
  popularity: Partial<Record<StateCode, number>>;
}

/** Everything that chance decides before turn 1 (EY-3.6), with the orders of preference filled in. */
export interface Setup {
  players: SetupPlayer[];
  preference: Preference;
  leaders: GivenLeads;
}

/** The setup of a new game from its seats, with the dice of processing 0, drawn in the order of EY-3.2. */
export function setUp(seats: readonly SeatEntry[], dice: Dice): Setup {
  const order = shuffle(seats, dice);
  const first: Party = dice.roll(2) === 1 ? 'D' : 'R';
  const parties = [first, otherParty(first)] as const;
  const homes = shuffle(HOME_STATES, dice);
  const candidates = order.map(({ identifier, name }, i) => ({
    id: identifier,
    name,
    party: parties[i % 2] as Party,
  }));
  const profiles = dealProfiles(candidates, parties, dice);
  const players = candidates.map((candidate, i): SetupPlayer => {
    const home = (homes[i] as (typeof homes)[number]).code;
    const profile = profiles.get(candidate.id) as Profile;
    return { ...candidate, home, ...profile, popularity: { [home]: HOME_POPULARITY } };
  });
  const ids = players.map(({ id }) => id);
  return { players, preference: byState(() => shuffle(ids, dice)), leaders: {} };
}

/** EY-3.2.4: the profiles of both parties, that of the first player first; with the handicap of EY-3.4. */
function dealProfiles(
  candidates: readonly { id: SeatIdentifier; party: Party }[],
  parties: readonly Party[],
  dice: Dice,
): Map<SeatIdentifier, Profile> {
  const profiles = new Map<SeatIdentifier, Profile>();
  for (const party of parties) {
    const members = membersOf(candidates, party);
    const cycle = members.map((_, i) => PROFILES[i % PROFILES.length] as Profile);
    const dealt = shuffle(cycle, dice);
    for (const [i, { id }] of members.entries()) {
      profiles.set(id, withHandicap(dealt[i] as Profile, members.length, candidates.length));
    }
  }
  return profiles;
}

/** EY-3.4: more cash and income for a member of the smaller party. */
function withHandicap(profile: Profile, partySize: number, players: number): Profile {
  const otherSize = players - partySize;
  if (partySize >= otherSize) return { ...profile };
  const raised = (dollars: number) => Math.floor((dollars * otherSize) / partySize);
  return { ability: profile.ability, cash: raised(profile.cash), income: raised(profile.income) };
}

/** Popularity at the start, with every player named in every state. */
export function openingPopularity(setup: Setup): Popularity {
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
