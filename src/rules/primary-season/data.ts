/** PS-3.1: fewest and most players. */
export const SEATS = { min: 2, max: 6 } as const;

/** PS-3.2: the values of the options. */
export const PACES = ['one-sheet', 'two-sheet'] as const;
export const ORDERS_OF_PLAY = ['rotating', 'table'] as const;
export const MAX_TURNS = { min: 10, max: 60, usual: 30 } as const;

/** PS-2.1: the states in sheet order, with their circles and the delegates of each place. */
const TABLE = [
  { code: 'IA', name: 'Iowa', circles: 18, prizes: [6, 4, 2] },
  { code: 'NH', name: 'New Hampshire', circles: 21, prizes: [7, 4, 2] },
  { code: 'SC', name: 'South Carolina', circles: 6, prizes: [7] },
  { code: 'NV', name: 'Nevada', circles: 6, prizes: [5] },
  { code: 'MO', name: 'Missouri', circles: 15, prizes: [5, 3] },
  { code: 'OH', name: 'Ohio', circles: 24, prizes: [8, 4] },
  { code: 'PA', name: 'Pennsylvania', circles: 18, prizes: [6, 3] },
  { code: 'FL', name: 'Florida', circles: 36, prizes: [12, 6] },
  { code: 'VA', name: 'Virginia', circles: 15, prizes: [5, 2] },
] as const;

/** PS-2.1: the code of a state that has a primary. */
export type PrimaryCode = (typeof TABLE)[number]['code'];

/** PS-2.1: a state that has a primary. */
export interface Primary {
  code: PrimaryCode;
  name: string;
  circles: number;
  /** The delegates of each place, first place first. */
  prizes: readonly number[];
}

/** PS-2.1: all nine states in sheet order. */
export const PRIMARIES: readonly Primary[] = TABLE;

/** PS-2.1: the codes of all nine states in sheet order. */
export const PRIMARY_CODES: readonly PrimaryCode[] = TABLE.map(({ code }) => code);

const BY_CODE = new Map<string, Primary>(TABLE.map((primary) => [primary.code, primary]));

/** Whether a text is the code of a state that has a primary, in capitals. */
export function isPrimaryCode(text: string): text is PrimaryCode {
  return BY_CODE.has(text);
}

/** The state with a code. */
export function primary(code: PrimaryCode): Primary {
  return BY_CODE.get(code) as Primary;
}

/** A value for each state, with the keys in sheet order. */
export function byPrimary<T>(make: (code: PrimaryCode) => T): Record<PrimaryCode, T> {
  return Object.fromEntries(PRIMARY_CODES.map((code) => [code, make(code)])) as Record<PrimaryCode, T>;
}

/** PS-2.3: circles of the staff track, and the totals at which the second to the fifth die are hired. */
export const STAFF_CIRCLES = 14;
export const STAFF_TOTALS: readonly number[] = [2, 5, 9, 14];

/** PS-2.3: the dice of a player with this many marks on the staff track. */
export function diceFor(staff: number): number {
  return 1 + STAFF_TOTALS.filter((total) => total <= staff).length;
}

/** PS-2.4: what an item is. A `lasting` one works every turn after it was bought, the others once. */
export type ItemKind = 'lasting' | 'ad' | 'issue';

const NO_MARKS = { marks: 0, most: 0, states: [] } as const;
const ISSUE = { price: 5, kind: 'issue', marks: 3, most: 3 } as const;

