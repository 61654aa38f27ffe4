import { guessDice } from '../../guess-dice.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { Orders, PlanRow } from '../orders.ts';
import { playTurn } from '../resolve.ts';
import type { State } from '../state.ts';
import { valueFor } from './value.ts';

/** How often each plan is tried out, with the same made-up dice for all plans. */
const PLAYS = 40;

/** What a search knows: the state as the seat may see it, and what the others are supposed to do. */
export interface Search {
  state: State;
  seat: SeatIdentifier;
  rivals: ReadonlyMap<SeatIdentifier, Orders>;
}

interface Tried {
  orders: Orders;
  value: number;
}

/** Of several sheets, the one with the best results when the round is played with made-up dice, after a few improvements. */
export function bestOrders(search: Search, candidates: readonly Orders[]): Orders {
  const tried = candidates.map((orders) => tryOut(search, orders));
  let best = tried.reduce((one, other) => (other.value > one.value ? other : one));
  // Each row that is used for a staffer is dropped in turn: perhaps what comes after it is better.
  const used = usedRows(search, best.orders);
  for (const row of used.toReversed()) {
    const without = tryOut(search, { ...best.orders, plan: moveToEnd(best.orders.plan, row) });
    if (without.value > best.value) best = without;
  }
  return best.orders;
}

function tryOut({ state, seat, rivals }: Search, orders: Orders): Tried {
  const all = new Map(rivals).set(seat, orders);
  let value = 0;
  for (let play = 1; play <= PLAYS; play += 1) {
    value += valueFor(playTurn(state, all, guessDice(play)), seat);
  }
  return { orders, value };
}

/** The rows of a plan that find a place, if the others do what is supposed. */
function usedRows({ state, seat, rivals }: Search, orders: Orders): number[] {
  const { last } = playTurn(state, new Map(rivals).set(seat, orders), guessDice(1));
  return (last?.placements ?? []).flatMap(({ player, row }) =>
    player === seat && row !== null ? [row] : [],
  );
}

function moveToEnd(plan: readonly PlanRow[], index: number): PlanRow[] {
  return [...plan.filter((_, i) => i !== index), ...plan.filter((_, i) => i === index)];
}
