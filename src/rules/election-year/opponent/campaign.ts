import { type StateCode, stateOf } from '../../country.ts';
import type { CampaignRow } from '../orders.ts';
import { mostWorth, priceOf, sumOfPrices, withPrices } from './price.ts';
import type { Plan } from './trips.ts';

/** The states to campaign in, with the rest of the budget on top of what they cost. */
export function chooseCampaign(plan: Plan, visited: readonly StateCode[]): CampaignRow[] {
  const { sight, targets, budget } = plan;
  const { ability } = sight.me;
  const priced = withPrices(targets, (target) => priceOf(target, ability, visited.includes(target.code)));
  const chosen = mostWorth(priced, budget);
  const rows = chosen.map(({ code, price }) => ({ state: code, spend: price }));
  return deepen(rows, visited, budget - sumOfPrices(chosen));
}

/** Adds what is left of the budget where it counts most: in visited states, by electoral votes. */
function deepen(rows: readonly CampaignRow[], visited: readonly StateCode[], left: number): CampaignRow[] {
  const strong = rows.filter(({ state }) => visited.includes(state));
  const favored = (strong.length > 0 ? strong : rows).map(({ state }) => state);
  const votes = favored.reduce((sum, code) => sum + stateOf(code).electoralVotes, 0);
  return rows.map(({ state, spend }) => {
    if (!favored.includes(state)) return { state, spend };
    return { state, spend: spend + Math.floor((left * stateOf(state).electoralVotes) / votes) };
  });
}
