/**
 * The names of computer candidates that no one has named. No two have the same initials, none has those of a state or DC, and
 * no one is a real politician.
 */
export const CANDIDATE_NAMES: readonly string[] = [
  ...['Abigail Thorne', 'Adrian Vance', 'Alma Castillo', 'Amos Whitfield', 'Beatrice Lund', 'Benjamin Okoro'],
  ...[
    'Bonnie Ashworth',
    'Calvin Mercer',
    'Carmen Delgado',
    'Cecil Hargrove',
    'Clara Novak',
    'Cyrus Lindqvist',
  ],
  ...['Daphne Winslow', 'Desmond Pryor', 'Dora Kessler', 'Edgar Flynn', 'Eleanor Marsh', 'Emmett Quigley'],
  ...['Esther Yoon', 'Fiona Galloway', 'Floyd Bannister', 'Frances Ito', 'Gideon Stroud', 'Gloria Pacheco'],
  ...['Grant Ellery', 'Harriet Bloom', 'Hector Salinas', 'Hugo Weaver', 'Imogen Clarke', 'Irving Tate'],
  ...['Isabel Zamora', 'Jasper Holloway', 'Joanna Reyes', 'Josiah Crane', 'Kenneth Abara', 'Lavinia Frost'],
  ...['Leland Dupree', 'Leonora Hatch', 'Luther Beckett', 'Mabel Garner', 'Marcus Kimble', 'Meredith Yates'],
  ...[
    'Miles Prescott',
    'Nadine Farrell',
    'Nathaniel Wu',
    'Odessa Graham',
    'Oscar Lindgren',
    'Pauline Rourke',
  ],
  ...['Percy Vaughn', 'Philippa Dane', 'Quentin Moss', 'Ramona Shields', 'Rufus Kendrick', 'Sabine Archer'],
  ...['Silas Thornton', 'Stella Osborne', 'Theodore Banks', 'Ursula Finch', 'Vera Maddox', 'Wallace Ng'],
];
