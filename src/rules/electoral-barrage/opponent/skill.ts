import type { Grade } from '../../grades.ts';
import { LIMITS } from '../data.ts';
import { WEIGHTS, type Weights } from './scores.ts';

/** What a grade of computer candidate knows how to do. */
export interface Skill {
  /** How it weighs areas in a game of two, and in a larger one. */
  weights: { two: Weights; more: Weights };
  /** How many rows its plan has. The rest of its staffers go to stand-by places. */
  rows: number;
  usesAds: boolean;
}

const POOR: Weights = { ...WEIGHTS, states: { red: 2, blue: 2, white: 3 }, recruit: 30, town: 30, ads: 90 };

/** The skill of each grade. The standard one is that of EB-13.2. */
export const SKILLS: Record<Grade, Skill> = {
  easy: { weights: { two: POOR, more: POOR }, rows: 10, usesAds: false },
  standard: { weights: { two: WEIGHTS, more: WEIGHTS }, rows: LIMITS.plan, usesAds: true },
  // Found in games against the standard grade.
  hard: {
    weights: { two: { ...WEIGHTS, ballot: 1 }, more: { ...WEIGHTS, town: 30, ads: 0 } },
    rows: LIMITS.plan,
    usesAds: true,
  },
};
