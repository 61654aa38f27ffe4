import type { SeatIdentifier } from '../ruleset.ts';
import { check } from './check/index.ts';
import type { Orders } from './orders.ts';
import { onesAmong } from './play/dice.ts';
import type { Action, RawSheets, Rolls, State } from './state.ts';

/** Stands for a refused sheet. It is not a sheet either, so it is refused again when the turn is replayed. */
const REFUSED = 'refused';

/**
 * PS-8.2: the sheets of a processed turn, without what had no effect: rows that were not looked at, rankings of ads that
 * were not bought, and conditions of the second re-roll. Where 1s were tried out in several ways (PS-6.6), the spending
 * part stays whole, because every trial looks at it. Refused sheets are left out.
 */
export function disclose(before: State, sheets: RawSheets, after: State): Record<SeatIdentifier, unknown> {
  return Object.fromEntries(
    Object.entries(sheets).map(([seat, raw]) => {
      if (raw === null || raw === undefined) return [seat, null];
      const checked = check(before, seat, raw);
      if (!checked.ok) return [seat, REFUSED];
      const rolls = after.rolls.find(({ id }) => id === seat);
      const action = after.actions.find(({ id }) => id === seat);
      const orders = before.phase === 'spend' ? checked.orders : discloseRolls(checked.orders, rolls);
      return [seat, action === undefined ? orders : discloseSpending(orders, rolls, action)];
    }),
  );
}

/** The second re-roll becomes a row that names the faces which were re-rolled. */
function discloseRolls(orders: Orders, rolls: Rolls | undefined): Orders {
  if (rolls === undefined) return orders;
  const faces = new Set(rolls.second.map((number) => rolls.after[number - 1]));
  if (faces.size === 0) return { ...orders, second: [] };
  const named = [...faces].toSorted().join('');
  return { ...orders, second: [{ votesBelow: null, fundsBelow: null, faces: named }] };
}

function discloseSpending(orders: Orders, rolls: Rolls | undefined, action: Action): Orders {
  const isTrial = orders.ones === 'buy' || orders.ones === 'finish';
  if (rolls === undefined || (isTrial && onesAmong(rolls.final) > 0)) return orders;
  const bought = new Set<string>(action.bought.map(({ item }) => item));
  const looked = new Set(action.skipped.map(({ field }) => field));
  const used = new Set(action.placed.map(({ row }) => row));
  const last = orders.votes.findLastIndex((_, i) => used.has(i) || looked.has(`votes[${i}]`));
  return {
    ...orders,
    radio: bought.has('radio') ? orders.radio : [],
    television: bought.has('television') ? orders.television : [],
    debate: bought.has('debate') ? orders.debate : [],
    votes: orders.votes.slice(0, last + 1),
  };
}
