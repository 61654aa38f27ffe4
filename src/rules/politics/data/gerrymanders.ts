import type { StateCode } from '../../country.ts';

/** What a Gerrymander card asks for or gives: chips in alphabetical order, cash in $ millions, popular votes in millions. */
export interface Bundle {
  chips: readonly StateCode[];
  cash: number;
  votes: number;
}

/** PTG-2.5: one of the 35 Gerrymander cards. */
export interface Gerrymander {
  id: string;
  title: string;
  needed: Bundle;
  reward: Bundle;
  /** Whether each other candidate also pays $2 million to the player of the card, or what it has if that is less. */
  levy: boolean;
}

function card(id: string, title: string, needed: Bundle, reward: Bundle, levy = false): Gerrymander {
  return { id, title, needed, reward, levy };
}

/** PTG-2.5: all cards by number. */
export const GERRYMANDERS: readonly Gerrymander[] = [
  card(
    'G01',
    'Deep South Shuffle',
    { chips: ['AL', 'AR', 'MS'], cash: 5, votes: 0 },
    { chips: ['FL'], cash: 0, votes: 20 },
  ),
  card(
    'G02',
    'Pacific Current',
    { chips: ['NV', 'OR'], cash: 15, votes: 0 },
    { chips: ['CA'], cash: 0, votes: 0 },
  ),
  card(
    'G03',
    'Desert Water Compact',
    { chips: ['AZ', 'UT'], cash: 0, votes: 12 },
    { chips: ['CA'], cash: 0, votes: 0 },
  ),
  card(
    'G04',
    'Red River Survey',
    { chips: ['AR', 'OK'], cash: 5, votes: 0 },
    { chips: ['TX'], cash: 0, votes: 0 },
  ),
  card(
    'G05',
    'Bayou Boundary',
    { chips: ['LA', 'NM'], cash: 0, votes: 5 },
    { chips: ['TX'], cash: 0, votes: 0 },
  ),
  card(
    'G06',
    'Panhandle Pact',
    { chips: ['AL', 'SC'], cash: 0, votes: 0 },
    { chips: ['FL'], cash: 0, votes: 10 },
  ),
  card(
    'G07',
    'Snowbird Registration',
    { chips: ['ME', 'NH', 'VT'], cash: 0, votes: 0 },
    { chips: ['FL'], cash: 5, votes: 0 },
  ),
  card(
    'G08',
    'Commuter Belt',
    { chips: ['CT', 'RI'], cash: 5, votes: 0 },
    { chips: ['NY'], cash: 0, votes: 10 },
  ),
  card(
    'G09',
    'Canal Money',
    { chips: ['MA', 'VT'], cash: 0, votes: 0 },
    { chips: ['NY'], cash: 10, votes: 0 },
  ),
  card(
    'G10',
    'Lakefront Annexation',
    { chips: ['WI'], cash: 5, votes: 0 },
    { chips: ['IL'], cash: 0, votes: 20 },
  ),
  card(
    'G11',
    'Corn Belt Caucus',
    { chips: ['IA', 'NE'], cash: 0, votes: 0 },
    { chips: ['IL'], cash: 0, votes: 15 },
  ),
  card(
    'G12',
    'Coal Country',
    { chips: ['KY', 'WV'], cash: 0, votes: 0 },
    { chips: ['PA'], cash: 0, votes: 15 },
  ),
  card(
    'G13',
    'Turnpike District',
    { chips: ['DE', 'NJ'], cash: 0, votes: 0 },
    { chips: ['PA'], cash: 0, votes: 20 },
  ),
  card(
    'G14',
    'Rust Belt Remap',
    { chips: ['IN', 'WV'], cash: 0, votes: 0 },
    { chips: ['OH'], cash: 0, votes: 20 },
  ),
  card(
    'G15',
    'Bluegrass Riverbank',
    { chips: ['KY'], cash: 5, votes: 0 },
    { chips: ['OH'], cash: 0, votes: 20 },
  ),
  card('G16', 'Peach Preserve', { chips: ['SC'], cash: 0, votes: 5 }, { chips: ['GA'], cash: 20, votes: 0 }),
  card(
    'G17',
    'Smoky Mountain Split',
    { chips: ['AL', 'TN'], cash: 0, votes: 0 },
    { chips: ['GA', 'NC'], cash: 10, votes: 0 },
  ),
  card('G18', 'Tobacco Road', { chips: ['VA'], cash: 0, votes: 0 }, { chips: ['NC'], cash: 0, votes: 20 }),
  card(
    'G19',
    'Blue Ridge Ribbon',
    { chips: ['TN', 'WV'], cash: 0, votes: 0 },
    { chips: ['NC', 'VA'], cash: 0, votes: 10 },
  ),
  card(
    'G20',
    'Upper Peninsula',
    { chips: ['MN', 'WI'], cash: 0, votes: 0 },
    { chips: ['MI', 'OH'], cash: 0, votes: 10 },
  ),
  card(
    'G21',
    'Motor City Merger',
    { chips: ['IN'], cash: 0, votes: 0 },
    { chips: ['MI'], cash: 0, votes: 20 },
  ),
  card(
    'G22',
    'Garden State Graft',
    { chips: ['CT', 'DE'], cash: 0, votes: 0 },
    { chips: ['NJ'], cash: 20, votes: 0 },
  ),
  card(
    'G23',
    'Beltway Bargain',
    { chips: ['MD'], cash: 5, votes: 0 },
    { chips: ['DC', 'VA'], cash: 0, votes: 20 },
  ),
  card(
    'G24',
    'Evergreen Edge',
    { chips: ['ID', 'MT'], cash: 0, votes: 0 },
    { chips: ['WA'], cash: 0, votes: 20 },
  ),
  card(
    'G25',
    'Columbia Crossing',
    { chips: ['OR'], cash: 5, votes: 0 },
    { chips: ['WA'], cash: 25, votes: 0 },
  ),
  card(
    'G26',
    'Four Corners',
    { chips: ['CO', 'NM', 'UT'], cash: 0, votes: 0 },
    { chips: ['AZ', 'NV'], cash: 0, votes: 30 },
  ),
  card(
    'G27',
    'Non-contiguous District',
    { chips: ['AK', 'HI'], cash: 0, votes: 0 },
    { chips: ['WA'], cash: 5, votes: 20 },
  ),
  card(
    'G28',
    'Dakota Territory',
    { chips: ['ND', 'SD'], cash: 0, votes: 0 },
    { chips: ['MN'], cash: 0, votes: 20 },
  ),
  card(
    'G29',
    'Prairie Checkerboard',
    { chips: ['KS', 'NE'], cash: 0, votes: 0 },
    { chips: ['CO', 'MO'], cash: 0, votes: 15 },
  ),
  card(
    'G30',
    'Delta Blues',
    { chips: ['LA', 'MS'], cash: 0, votes: 0 },
    { chips: ['KY', 'TN'], cash: 20, votes: 0 },
  ),
  card(
    'G31',
    'Gateway Gambit',
    { chips: ['IA', 'MO'], cash: 0, votes: 0 },
    { chips: ['IL', 'WI'], cash: 10, votes: 0 },
  ),
  card(
    'G32',
    'New England Town Meeting',
    { chips: ['ME', 'NH', 'RI'], cash: 0, votes: 0 },
    { chips: ['CT', 'MA'], cash: 0, votes: 20 },
  ),
  card('G33', 'Soft Money', { chips: [], cash: 20, votes: 0 }, { chips: ['IN', 'MD'], cash: 0, votes: 15 }),
  card('G34', 'Grass Roots', { chips: [], cash: 0, votes: 20 }, { chips: ['MN'], cash: 25, votes: 0 }),
  card(
    'G35',
    'Pork Barrel',
    { chips: ['ID', 'WY'], cash: 0, votes: 0 },
    { chips: [], cash: 0, votes: 20 },
    true,
  ),
];

const byId = new Map(GERRYMANDERS.map((gerrymander) => [gerrymander.id, gerrymander]));

/** The Gerrymander card with this id; undefined if there is none. */
export function findGerrymander(id: string): Gerrymander | undefined {
  return byId.get(id);
}

/** The Gerrymander card with this id. Throws if there is none: stored games and checked sheets name cards that exist. */
export function gerrymander(id: string): Gerrymander {
  const found = byId.get(id);
  if (!found) throw new Error(`There is no Gerrymander card ${id}.`);
  return found;
}
