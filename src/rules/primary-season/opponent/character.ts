import { combine, hashOf, pick } from '../../hash.ts';
import { PRIMARY_CODES, type PrimaryCode } from '../data.ts';
import type { Player, State } from '../state.ts';

/** What makes one computer candidate differ from another one. It stays the same for a whole game. */
export interface Character {
  /** Which items it wants first, and which it does without (PS-11: none of these plans is much better than the others). */
  shopping: 'staff' | 'issues' | 'no-manager';
  /** How many dice it wants before it goes for the states where only the first player wins anything: 3 or 4. */
  patience: 3 | 4;
  /** How much each state is worth to it, in percent of what it is worth to anyone. */
  tastes: Readonly<Record<PrimaryCode, number>>;
}

/** How far tastes go up and down, in percent. */
const SPREAD = 15;

const SHOPPING = ['staff', 'issues', 'no-manager'] as const;

/** What can be assumed about a candidate whose character is not known. */
export const ORDINARY: Character = {
  shopping: 'staff',
  patience: 4,
  tastes: tastesFrom(() => 100),
};

/** The character of a candidate. It follows from who plays, which everyone has known since the first printout. */
export function characterOf({ players }: State, { id }: Player): Character {
  const hash = hashOf(`${id} ${players.map((player) => player.id).join(' ')}`);
  const trait = (number: number, low: number, high: number) => pick(combine(hash, number), low, high);
  return {
    shopping: SHOPPING[trait(1, 0, SHOPPING.length - 1)] as Character['shopping'],
    patience: trait(2, 3, 4) as Character['patience'],
    tastes: tastesFrom((at) => 100 + trait(10 + at, -SPREAD, SPREAD)),
  };
}

function tastesFrom(tasteAt: (at: number) => number): Record<PrimaryCode, number> {
  return Object.fromEntries(PRIMARY_CODES.map((code, at) => [code, tasteAt(at)])) as Record<
    PrimaryCode,
    number
  >;
}
