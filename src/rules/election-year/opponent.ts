import { type CountryState, STATES, type StateCode } from '../country.ts';
import { otherParty } from '../parties.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import { CONVENTION_TURN, LIMITS } from './data.ts';
import { type CampaignRow, NO_ORDERS, type Orders, runningMates } from './orders.ts';
import { findPlayer, membersOf, type Player, popularityIn, type State } from './state.ts';
import { countVisitors } from './trips.ts';

/** The popularity by which a computer candidate wants to lead its best rival in a state. */
const MARGIN = 60;

/** The orders of a computer candidate (section 13), made from what its seat may see, without dice. */
export function opponent(state: State, seat: SeatIdentifier): Orders {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return NO_ORDERS;
  const needs = new Map(STATES.map(({ code }) => [code, missingPopularity(state, player, code)]));
  const fundraising = chooseTrips(state, needs);
  const campaign = chooseCampaign(player, needs, fundraising);
  const runningMate = state.turn + 1 === CONVENTION_TURN ? chooseRunningMate(state, player) : null;
  return { runningMate, fundraising, campaign, press: null };
}

/** The popularity that is still missing in a state for a safe lead; 0 or less if the state is no target. */
function missingPopularity(state: State, player: Player, code: StateCode): number {
  const isPrimary = state.turn + 1 <= CONVENTION_TURN;
  const here = ({ id }: { id: SeatIdentifier }) => popularityIn(state.popularity, code, id);
  const colleagues = membersOf(state.players, player.party).filter(({ id }) => id !== player.id);
  if (!isPrimary && colleagues.some((colleague) => here(colleague) > here(player))) return 0;
  const rivals = isPrimary ? colleagues : membersOf(state.players, otherParty(player.party));
  if (rivals.length === 0) return 0;
  return Math.max(...rivals.map(here)) + MARGIN - here(player);
}

/** The three most valuable states: expected money, plus electoral votes in target states. Ties go by code. */
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

/** Target states by electoral votes per dollar, as far as the money goes. A state that costs too much is skipped. */
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

/** The other member of the party with the most votes; ties go in players' order. */
function chooseRunningMate(state: State, player: Player): SeatIdentifier | null {
  const choices = runningMates(state, player).sort((a, b) => b.votes - a.votes);
  return choices[0]?.id ?? null;
}
