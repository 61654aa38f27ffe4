import type { CountryState } from '../../country.ts';
import { otherParty } from '../../parties.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { findPlayer, type Leads, membersOf, type Player, popularityIn, type State } from '../state.ts';
import { countsOverall, STATES_BY_NAME } from './compare.ts';

// Which leads of a player are at risk, and which states are within reach. What counts before the conventions is the lead in
// the player's party, which gives votes there; after them it is the overall lead. Only public figures are used.

/**
 * A lead is at risk if a rival can take it for this many dollars with a visit. What a rival really has is secret, so it is a
 * sum that most candidates can spare for one state.
 */
export const RIVAL_BUDGET = 100;

/** What next to nothing is, in dollars. */
export const SMALL_CHANGE = 5;

/** A state, the rival who matters there, and what it costs in dollars to take the lead (EY-6.2), with a visit and without. */
export interface Contest {
  state: CountryState;
  rival: SeatIdentifier;
  cost: { visit: number; plain: number };
}

/** Contests in order of electoral votes for the money, and apart from them the states that cost next to nothing. */
export interface Contests {
  contested: Contest[];
  /** A few dollars (`SMALL_CHANGE`) take each of them, even without a visit. Most electoral votes first. */
  open: CountryState[];
}

/** The lead that matters to a player now. */
export function leadThatMatters(now: State, player: Player): keyof Leads {
  return countsOverall(now) ? 'overall' : player.party;
}

/** A player's leads that a rival can take, with the rival for whom it costs least. */
export function risksOf(now: State, player: Player): Contests {
  const lead = leadThatMatters(now, player);
  const contests = STATES_BY_NAME.flatMap((state): Contest[] => {
    if (now.leaders[state.code][lead] !== player.id) return [];
    const [cheapest] = rivalsOf(now, player)
      .map((rival) => ({ state, rival, cost: costToPass(now, state, { id: rival, leader: player.id }) }))
      .sort((a, b) => a.cost.visit - b.cost.visit || a.cost.plain - b.cost.plain);
    return cheapest !== undefined && cheapest.cost.visit <= RIVAL_BUDGET ? [cheapest] : [];
  });
  return sortContests(contests);
}

/** The states in which a player can afford to take the lead; after the conventions, only those that the other party leads. */
export function chancesOf(now: State, player: Player): Contests {
  const contests = STATES_BY_NAME.flatMap((state): Contest[] => {
    const rival = leaderToBeat(now, state, player);
    if (rival === null) return [];
    const cost = costToPass(now, state, { id: player.id, leader: rival });
    return cost.visit <= player.cash ? [{ state, rival, cost }] : [];
  });
  return sortContests(contests);
}

/** Who can take a player's leads: colleagues before the conventions, the other party's members after them. */
function rivalsOf(now: State, player: Player): SeatIdentifier[] {
  const party = countsOverall(now) ? otherParty(player.party) : player.party;
  return membersOf(now.players, party)
    .map(({ id }) => id)
    .filter((id) => id !== player.id);
}

/** The leader whom a player has to beat in a state; null if the player, or after the conventions the party, leads there. */
function leaderToBeat(now: State, { code }: CountryState, player: Player): SeatIdentifier | null {
  const leads = now.leaders[code];
  if (!countsOverall(now)) return leads[player.party] === player.id ? null : leads[player.party];
  return leads.overall === leads[player.party] ? null : leads.overall;
}

/** What it costs to pass the leader: a tie leaves the lead where it is (EY-6.3). */
function costToPass(
  now: State,
  { code }: CountryState,
  { id, leader }: { id: SeatIdentifier; leader: SeatIdentifier },
): Contest['cost'] {
  const missing = popularityIn(now.popularity, code, leader) - popularityIn(now.popularity, code, id) + 1;
  const ability = findPlayer(now, id)?.ability ?? 1;
  return { visit: Math.ceil(missing / ability), plain: missing };
}

function sortContests(contests: readonly Contest[]): Contests {
  const open = contests.filter(({ cost }) => cost.plain <= SMALL_CHANGE).map(({ state }) => state);
  return {
    contested: contests.filter(({ cost }) => cost.plain > SMALL_CHANGE).sort(byWorth),
    open: open.sort((a, b) => b.electoralVotes - a.electoralVotes),
  };
}

/** Most electoral votes for a dollar first; then the larger states. */
function byWorth(a: Contest, b: Contest): number {
  const worth = b.state.electoralVotes * a.cost.visit - a.state.electoralVotes * b.cost.visit;
  return worth || b.state.electoralVotes - a.state.electoralVotes;
}
