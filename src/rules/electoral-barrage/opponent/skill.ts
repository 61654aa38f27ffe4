import type { Grade } from '../../grades.ts';
import { LIMITS } from '../data.ts';
import { WEIGHTS, type Weights } from './scores.ts';

/** What a grade of computer candidate knows how to do. */
export interface Skill {
  /** The ways to weigh areas. With more than one, it imagines the round with each and takes the best. */
  weights: readonly Weights[];
  /** How many rows its plan has. The rest of its staffers go to stand-by places. */
  rows: number;
  usesAds: boolean;
}

/** The plans that the hard grade compares. */
const WAYS: readonly Weights[] = [
  WEIGHTS,
  { ...WEIGHTS, states: { red: 3, blue: 3, white: 3 } },
  { ...WEIGHTS, states: { red: 2, blue: 3, white: 4 }, recruit: 0 },
  { ...WEIGHTS, states: { red: 5, blue: 3, white: 2 } },
  { ...WEIGHTS, recruit: 100 },
  { ...WEIGHTS, town: 20, ads: 0, ballot: 1 },
  { ...WEIGHTS, town: 120, ads: 100 },
  { ...WEIGHTS, ballot: 10 },
];

/** The skill of each grade. */
export const SKILLS: Record<Grade, Skill> = {
  easy: {
    weights: [{ ...WEIGHTS, states: { red: 2, blue: 2, white: 3 }, recruit: 30, town: 30, ads: 90 }],
    rows: 10,
    usesAds: false,
  },
  standard: { weights: [WEIGHTS], rows: LIMITS.plan, usesAds: true },
  hard: { weights: WAYS, rows: LIMITS.plan, usesAds: true },
};
