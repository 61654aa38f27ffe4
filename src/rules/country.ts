/**
 * The 50 states and DC, sorted by postal code (EY-2.1). Electoral votes follow the 2020 census: 538 in all, 270 are a
 * majority. The donation number is the 2020 census population in hundred thousands, rounded half up: 3,315 in all.
 */
const TABLE = [
  { code: 'AK', name: 'Alaska', fips: '02', electoralVotes: 3, donation: 7 },
  { code: 'AL', name: 'Alabama', fips: '01', electoralVotes: 9, donation: 50 },
  { code: 'AR', name: 'Arkansas', fips: '05', electoralVotes: 6, donation: 30 },
  { code: 'AZ', name: 'Arizona', fips: '04', electoralVotes: 11, donation: 72 },
  { code: 'CA', name: 'California', fips: '06', electoralVotes: 54, donation: 395 },
  { code: 'CO', name: 'Colorado', fips: '08', electoralVotes: 10, donation: 58 },
  { code: 'CT', name: 'Connecticut', fips: '09', electoralVotes: 7, donation: 36 },
  { code: 'DC', name: 'District of Columbia', fips: '11', electoralVotes: 3, donation: 7 },
  { code: 'DE', name: 'Delaware', fips: '10', electoralVotes: 3, donation: 10 },
  { code: 'FL', name: 'Florida', fips: '12', electoralVotes: 30, donation: 215 },
  { code: 'GA', name: 'Georgia', fips: '13', electoralVotes: 16, donation: 107 },
  { code: 'HI', name: 'Hawaii', fips: '15', electoralVotes: 4, donation: 15 },
  { code: 'IA', name: 'Iowa', fips: '19', electoralVotes: 6, donation: 32 },
  { code: 'ID', name: 'Idaho', fips: '16', electoralVotes: 4, donation: 18 },
  { code: 'IL', name: 'Illinois', fips: '17', electoralVotes: 19, donation: 128 },
  { code: 'IN', name: 'Indiana', fips: '18', electoralVotes: 11, donation: 68 },
  { code: 'KS', name: 'Kansas', fips: '20', electoralVotes: 6, donation: 29 },
  { code: 'KY', name: 'Kentucky', fips: '21', electoralVotes: 8, donation: 45 },
  { code: 'LA', name: 'Louisiana', fips: '22', electoralVotes: 8, donation: 47 },
  { code: 'MA', name: 'Massachusetts', fips: '25', electoralVotes: 11, donation: 70 },
  { code: 'MD', name: 'Maryland', fips: '24', electoralVotes: 10, donation: 62 },
  { code: 'ME', name: 'Maine', fips: '23', electoralVotes: 4, donation: 14 },
  { code: 'MI', name: 'Michigan', fips: '26', electoralVotes: 15, donation: 101 },
  { code: 'MN', name: 'Minnesota', fips: '27', electoralVotes: 10, donation: 57 },
  { code: 'MO', name: 'Missouri', fips: '29', electoralVotes: 10, donation: 62 },
  { code: 'MS', name: 'Mississippi', fips: '28', electoralVotes: 6, donation: 30 },
  { code: 'MT', name: 'Montana', fips: '30', electoralVotes: 4, donation: 11 },
  { code: 'NC', name: 'North Carolina', fips: '37', electoralVotes: 16, donation: 104 },
  { code: 'ND', name: 'North Dakota', fips: '38', electoralVotes: 3, donation: 8 },
  { code: 'NE', name: 'Nebraska', fips: '31', electoralVotes: 5, donation: 20 },
  { code: 'NH', name: 'New Hampshire', fips: '33', electoralVotes: 4, donation: 14 },
  { code: 'NJ', name: 'New Jersey', fips: '34', electoralVotes: 14, donation: 93 },
  { code: 'NM', name: 'New Mexico', fips: '35', electoralVotes: 5, donation: 21 },
  { code: 'NV', name: 'Nevada', fips: '32', electoralVotes: 6, donation: 31 },
  { code: 'NY', name: 'New York', fips: '36', electoralVotes: 28, donation: 202 },
  { code: 'OH', name: 'Ohio', fips: '39', electoralVotes: 17, donation: 118 },
  { code: 'OK', name: 'Oklahoma', fips: '40', electoralVotes: 7, donation: 40 },
  { code: 'OR', name: 'Oregon', fips: '41', electoralVotes: 8, donation: 42 },
  { code: 'PA', name: 'Pennsylvania', fips: '42', electoralVotes: 19, donation: 130 },
  { code: 'RI', name: 'Rhode Island', fips: '44', electoralVotes: 4, donation: 11 },
  { code: 'SC', name: 'South Carolina', fips: '45', electoralVotes: 9, donation: 51 },
  { code: 'SD', name: 'South Dakota', fips: '46', electoralVotes: 3, donation: 9 },
  { code: 'TN', name: 'Tennessee', fips: '47', electoralVotes: 11, donation: 69 },
  { code: 'TX', name: 'Texas', fips: '48', electoralVotes: 40, donation: 291 },
  { code: 'UT', name: 'Utah', fips: '49', electoralVotes: 6, donation: 33 },
  { code: 'VA', name: 'Virginia', fips: '51', electoralVotes: 13, donation: 86 },
  { code: 'VT', name: 'Vermont', fips: '50', electoralVotes: 3, donation: 6 },
  { code: 'WA', name: 'Washington', fips: '53', electoralVotes: 12, donation: 77 },
  { code: 'WI', name: 'Wisconsin', fips: '55', electoralVotes: 10, donation: 59 },
  { code: 'WV', name: 'West Virginia', fips: '54', electoralVotes: 4, donation: 18 },
  { code: 'WY', name: 'Wyoming', fips: '56', electoralVotes: 3, donation: 6 },
] as const;

/** Postal code of one of the 50 states or DC. */
export type StateCode = (typeof TABLE)[number]['code'];

/** One state: postal code, name, FIPS code, electoral votes, and donation number. */
export interface CountryState {
  code: StateCode;
  name: string;
  fips: string;
  electoralVotes: number;
  donation: number;
}

/** All 51, in alphabetical order of the code. */
export const STATES: readonly CountryState[] = TABLE;

/** The 51 codes in alphabetical order. */
export const STATE_CODES: readonly StateCode[] = STATES.map((state) => state.code);

/** Electoral votes of the whole country. */
export const ALL_VOTES = 538;

/** Electoral votes that elect a president. */
export const MAJORITY = 270;

const BY_CODE: ReadonlyMap<string, CountryState> = new Map(STATES.map((state) => [state.code, state]));

/** Whether a text is one of the 51 codes, in capitals. */
export function isStateCode(code: string): code is StateCode {
  return BY_CODE.has(code);
}

/** The state with a code. */
export function stateOf(code: StateCode): CountryState {
  return BY_CODE.get(code) as CountryState;
}

/** The record that `byState` fills. A copy is faster than adding 51 keys, and game states are made often. */
const BLANK_RECORD = Object.fromEntries(STATE_CODES.map((code) => [code, null])) as Record<StateCode, null>;

/** A record with one value for each state, its keys in alphabetical order. */
export function byState<T>(value: (state: CountryState) => T): Record<StateCode, T> {
  const record: Record<StateCode, T | null> = { ...BLANK_RECORD };
  for (const state of STATES) record[state.code] = value(state);
  return record as Record<StateCode, T>;
}
