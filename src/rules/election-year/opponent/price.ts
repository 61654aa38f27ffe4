import { LIMITS } from '../data.ts';
import type { Target } from './targets.ts';

/** A target with its price in dollars. */
export interface Priced extends Target {
  price: number;
}

/** The targets with their prices. */
export function withPrices(targets: readonly Target[], priceOfTarget: (target: Target) => number): Priced[] {
  return targets.map((target) => {
    const { code, worth, need } = target;
    return { code, worth, need, price: priceOfTarget(target) };
  });
}

/** What a target costs in dollars: less with a visit (EY-6.2). */
export function priceOf({ need }: Target, ability: number, isVisited: boolean): number {
  return isVisited ? Math.ceil(need / ability) : need;
}

/** The targets that are worth most together, as far as the budget and the nine rows of a sheet go. */
export function mostWorth(targets: readonly Priced[], budget: number): Priced[] {
  const priced = targets.filter(({ price }) => price <= budget);
  priced.sort((a, b) => b.worth * a.price - a.worth * b.price);
  return improve(cheapest(priced, budget), priced, budget);
}

/** The sum of the prices. */
export function sumOfPrices(chosen: readonly Priced[]): number {
  return chosen.reduce((sum, { price }) => sum + price, 0);
}

/** The targets with the most worth for a dollar, as far as budget and rows go. */
function cheapest(priced: readonly Priced[], budget: number): Priced[] {
  const chosen: Priced[] = [];
  let left = budget;
  for (const target of priced) {
    if (chosen.length === LIMITS.campaign) break;
    if (target.price > left || chosen.some(({ code }) => code === target.code)) continue;
    chosen.push(target);
    left -= target.price;
  }
  return chosen;
}

/** Exchanges small targets for bigger ones while the budget allows it: rows are as scarce as money. */
function improve(first: readonly Priced[], priced: readonly Priced[], budget: number): Priced[] {
  const chosen = [...first];
  for (let round = 0; round < LIMITS.campaign; round += 1) {
    const left = budget - sumOfPrices(chosen);
    const least = Math.min(...chosen.map(({ worth }) => worth));
    let best = { gain: 0, out: -1, target: null as Priced | null };
    for (const target of priced) {
      if (target.worth - least <= best.gain) continue;
      const same = chosen.findIndex(({ code }) => code === target.code);
      for (const [out, old] of chosen.entries()) {
        if (same !== -1 && same !== out) continue;
        const gain = target.worth - old.worth;
        if (gain > best.gain && target.price - old.price <= left) best = { gain, out, target };
      }
    }
    if (best.target === null) break;
    chosen[best.out] = best.target;
  }
  return chosen;
}
