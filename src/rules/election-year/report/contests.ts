import type { CountryState } from '../../country.ts';
import { otherParty } from '../../parties.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { type Leads, membersOf, type Player, popularityIn, type State } from '../state.ts';
import { countsOverall, STATES_BY_NAME } from './compare.ts';

// Which leads of a player are at risk, and which states are within reach. What counts before the conventions is the lead in
// the player's party, which gives votes there; after them it is the overall lead of any member of the party. Only public
// figures are used, and the player's own cash.

/**
 * A lead is at risk if a rival can take it for this many dollars with a visit. What others really have is secret, so it is a
 * sum that most candidates can spare for one state.
 */
export const OTHERS_BUDGET = 100;

/** What next to nothing is, in dollars. */
export const SMALL_CHANGE = 5;

/** A state, and what it costs in dollars to take the lead there (EY-6.2), with a visit and without. */
export interface Contest {
  state: CountryState;
  leader: SeatIdentifier;
  /** Who would take the lead: of several candidates, the one for whom it costs least. */
  challenger: SeatIdentifier;
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

/** A player's leads that a rival can take. */
export function risksOf(now: State, player: Player): Contests {
  return leadsAtRisk(now, player, [player]);
}

/** The leads of others in a player's party that a rival can take; none before the conventions, when they are rivals. */
export function partyRisksOf(now: State, player: Player): Contests {
  return leadsAtRisk(now, player, colleaguesOf(now, player));
}

function leadsAtRisk(now: State, player: Player, holders: readonly Player[]): Contests {
  const lead = leadThatMatters(now, player);
  const rivals = rivalsOf(now, player);
  const contests = STATES_BY_NAME.flatMap((state): Contest[] => {
    const holder = holders.find(({ id }) => now.leaders[state.code][lead] === id);
    return holder === undefined ? [] : cheapest(now, state, { leader: holder.id, challengers: rivals });
  });
  return sortContests(contests.filter(({ cost }) => cost.visit <= OTHERS_BUDGET));
}

/** The states in which a player can afford to take the lead; after the conventions, only those that the other party leads. */
export function chancesOf(now: State, player: Player): Contests {
  const contests = statesToTake(now, player, [player]);
  return sortContests(contests.filter(({ cost }) => cost.visit <= player.cash));
}

/** The states in which others of a player's party can take the lead from the other party; none before the conventions. */
export function partyChancesOf(now: State, player: Player): Contests {
  const contests = statesToTake(now, player, colleaguesOf(now, player));
  return sortContests(contests.filter(({ cost }) => cost.visit <= OTHERS_BUDGET));
}

function statesToTake(now: State, player: Player, challengers: readonly Player[]): Contest[] {
  return STATES_BY_NAME.flatMap((state) => {
    const leader = leaderToBeat(now, state, player);
    return leader === null ? [] : cheapest(now, state, { leader, challengers });
  });
}

/** The contest with the challenger for whom it costs least to take a lead; none if there are no challengers. */
function cheapest(
  now: State,
  state: CountryState,
  { leader, challengers }: { leader: SeatIdentifier; challengers: readonly Player[] },
): Contest[] {
  return challengers
    .map((challenger): Contest => {
      const cost = costToPass(now, state, challenger, leader);
      return { state, leader, challenger: challenger.id, cost };
    })
    .sort((a, b) => a.cost.visit - b.cost.visit || a.cost.plain - b.cost.plain)
    .slice(0, 1);
}

/** The others in a player's party once the parties compete, after the conventions; none before. */
function colleaguesOf(now: State, player: Player): Player[] {
  return countsOverall(now) ? othersIn(now, player) : [];
}

function othersIn(now: State, { id, party }: Player): Player[] {
  return membersOf(now.players, party).filter((member) => member.id !== id);
}

/** Who can take the leads of a player and the player's colleagues: before the conventions, the others in the party. */
function rivalsOf(now: State, player: Player): Player[] {
  return countsOverall(now) ? membersOf(now.players, otherParty(player.party)) : othersIn(now, player);
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
  { id, ability }: Player,
  leader: SeatIdentifier,
): Contest['cost'] {
  const missing = popularityIn(now.popularity, code, leader) - popularityIn(now.popularity, code, id) + 1;
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
