import type { Block } from './report.ts';
import type { Failure } from './result.ts';

/*
 * A guess at what a sheet would do: the open turn played with what its seat may know, and with rivals who are assumed
 * to do something simple. It is never stored and promises nothing.
 */

/** What the rivals are assumed to do in a guess. */
export const RIVAL_PLANS = ['nothing', 'repeat', 'computer'] as const;
export type RivalPlan = (typeof RIVAL_PLANS)[number];

/** One plan of the rivals that can be chosen. `label` says what they do, on a button: `Repeat last turn`. */
export interface GuessChoice {
  plan: RivalPlan;
  label: string;
}

/** What a sheet would do. Contains secrets of its seat: callers must show it to no one else. */
export interface GuessedTurn {
  ok: true;
  /** The plans that apply to the open turn, in order; there is at least one. */
  choices: GuessChoice[];
  /** The plan that was played: one of `choices`. */
  chosen: RivalPlan;
  /** What the guess assumes, as the end of a sentence that begins with "A guess, not a promise:". */
  basis: string;
  /** The result in a few sentences. */
  sentences: string[];
  blocks: Block[];
}

/** A guess, or the problems of the sheet: those of `check`. */
export type Guess = GuessedTurn | Failure;

/** The wanted plan if it is one of the choices, or else the first choice. */
export function chosenPlan(choices: readonly GuessChoice[], wanted: RivalPlan | null): RivalPlan {
  const found = choices.find(({ plan }) => plan === wanted) ?? choices[0];
  if (found === undefined) throw new Error('A guess needs at least one plan for the rivals.');
  return found.plan;
}
