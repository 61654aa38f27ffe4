import type { StateCode } from '../../country.ts';

/** Neighboring states that a computer candidate from one of them prefers. Each state is in one region. */
const REGIONS: readonly (readonly StateCode[])[] = [
  ['CT', 'MA', 'ME', 'NH', 'RI', 'VT'],
  ['DC', 'DE', 'MD', 'NJ', 'NY', 'PA'],
  ['FL', 'GA', 'NC', 'SC', 'VA', 'WV'],
  ['AL', 'AR', 'KY', 'LA', 'MS', 'TN'],
  ['IL', 'IN', 'MI', 'OH', 'WI'],
  ['IA', 'KS', 'MN', 'MO', 'ND', 'NE', 'SD'],
  ['AZ', 'NM', 'OK', 'TX'],
  ['CO', 'ID', 'MT', 'NV', 'UT', 'WY'],
  ['AK', 'CA', 'HI', 'OR', 'WA'],
];

/** The states of the region that a state is in, itself included. */
export function regionOf(code: StateCode): readonly StateCode[] {
  return REGIONS.find((region) => region.includes(code)) ?? [code];
}
