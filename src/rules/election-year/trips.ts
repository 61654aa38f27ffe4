import { STATES, type StateCode, stateOf } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Orders } from './orders.ts';
import { byPlayer, type Player, type Trip } from './state.ts';

/** How many players visit each state. */
export function countVisitors(visits: Iterable<readonly StateCode[]>): Map<StateCode, number> {
  const visitors = new Map<StateCode, number>(STATES.map(({ code }) => [code, 0]));
  for (const states of visits) {
    for (const code of states) visitors.set(code, (visitors.get(code) ?? 0) + 1);
  }
  return visitors;
}

/** EY-6.1: a state's donation number is shared equally by its visitors, rounded down. */
export function makeTrips(
  players: readonly Player[],
  orders: ReadonlyMap<SeatIdentifier, Orders>,
): Record<SeatIdentifier, Trip[]> {
  const visitors = countVisitors([...orders.values()].map(({ fundraising }) => fundraising));
  return byPlayer(players, (id) =>
    (orders.get(id)?.fundraising ?? []).map((state) => ({
      state,
      raised: Math.floor(stateOf(state).donation / (visitors.get(state) ?? 1)),
    })),
  );
}

/** Total raised on trips, in dollars. */
export function sumRaised(trips: readonly Trip[]): number {
  return trips.reduce((sum, { raised }) => sum + raised, 0);
}
