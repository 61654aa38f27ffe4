import { type CountryState, STATES, type StateCode } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { CONVENTION_TURN, LIMITS, otherParty } from './data.ts';
import { type CampaignRow, NO_ORDERS, type Orders, runningMates } from './orders.ts';
import { findPlayer, membersOf, type Player, popularityIn, type State } from './state.ts';
import { countVisitors } from './trips.ts';

/** By how much a computer opponent wants to be ahead of its best rival (section 13). */
const MARGIN = 60;

/** The orders of a computer opponent (section 13), from what its seat may see. No dice. */
export function opponent(state: State, seat: SeatIdentifier): Orders {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return NO_ORDERS;
  const needs = new Map(STATES.map(({ code }) => [code, needIn(state, player, code)]));
  const fundraising = chooseTrips(state, needs);
  const campaign = chooseCampaign(player, needs, fundraising);
  const convention = state.turn + 1 === CONVENTION_TURN;
  return { runningMate: convention ? chooseMate(state, player) : null, fundraising, campaign, press: null };
}

/** Popularity still wanted in a state; 0 or less where it is no target. */
function needIn(state: State, player: Player, code: StateCode): number {
  const primary = state.turn + 1 <= CONVENTION_TURN;
  const here = ({ id }: { id: SeatIdentifier }) => popularityIn(state.popularity, code, id);
  const mates = membersOf(state.players, player.party).filter(({ id }) => id !== player.id);
  if (!primary && mates.some((mate) => here(mate) > here(player))) return 0;
  const rivals = primary ? mates : membersOf(state.players, otherParty(player.party));
  if (rivals.length === 0) return 0;
  return Math.max(...rivals.map(here)) + MARGIN - here(player);
}

/** The three states worth most: money expected, and votes where popularity is wanted. Ties by code. */
function chooseTrips(state: State, needs: ReadonlyMap<StateCode, number>): StateCode[] {
  const visits = state.players.map(({ id }) => (state.fundraising[id] ?? []).map((trip) => trip.state));
  const visitors = countVisitors(visits);
  const worth = ({ code, donation, electoralVotes }: CountryState) => {
    const money = Math.floor(donation / (1 + (visitors.get(code) ?? 0)));
    return money + ((needs.get(code) ?? 0) > 0 ? 4 * electoralVotes : 0);
  };
  return [...STATES]
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, LIMITS.trips)
    .map(({ code }) => code);
}

/** Targets by electoral votes per dollar, as far as the money goes; one that costs too much is passed over. */
function chooseCampaign(
  player: Player,
  needs: ReadonlyMap<StateCode, number>,
  visited: readonly StateCode[],
): CampaignRow[] {
  const targets = STATES.map(({ code, electoralVotes }) => {
    const need = needs.get(code) ?? 0;
    return { code, electoralVotes, cost: visited.includes(code) ? Math.ceil(need / player.ability) : need };
  }).filter(({ cost }) => cost > 0);
  targets.sort((a, b) => b.electoralVotes * a.cost - a.electoralVotes * b.cost);
  const rows: CampaignRow[] = [];
  let money = player.cash;
  for (const { code, cost } of targets) {
    if (rows.length === LIMITS.campaign) break;
    if (cost > money) continue;
    rows.push({ state: code, spend: cost });
    money -= cost;
  }
  return rows;
}

/** The other member of the party with the most votes; ties in players' order. */
function chooseMate(state: State, player: Player): SeatIdentifier | null {
  const mates = runningMates(state, player).sort((a, b) => b.votes - a.votes);
  return mates[0]?.id ?? null;
}
