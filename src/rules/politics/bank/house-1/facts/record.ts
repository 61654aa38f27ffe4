import type { StateCode } from '../../../../country.ts';

/** A day, written as in 1845-12-29. */
export type Day = `${number}-${number}-${number}`;

/** A state's motto. */
export interface Motto {
  /** In its own language; Hawaii's in English. */
  readonly text: string;
  /** A sentence on its meaning or origin, or empty. */
  readonly note: string;
}

/**
 * PTG-2.9: what the state questions are made from. Null stands for a fact that is left out: it is in dispute, has two
 * answers, or may soon change.
 */
export interface StateFacts {
  readonly code: StateCode;
  readonly capital: string;
  /**
   * Three other cities. No state that the question about it offers as a wrong choice has a place with the name of the
   * first one. The same is true of the second one for states without neighbors.
   */
  readonly cities: readonly [string, string, string];
  /** The day it was admitted; for the first 13 states, the day it ratified the Constitution. */
  readonly joined: Day;
  /** Its number in the order of `joined`. Null for the Dakotas, which were admitted on one day. */
  readonly order: number | null;
  readonly nickname: string;
  readonly motto: Motto | null;
  readonly highest: string | null;
  /** The largest city of the 2020 census: the capital or one of `cities`. */
  readonly largest: string;
  readonly bird: string | null;
  readonly tree: string | null;
  readonly flower: string | null;
}
