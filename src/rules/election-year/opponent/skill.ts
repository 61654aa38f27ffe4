import type { Grade } from '../../grades.ts';

/** What a grade of computer candidate knows how to do. */
export interface Skill {
  /** How many points in a hundred its taste may differ from the plain worth of a state, twice. */
  spread: number;
  /** How much of its funds it spends on turns 1 to 6, in percent. A beginner does not even spend all of it at the end. */
  spending: readonly number[];
  /**
   * How much a dollar raised on turns 1 to 6 is worth to it, in percent of a dollar saved. On the last turn it is worth
   * nothing, and decides only between trips that are equal otherwise.
   */
  money: readonly number[];
  /** Whether it thinks through what each of the others will do, instead of going by habit. */
  foresees: boolean;
  /** How far ahead it wants to be on turns 1 to 6, in percent of what its caution says. */
  cushion: readonly number[];
  /** Whether it chooses trips where it campaigns, for the sake of its ability. */
  usesAbility: boolean;
  /** Whether it leaves states to colleagues who can win them more cheaply. */
  sharesWork: boolean;
}

const STANDARD: Skill = {
  spread: 15,
  spending: [90, 90, 100, 70, 70, 100],
  money: [100, 100, 60, 100, 80, 1],
  foresees: false,
  cushion: [100, 100, 100, 100, 100, 100],
  usesAbility: true,
  sharesWork: true,
};

/** The skill of each grade, found with `npm run tournament`. */
export const SKILLS: Record<Grade, Skill> = {
  easy: {
    spread: 45,
    spending: [50, 50, 60, 50, 50, 80],
    money: [100, 100, 100, 100, 100, 100],
    foresees: false,
    cushion: [40, 40, 40, 40, 40, 40],
    usesAbility: false,
    sharesWork: false,
  },
  standard: STANDARD,
  hard: { ...STANDARD, spread: 6, foresees: true },
};
