import { type StateCode, stateOf } from '../../../../country.ts';
import { CAPITAL } from '../../../data/amounts.ts';
import { neighbors } from '../../../data/map.ts';
import { matches, words } from '../../../text.ts';
import { FACTS } from '../facts/index.ts';
import { otherForms } from '../facts/names.ts';
import type { StateFacts } from '../facts/record.ts';

/** Pairs that meet at a point or only across water (PTG-2.2). No question about borders depends on them. */
const DOUBTFUL: readonly (readonly [StateCode, StateCode])[] = [
  ['AZ', 'CO'],
  ['NM', 'UT'],
  ['MI', 'MN'],
  ['IL', 'MI'],
  ['NY', 'RI'],
];

/** What stands for neighbors of the two states that have none. */
const OVERSEAS: Partial<Record<StateCode, readonly StateCode[]>> = {
  AK: ['HI', 'WA', 'OR'],
  HI: ['AK', 'CA', 'FL'],
};

/** The name of a state. */
export function nameOf(code: StateCode): string {
  return stateOf(code).name;
}

/** The facts of a state other than DC. */
export function factsOf(code: StateCode): StateFacts {
  return FACTS.find((facts) => facts.code === code) as StateFacts;
}

/** The year of a day. */
export function yearOf({ joined }: StateFacts): number {
  return Number(joined.slice(0, 4));
}

/** The states that share a border of some length with a state, without DC (PTG-2.2). */
export function statesAround(code: StateCode): StateCode[] {
  return neighbors(code).filter((other) => other !== CAPITAL);
}

/** Whether it can be doubted that two states border each other, or that they do not. */
export function isDoubtful(one: StateCode, other: StateCode): boolean {
  return DOUBTFUL.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
}

/**
 * The other states, the nearest first: neighbors, their neighbors, and so on. States that are equally far come in
 * alphabetical order, starting at a place that depends on `index`.
 */
export function nearestFirst(code: StateCode, index: number): StateCode[] {
  const found: StateCode[] = [code];
  let ring: readonly StateCode[] = OVERSEAS[code] ?? statesAround(code);
  while (ring.length > 0) {
    const fresh = [...new Set(ring)].filter((other) => !found.includes(other)).sort();
    found.push(...turned(fresh, index));
    ring = fresh.flatMap(statesAround);
  }
  const rest = FACTS.map((facts) => facts.code).filter((other) => !found.includes(other));
  return [...found.slice(1), ...turned(rest, index)];
}

/** A list that starts at another of its places and goes round. */
export function turned<T>(list: readonly T[], by: number): T[] {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}

/**
 * Three wrong choices: the values of the nearest states that share no word with a form of the right one, differ from
 * each other, and would not be taken for the right one in writing (PTG-2.13).
 */
export function othersLike(
  code: StateCode,
  index: number,
  right: string,
  value: (facts: StateFacts) => string | null,
): string[] {
  const found: string[] = [];
  for (const near of nearestFirst(code, index)) {
    const other = value(factsOf(near));
    if (other === null || isAlike(other, right) || found.some((one) => isAlike(one, other))) continue;
    found.push(other);
    if (found.length === 3) break;
  }
  return found;
}

/** Words that two different birds, trees, flowers, mountains, cities or nicknames may share. */
const COMMON_WORDS = new Set([
  ...['state', 'city', 'mount', 'mt', 'mountain', 'peak', 'hill', 'point', 'tree', 'flower', 'common', 'and'],
  ...['american', 'northern', 'eastern', 'western', 'southern', 'white', 'red', 'blue', 'yellow', 'black'],
]);

/** Whether two names share a word that tells, also in one of their other forms. */
export function isAlike(one: string, other: string): boolean {
  const forms = [one, ...otherForms(one)];
  if (matches(other, forms)) return true;
  const telling = new Set(forms.flatMap(words).filter((word) => !COMMON_WORDS.has(word)));
  return [other, ...otherForms(other)].flatMap(words).some((word) => telling.has(word));
}
