import type { StateCode } from '../../country.ts';

/** PTG-2.8: the kinds of questions. */
export const KINDS = ['general', 'state', 'government'] as const;

export type Kind = (typeof KINDS)[number];

/** PTG-2.8: 1 easy, 2 middling, 3 hard. */
export type Level = 1 | 2 | 3;

/** PTG-2.8: a question of a bank. */
export interface Question {
  /** Unique in the game. */
  readonly id: string;
  readonly kind: Kind;
  /** The state that a question of kind `state` is about; null for the other kinds. */
  readonly state: StateCode | null;
  readonly level: Level;
  /** At most 200 characters. */
  readonly text: string;
  /** Four different answers of at most 60 characters each. */
  readonly choices: readonly string[];
  /** 0 to 3: which choice is right. */
  readonly answer: number;
  /** Other forms of the right answer, for written answers. */
  readonly accept: readonly string[];
  /** Whether the question can be answered without seeing the choices. */
  readonly open: boolean;
  /** A line printed with the solution, at most 160 characters; may be empty. */
  readonly note: string;
}
