/** How well a computer candidate plays, weakest first. */
export const GRADES = ['easy', 'standard', 'hard'] as const;

export type Grade = (typeof GRADES)[number];

/** The grades as people choose them. */
export const GRADE_NAMES: Record<Grade, string> = { easy: 'Easy', standard: 'Standard', hard: 'Hard' };

/** Whether a text is the name of a grade. */
export function isGrade(name: string): name is Grade {
  return (GRADES as readonly string[]).includes(name);
}
