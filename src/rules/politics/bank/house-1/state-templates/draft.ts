import type { StateFacts } from '../facts/record.ts';

/** A question about a state, before it has an id and a level. The first choice is right. */
export interface Draft {
  readonly text: string;
  readonly choices: readonly string[];
  readonly accept: readonly string[];
  readonly open: boolean;
  readonly note: string;
}

/**
 * Makes a question about a state, or returns null if the state's facts do not allow it.
 * @param index place of the state in the table of facts: varies which wrong choices are offered
 */
export type Template = (facts: StateFacts, index: number) => Draft | null;
