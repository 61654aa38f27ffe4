import { GRADE_NAMES, GRADES } from '../../rules/grades.ts';

/** A grade of computer candidates in a list to choose from. */
export interface GradeChoice {
  value: string;
  label: string;
  chosen: boolean;
}

/** The grades to choose from. @param chosen the value that was chosen; anything else chooses `standard` */
export function gradeChoices(chosen: string | undefined): GradeChoice[] {
  const grade = GRADES.find((one) => one === chosen) ?? 'standard';
  return GRADES.map((value) => ({ value, label: GRADE_NAMES[value], chosen: value === grade }));
}
