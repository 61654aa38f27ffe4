import { STATES, type StateCode } from '../../country.ts';
import { LIMITS } from '../data.ts';
import { type Character, tasteFor } from './character.ts';
import type { Expectation, Expectations } from './expectations.ts';
import { mostWorth, priceOf, withPrices } from './price.ts';
import type { Sight } from './sight.ts';
import type { Skill } from './skill.ts';
import type { Target } from './targets.ts';

/** What a candidate knows when it chooses its trips. */
export interface Plan {
  sight: Sight;
  character: Character;
  skill: Skill;
  expectations: Expectations;
  targets: readonly Target[];
  /** The dollars that it may spend this turn. */
  budget: number;
}

/**
 * The three trips that are worth most: the money that the expected visitors leave, and what the candidate's ability
 * saves where it campaigns.
 */
export function chooseTrips(plan: Plan): StateCode[] {
  const rate = plan.skill.usesAbility ? exchangeRate(plan) : 0;
  const worth = STATES.map(({ code, donation }, at) => {
    const taste = tasteFor(plan.character, plan.sight.turn, { code, at }, plan.skill.spread);
    const { visitors } = plan.expectations[at] as Expectation;
    const money = Math.floor((donation * 100) / (100 + visitors));
    const wanted = (plan.skill.money[plan.sight.turn - 1] ?? 0) * money;
    const saved = rate === 0 ? 0 : 100 * savedBy(plan, code, rate);
    return { code, worth: (wanted + saved) * taste };
  });
  return worth
    .sort((a, b) => b.worth - a.worth)
    .slice(0, LIMITS.trips)
    .map(({ code }) => code);
}

/** What votes cost this turn: the dollars for a hundred points of worth, if a typical share of the states is visited. */
function exchangeRate({ targets, sight, budget }: Plan): number {
  const priced = withPrices(targets, ({ need }) => Math.ceil((2 * need) / (1 + sight.me.ability)));
  const worth = mostWorth(priced, budget).reduce((sum, target) => sum + target.worth, 0);
  return worth === 0 ? 0 : Math.floor((100 * budget) / worth);
}

/** The dollars that a visit saves: what the best target is worth beyond its price, with a visit and without. */
function savedBy({ sight, targets, budget }: Plan, code: StateCode, rate: number): number {
  const gain = { visited: 0, unvisited: 0 };
  for (const target of targets) {
    if (target.code !== code) continue;
    const value = Math.floor((rate * target.worth) / 100);
    const [low, high] = [priceOf(target, sight.me.ability, true), priceOf(target, sight.me.ability, false)];
    if (low <= budget) gain.visited = Math.max(gain.visited, value - low);
    if (high <= budget) gain.unvisited = Math.max(gain.unvisited, value - high);
  }
  return gain.visited - gain.unvisited;
}
