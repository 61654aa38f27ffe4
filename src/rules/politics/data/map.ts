import type { StateCode } from '../../country.ts';

/** PTG-2.2: the states that adjoin each state, in alphabetical order. Alaska and Hawaii adjoin none. */
const NEIGHBORS: Readonly<Record<StateCode, readonly StateCode[]>> = {
  AK: [],
  AL: ['FL', 'GA', 'MS', 'TN'],
  AR: ['LA', 'MO', 'MS', 'OK', 'TN', 'TX'],
  AZ: ['CA', 'NM', 'NV', 'UT'],
  CA: ['AZ', 'NV', 'OR'],
  CO: ['KS', 'NE', 'NM', 'OK', 'UT', 'WY'],
  CT: ['MA', 'NY', 'RI'],
  DC: ['MD', 'VA'],
  DE: ['MD', 'NJ', 'PA'],
  FL: ['AL', 'GA'],
  GA: ['AL', 'FL', 'NC', 'SC', 'TN'],
  HI: [],
  IA: ['IL', 'MN', 'MO', 'NE', 'SD', 'WI'],
  ID: ['MT', 'NV', 'OR', 'UT', 'WA', 'WY'],
  IL: ['IA', 'IN', 'KY', 'MO', 'WI'],
  IN: ['IL', 'KY', 'MI', 'OH'],
  KS: ['CO', 'MO', 'NE', 'OK'],
  KY: ['IL', 'IN', 'MO', 'OH', 'TN', 'VA', 'WV'],
  LA: ['AR', 'MS', 'TX'],
  MA: ['CT', 'NH', 'NY', 'RI', 'VT'],
  MD: ['DC', 'DE', 'PA', 'VA', 'WV'],
  ME: ['NH'],
  MI: ['IN', 'OH', 'WI'],
  MN: ['IA', 'ND', 'SD', 'WI'],
  MO: ['AR', 'IA', 'IL', 'KS', 'KY', 'NE', 'OK', 'TN'],
  MS: ['AL', 'AR', 'LA', 'TN'],
  MT: ['ID', 'ND', 'SD', 'WY'],
  NC: ['GA', 'SC', 'TN', 'VA'],
  ND: ['MN', 'MT', 'SD'],
  NE: ['CO', 'IA', 'KS', 'MO', 'SD', 'WY'],
  NH: ['MA', 'ME', 'VT'],
  NJ: ['DE', 'NY', 'PA'],
  NM: ['AZ', 'CO', 'OK', 'TX'],
  NV: ['AZ', 'CA', 'ID', 'OR', 'UT'],
  NY: ['CT', 'MA', 'NJ', 'PA', 'VT'],
  OH: ['IN', 'KY', 'MI', 'PA', 'WV'],
  OK: ['AR', 'CO', 'KS', 'MO', 'NM', 'TX'],
  OR: ['CA', 'ID', 'NV', 'WA'],
  PA: ['DE', 'MD', 'NJ', 'NY', 'OH', 'WV'],
  RI: ['CT', 'MA'],
  SC: ['GA', 'NC'],
  SD: ['IA', 'MN', 'MT', 'ND', 'NE', 'WY'],
  TN: ['AL', 'AR', 'GA', 'KY', 'MO', 'MS', 'NC', 'VA'],
  TX: ['AR', 'LA', 'NM', 'OK'],
  UT: ['AZ', 'CO', 'ID', 'NV', 'WY'],
  VA: ['DC', 'KY', 'MD', 'NC', 'TN', 'WV'],
  VT: ['MA', 'NH', 'NY'],
  WA: ['ID', 'OR'],
  WI: ['IA', 'IL', 'MI', 'MN'],
  WV: ['KY', 'MD', 'OH', 'PA', 'VA'],
  WY: ['CO', 'ID', 'MT', 'NE', 'SD', 'UT'],
};

/** PTG-2.2: where the first point of a roll leads from a state that adjoins none. */
const WAY_OUT: Partial<Record<StateCode, StateCode>> = { AK: 'WA', HI: 'CA' };

/** PTG-2.2: the states that adjoin `code`, in alphabetical order. */
export function neighbors(code: StateCode): readonly StateCode[] {
  return NEIGHBORS[code];
}

/** Where one step of a walk from `code` can lead. */
function steps(code: StateCode): readonly StateCode[] {
  const way = WAY_OUT[code];
  return way ? [way] : NEIGHBORS[code];
}

const reaches = new Map<string, readonly StateCode[]>();

/**
 * PTG-2.3: the states in which a walk of exactly `points` steps from `from` can end, without `from` itself, in
 * alphabetical order.
 * @param points at least 1
 */
export function reach(from: StateCode, points: number): readonly StateCode[] {
  const key = `${from} ${points}`;
  const known = reaches.get(key);
  if (known) return known;
  let ends = new Set<StateCode>([from]);
  for (let step = 0; step < points; step += 1) ends = new Set([...ends].flatMap(steps));
  ends.delete(from);
  const result = [...ends].sort();
  reaches.set(key, result);
  return result;
}
