import type { Grade } from '../../grades.ts';
import { LIMITS } from '../data.ts';
import { WEIGHTS, type Weights } from './scores.ts';

/** What a grade of computer candidate knows how to do. */
export interface Skill {
  weights: Weights;
  /** How many rows its plan has. The rest of its staffers go to stand-by places. */
  rows: number;
  usesAds: boolean;
}

/** The skill of each grade. */
export const SKILLS: Record<Grade, Skill> = {
  easy: {
    weights: { ...WEIGHTS, states: { red: 1, blue: 2, white: 3 }, lastRed: 1, recruit: 10, town: 30, ads: 90 },
    rows: 6,
    usesAds: false,
  },
  standard: { weights: WEIGHTS, rows: LIMITS.plan, usesAds: true },
  hard: { weights: WEIGHTS, rows: LIMITS.plan, usesAds: true },
};
