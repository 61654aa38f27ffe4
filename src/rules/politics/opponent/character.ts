import type { StateCode } from '../../country.ts';
import { stateOf } from '../../country.ts';
import type { Grade } from '../../grades.ts';
import { combine, hashOf, pick } from '../../hash.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { State } from '../state.ts';

export const TEMPERS = ['traveler', 'trader', 'performer', 'homebody'] as const;

/** What a computer candidate likes best. */
export type Temper = (typeof TEMPERS)[number];

/** What makes one computer candidate differ from another one. It stays the same for a whole game. */
export interface Character {
  /** Null for a candidate that plays section 13 to the letter. */
  temper: Temper | null;
  /** How many electoral votes more each state counts when the candidate chooses among states. */
  liking: (code: StateCode) => number;
  /** How many times its votes a chip must bring before it is sold in the open part of the campaign (PTG-13.4). */
  price: number;
  /** Chips that it does not sell to anyone who is not about to be elected. */
  keeps: readonly StateCode[];
}

/** PTG-13: the candidate of the standard grade, which likes all states alike. */
export const ORDINARY: Character = { temper: null, liking: () => 0, price: 4, keeps: [] };

/** The electoral votes of states that a traveler goes out of its way for. */
const BIG_STATE = 15;
/** The electoral votes of chips that a trader collects: large enough to be wanted, and small enough to be sold. */
const TRADED = { least: 9, most: 27 } as const;

/** Where a performer finds the best stages. */
const STAGES: readonly StateCode[] = ['CA', 'FL', 'IL', 'LA', 'NV', 'NY', 'TN', 'WA'];

/** The regions that homebodies collect. */
const REGIONS: readonly (readonly StateCode[])[] = [
  ['CT', 'DE', 'MA', 'MD', 'ME', 'NH', 'NJ', 'NY', 'PA', 'RI', 'VT'],
  ['AL', 'FL', 'GA', 'KY', 'MS', 'NC', 'SC', 'TN', 'VA', 'WV'],
  ['IA', 'IL', 'IN', 'MI', 'MN', 'MO', 'OH', 'WI'],
  ['AR', 'CO', 'KS', 'LA', 'ND', 'NE', 'NM', 'OK', 'SD', 'TX'],
  ['AK', 'AZ', 'CA', 'HI', 'ID', 'MT', 'NV', 'OR', 'UT', 'WA', 'WY'],
];

/**
 * The character of a candidate. It follows from the seats and the order in which they picked, which everyone has known from
 * the start. Neighbors at the table have different tempers. The standard grade has none: section 13 fixes its sheets.
 */
export function characterOf(state: State, seat: SeatIdentifier, grade: Grade): Character {
  if (grade === 'standard') return ORDINARY;
  const hash = gameHash(state);
  const at = state.players.findIndex(({ id }) => id === seat);
  const temper = TEMPERS[(pick(hash, 0, TEMPERS.length - 1) + at) % TEMPERS.length] as Temper;
  const region = REGIONS[pick(combine(hash, hashOf(seat)), 0, REGIONS.length - 1)] ?? [];
  return withTemper(temper, region);
}

function gameHash({ players, settings }: State): number {
  return hashOf(`${players.map(({ id }) => id).join(' ')} / ${settings.picking.join(' ')}`);
}

function withTemper(temper: Temper, region: readonly StateCode[]): Character {
  const votes = (code: StateCode) => stateOf(code).electoralVotes;
  switch (temper) {
    case 'traveler':
      return { ...ORDINARY, temper, liking: (code) => (votes(code) >= BIG_STATE ? 3 : 0) };
    case 'trader': {
      const isTraded = (code: StateCode) => votes(code) >= TRADED.least && votes(code) <= TRADED.most;
      return { ...ORDINARY, temper, price: 3, liking: (code) => (isTraded(code) ? 3 : 0) };
    }
    case 'performer':
      return { ...ORDINARY, temper, liking: (code) => (STAGES.includes(code) ? 5 : 0) };
    case 'homebody':
      return { ...ORDINARY, temper, liking: (code) => (region.includes(code) ? 6 : 0), keeps: region };
  }
}
