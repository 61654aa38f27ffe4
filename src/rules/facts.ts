import type { StateCode } from './country.ts';
import { dollars, grouped } from './numbers.ts';
import type { Unit } from './sheet.ts';

/**
 * What a player needs to know to decide on a sheet, state by state, as data. A ruleset computes it for one seat; pages
 * show it as a table, beside the states in the lists, and on the map. Nothing in it may be secret from that seat.
 */
export interface SheetFacts {
  /** What the figures mean for the open turn, one sentence each. */
  notes: string[];
  columns: FactColumn[];
  /** The states that the sheet can name, in the order of their names. */
  states: StateFacts[];
  /** The list of the sheet that takes states with an amount; null if the sheet has none. */
  list: FactsList | null;
}

/** What a column counts; `words` for a column that has no numbers. */
export type FactUnit = Unit | 'squares' | 'words';

/** One figure that every state has. */
export interface FactColumn {
  /** The key in `StateFacts.facts`. */
  key: string;
  /** `Electoral votes` */
  label: string;
  /** For the head of a narrow column: `EV`. */
  short: string;
  unit: FactUnit;
  /** What it means, in a sentence. */
  meaning: string;
}

/** A column. `labels` are the long one and the short one. */
export function factColumn(
  key: string,
  unit: FactUnit,
  [label, short]: readonly [string, string],
  meaning: string,
): FactColumn {
  return { key, label, short, unit, meaning };
}

/** A figure: a number in the unit of its column, a word, a number that has a name (`CD 300`), or nothing. */
export type Fact = number | string | { value: number; text: string } | null;

/** The figures of one state. */
export interface StateFacts {
  state: StateCode;
  name: string;
  /** By the keys of the columns. */
  facts: Record<string, Fact>;
  /** The most important of them, to be shown beside the name in a list: `54 votes, $120 to lead`. */
  brief: string;
  /** What it takes to lead the state; null if nothing has to be filled in, or if it cannot be paid. */
  fill: FillIn | null;
}

/** What a row of `FactsList` gets to do what it takes, by column. */
export interface FillIn {
  row: Record<string, string>;
  /** The row if the state is an entry of this other list (a visit makes campaigning cheaper); null if none matters. */
  instead: { list: string; row: Record<string, string> } | null;
}

/** The list of rows into which the map and `FillIn` put states. */
export interface FactsList {
  /** The name of the field: `campaign`. */
  name: string;
  /** Its column for the state. */
  state: string;
  /**
   * The column that says what a row does, and those of its values that need a state, the usual one first. Null if every
   * row takes a state.
   */
  kind: { column: string; values: string[] } | null;
}

/** A figure as people read it: `$120`, `1,250`, `CD 300`; `–` for nothing. */
export function factText(fact: Fact, unit: FactUnit): string {
  if (fact === null || fact === '') return '–';
  if (typeof fact === 'string') return fact;
  if (typeof fact === 'object') return fact.text;
  return unit === 'dollars' ? dollars(fact) : grouped(fact);
}
