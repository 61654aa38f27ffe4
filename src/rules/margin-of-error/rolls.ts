import type { Dice } from '../dice.ts';
import { type CapitalId, squaresFor } from './data.ts';

/** Rolls several six-sided dice, in order. */
export function rollDice(dice: Dice, count: number): number[] {
  return Array.from({ length: count }, () => dice.roll(6));
}

/** The sum of several dice. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The result of a set of dice (MOE-6.4). */
export interface DiceSet {
  dice: number[];
  /** The capital that was spent on covers, in order. */
  spent: CapitalId[];
  /** The dice that were set aside for it. */
  ignored: number[];
  /** Null for a gaffe. */
  total: number | null;
  /** Negative for a gaffe. */
  squares: number;
}

/**
 * MOE-6.4: rolls the dice of a candidate's stop or ad. Repeated values are a gaffe unless they are covered.
 * @param options.days the paid days: one die each
 * @param options.bonus the media bonus
 * @param options.takeCover called once for each die to set aside; returns the capital to spend, null if there is none
 */
export function rollSet(
  dice: Dice,
  { days, bonus, takeCover }: { days: number; bonus: number; takeCover: () => CapitalId | null },
): DiceSet {
  const rolled = rollDice(dice, days);
  const left = [...rolled];
  const spent: CapitalId[] = [];
  const ignored: number[] = [];
  for (let value = repeatedValue(left); value !== null; value = repeatedValue(left)) {
    const capital = takeCover();
    if (capital === null) break;
    spent.push(capital);
    ignored.push(value);
    left.splice(left.indexOf(value), 1);
  }
  const repeated = repeatedValue(left);
  if (repeated !== null) {
    const isTriple = left.filter((die) => die === repeated).length === 3;
    return { dice: rolled, spent, ignored, total: null, squares: isTriple ? -4 : -2 };
  }
  const total = sum(left) + bonus;
  return { dice: rolled, spent, ignored, total, squares: squaresFor(total) };
}

/** The value that two or three of these dice show, or null. Of three dice, at most one value can be repeated. */
function repeatedValue(dice: readonly number[]): number | null {
  return dice.find((die, i) => dice.indexOf(die) < i) ?? null;
}
