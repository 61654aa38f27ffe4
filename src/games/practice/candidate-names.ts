/** The names of computer candidates, in the order in which they take seats. All have different initials. */
export const CANDIDATE_NAMES: readonly string[] = [
  'Carl Dunn',
  'Eve Farrow',
  'Gus Hill',
  'Ida Jones',
  'Kit Larkin',
  'May North',
  'Otis Price',
  'Quinn Reed',
  'Sol Tate',
  'Una Vance',
  'Wade Yates',
  'Ada Birch',
];