const ITEM_TABLE = [
  { ...NO_MARKS, id: 'organizer', name: 'Organizer', price: 2, kind: 'lasting' },
  { id: 'radio', name: 'Radio Ad', price: 2, kind: 'ad', marks: 1, most: 3, states: [] },
  { id: 'television', name: 'Television Ad', price: 4, kind: 'ad', marks: 2, most: 3, states: [] },
  { id: 'debate', name: 'Debate Win', price: 4, kind: 'ad', marks: 1, most: 8, states: [] },
  { ...NO_MARKS, id: 'spokesperson', name: 'Spokesperson', price: 8, kind: 'lasting' },
  { ...NO_MARKS, id: 'finance-chair', name: 'Finance Chair', price: 8, kind: 'lasting' },
  { ...NO_MARKS, id: 'manager', name: 'Manager', price: 8, kind: 'lasting' },
  { ...ISSUE, id: 'pro-life', name: 'Pro Life', states: ['IA', 'OH', 'PA'] },
  { ...ISSUE, id: 'immigration', name: 'Immigration', states: ['FL', 'NV', 'VA'] },
  { ...ISSUE, id: 'low-tax', name: 'Low Tax', states: ['NH', 'OH', 'MO'] },
  { ...ISSUE, id: 'defense', name: 'Defense', states: ['SC', 'FL', 'PA'] },
] as const;

/** PS-2.4: the id of an item. */
export type ItemId = (typeof ITEM_TABLE)[number]['id'];

/** PS-2.4: an item. */
export interface Item {
  id: ItemId;
  name: string;
  /** In dollars. */
  price: number;
  kind: ItemKind;
  /** The marks in each state; 0 for lasting items. */
  marks: number;
  /** In how many states at most; 0 for lasting items. */
  most: number;
  /** The states of an issue in the order of PS-2.4; none for other items. */
  states: readonly PrimaryCode[];
}

/** PS-2.4: all items in item order. */
export const ITEMS: readonly Item[] = ITEM_TABLE;

/** PS-2.4: the ids of all items in item order. */
export const ITEM_IDS: readonly ItemId[] = ITEM_TABLE.map(({ id }) => id);

const ITEM_BY_ID = new Map<string, Item>(ITEM_TABLE.map((item) => [item.id, item]));

/** Whether a text is the id of an item, in lower case. */
export function isItemId(text: string): text is ItemId {
  return ITEM_BY_ID.has(text);
}

/** The item with an id. */
export function itemOf(id: ItemId): Item {
  return ITEM_BY_ID.get(id) as Item;
}

/** PS-2.4: items in item order. */
export function inItemOrder(items: Iterable<ItemId>): ItemId[] {
  const owned = new Set(items);
  return ITEM_IDS.filter((id) => owned.has(id));
}

/** PS-2.5: the most issues of a player. */
export const MOST_ISSUES = 2;

/** How many of these items are issues. */
export function issuesAmong(items: readonly ItemId[]): number {
  return items.filter((id) => itemOf(id).kind === 'issue').length;
}

/** PS-2.6: all the money of the game, in dollars. */
export const ALL_MONEY = 50;

/** PS-2.4: votes that a Manager adds to every turn. */
export const MANAGER_VOTES = 2;

/** PS-4.4: the ads, which have a ranking each. */
export const ADS = ['radio', 'television', 'debate'] as const;
export type AdId = (typeof ADS)[number];

/** PS-4.4: how 1s can be taken. */
export const ONES = ['votes', 'money', 'buy', 'finish'] as const;
export type Ones = (typeof ONES)[number];

/** PS-4.4: what happens to marks that the lists leave over. */
export const RESTS = ['auto', 'none'] as const;
export type Rest = (typeof RESTS)[number];

/** PS-4.4: the most entries of each list. */
export const LIMITS = {
  ...{ reroll: 5, second: 3, shop: 8, radio: 9, television: 9, debate: 9, votes: 12 },
} as const;

/** PS-4.4: the most characters of `faces`. */
export const MAX_FACES = 20;

/** PS-4.4: least and most of numbers that do not depend on a state. */
export const RANGES = { below: [1, ALL_MONEY], limit: [0, ALL_MONEY] } as const;

/** PS-4.4: the codes of the fields in the order in which problems are reported, and the part of each. */
export const PARTS = {
  roll: ['reroll', 'second'],
  spend: ['ones', 'shop', 'radio', 'television', 'debate', 'votes', 'rest'],
} as const;
export type Part = keyof typeof PARTS;
export type TopField = (typeof PARTS)[Part][number];
