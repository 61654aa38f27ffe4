import { type AdId, type ItemId, type Ones, PARTS, type Part, type PrimaryCode, type Rest } from './data.ts';
import type { State } from './state.ts';

/** A checked row of `second` (PS-4.4). Null means blank. */
export interface SecondRow {
  votesBelow: number | null;
  fundsBelow: number | null;
  /** Digits from 1 to 6, as they were written. */
  faces: string;
}

/** A checked row of `shop` (PS-4.4). Null means blank. */
export interface ShopRow {
  item: ItemId;
  keep: number | null;
  votesFrom: number | null;
  votesTo: number | null;
  ifOpen: PrimaryCode | null;
}

/** Where votes go (PS-4.4). */
export type Where = 'STAFF' | PrimaryCode;

/** A checked row of `votes` (PS-4.4). Null means blank. */
export interface VoteRow {
  where: Where;
  marks: number | null;
  whole: boolean;
  place: number | null;
}

/**
 * A checked sheet (PS-4.4), with every field; it is a legal raw sheet too. Null means blank. Blank rows of `shop` and
 * `votes` stay as null, so that the others keep their numbers (PS-4.6).
 */
export interface Orders extends Record<AdId, PrimaryCode[]> {
  reroll: number[];
  second: SecondRow[];
  ones: Ones | null;
  shop: (ShopRow | null)[];
  votes: (VoteRow | null)[];
  rest: Rest | null;
}

/** PS-6.1: an empty sheet, which is what a missing one counts as. */
export function blankOrders(): Orders {
  return {
    ...{ reroll: [], second: [], ones: null, shop: [] },
    ...{ radio: [], television: [], debate: [], votes: [], rest: null },
  };
}

/** PS-4.7: state codes and `STAFF` are read in either case. Only the letters A–Z count: others could fold into a code. */
export function upperCased(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** PS-4.7: item ids and choices are read in either case. Only the letters A–Z count. */
export function lowerCased(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** PS-4.4: the faces that `faces` names. */
export function facesIn(faces: string): Set<number> {
  return new Set([...faces.replace(/[ ,]/g, '')].map(Number));
}

/** PS-4.1: the parts that the open turn's sheet has; none if the game is over. */
export function openParts({ phase }: Pick<State, 'phase'>): Part[] {
  if (phase === 'turn') return ['roll', 'spend'];
  return phase === 'over' ? [] : [phase];
}

/** PS-4.1: the fields that belong on the other sheet of the round; none with one sheet a round. */
export function fieldsElsewhere(state: Pick<State, 'phase'>): readonly string[] {
  if (state.phase === 'roll') return PARTS.spend;
  return state.phase === 'spend' ? PARTS.roll : [];
}
