import { byState, STATES, type StateCode } from '../country.ts';
import type { Party } from '../parties.ts';
import type { SeatIdentifier } from '../ruleset.ts';

/** A candidate. Money is in dollars; `raised` and `contributions` are those of the last turn. */
export interface Player {
  id: SeatIdentifier;
  name: string;
  party: Party;
  home: StateCode;
  ability: number;
  experience: number;
  cash: number;
  income: number;
  raised: number;
  contributions: number;
  votes: number;
}

/** Who leads a state: in each party, and overall (one of those two). */
export interface Leads {
  D: SeatIdentifier;
  R: SeatIdentifier;
  overall: SeatIdentifier;
}

export type Leaders = Record<StateCode, Leads>;
export type Popularity = Record<StateCode, Record<SeatIdentifier, number>>;
export type Preference = Record<StateCode, SeatIdentifier[]>;

/** A fund-raising trip and what it raised, in dollars. */
export interface Trip {
  state: StateCode;
  raised: number;
}

/** Dollars spent in a state and the popularity they bought. */
export interface Campaigning {
  state: StateCode;
  spent: number;
  gained: number;
}

export interface PressRelease {
  from: SeatIdentifier;
  text: string;
}

/** One ballot of a convention: electoral votes by candidate. */
export interface Ballot {
  votes: Record<SeatIdentifier, number>;
  eliminated: SeatIdentifier | null;
}

export interface Convention {
  ballots: Ballot[];
  president: SeatIdentifier;
  vicePresident: SeatIdentifier | null;
}

export type DecidedBy = 'electoral-votes' | 'states' | 'popularity' | 'capital';

export interface Election {
  votes: Record<Party, number>;
  winner: Party;
  decidedBy: DecidedBy;
}

/**
 * Everything the game needs to go on. A database may return it with the keys of its records in another order, so nothing
 * may depend on that order, only on `players`, `preference` and the country's list of states.
 */
export interface State {
  /** Turns processed. */
  turn: number;
  phase: 'primary' | 'general' | 'over';
  /** In players' order (EY-3.2). */
  players: Player[];
  preference: Preference;
  partyVotes: Record<Party, number>;
  popularity: Popularity;
  leaders: Leaders;
  fundraising: Record<SeatIdentifier, Trip[]>;
  campaigning: Record<SeatIdentifier, Campaigning[]>;
  press: PressRelease[];
  conventions: Record<Party, Convention> | null;
  promoted: SeatIdentifier[];
  election: Election | null;
}

/** The player with an identifier; undefined if the game has none. */
export function findPlayer(state: Pick<State, 'players'>, id: SeatIdentifier): Player | undefined {
  return state.players.find((player) => player.id === id);
}

/** The members of a party in players' order. */
export function membersOf<P extends { party: Party }>(players: readonly P[], party: Party): P[] {
  return players.filter((player) => player.party === party);
}

/** A player's popularity in a state. */
export function popularityIn(popularity: Popularity, code: StateCode, id: SeatIdentifier): number {
  return popularity[code][id] ?? 0;
}

/** A player's popularity summed over all states. */
export function summedPopularity(popularity: Popularity, id: SeatIdentifier): number {
  return STATES.reduce((sum, { code }) => sum + popularityIn(popularity, code, id), 0);
}

/** The party that leads a state: that of its overall leader (EY-6.4). */
export function leadingParty(leads: Leads): Party {
  return leads.overall === leads.D ? 'D' : 'R';
}

/** Electoral votes of the states that each party leads (section 8). */
export function countPartyVotes(leaders: Leaders): Record<Party, number> {
  const votes = { D: 0, R: 0 };
  for (const { code, electoralVotes } of STATES) votes[leadingParty(leaders[code])] += electoralVotes;
  return votes;
}

/**
 * Each player's electoral votes: those of the states where the player is party leader, or, once the conventions have been
 * held, overall leader (section 8).
 */
export function countVotes(leaders: Leaders, afterConventions: boolean): Map<SeatIdentifier, number> {
  const votes = new Map<SeatIdentifier, number>();
  for (const { code, electoralVotes } of STATES) {
    const { D, R, overall } = leaders[code];
    for (const id of afterConventions ? [overall] : [D, R])
      votes.set(id, (votes.get(id) ?? 0) + electoralVotes);
  }
  return votes;
}

/** A record with one value for each player, in players' order. */
export function byPlayer<T>(
  players: readonly { id: SeatIdentifier }[],
  value: (id: SeatIdentifier) => T,
): Record<SeatIdentifier, T> {
  const record: Record<SeatIdentifier, T> = {};
  for (const { id } of players) record[id] = value(id);
  return record;
}

/** The state as in section 8 of the rules: the same keys in the same order, secrets included. */
export function canonical(state: State): unknown {
  return {
    turn: state.turn,
    phase: state.phase,
    players: state.players.map(canonicalPlayer),
    partyVotes: { D: state.partyVotes.D, R: state.partyVotes.R },
    popularity: byState(({ code }) =>
      byPlayer(state.players, (id) => popularityIn(state.popularity, code, id)),
    ),
    leaders: byState(({ code }) => {
      const { D, R, overall } = state.leaders[code];
      return { D, R, overall };
    }),
    fundraising: byPlayer(state.players, (id) =>
      (state.fundraising[id] ?? []).map((trip) => ({ state: trip.state, raised: trip.raised })),
    ),
    campaigning: byPlayer(state.players, (id) =>
      (state.campaigning[id] ?? []).map((row) => ({
        state: row.state,
        spent: row.spent,
        gained: row.gained,
      })),
    ),
    press: state.press.map(({ from, text }) => ({ from, text })),
    conventions: state.conventions && {
      D: canonicalConvention(state.conventions.D, state.players),
      R: canonicalConvention(state.conventions.R, state.players),
    },
    promoted: [...state.promoted],
    election: state.election && {
      votes: { D: state.election.votes.D, R: state.election.votes.R },
      winner: state.election.winner,
      decidedBy: state.election.decidedBy,
    },
  };
}

function canonicalPlayer(player: Player): Omit<Player, 'name'> {
  const { id, party, home, ability, experience, cash, income, raised, contributions, votes } = player;
  return { id, party, home, ability, experience, cash, income, raised, contributions, votes };
}

function canonicalConvention({ ballots, president, vicePresident }: Convention, players: readonly Player[]) {
  return {
    ballots: ballots.map(({ votes, eliminated }) => ({
      votes: byPlayer(
        players.filter(({ id }) => id in votes),
        (id) => votes[id] ?? 0,
      ),
      eliminated,
    })),
    president,
    vicePresident,
  };
}
