/** PTG-3.1: how many can play. */
export const SEATS = { min: 2, max: 8 } as const;

/** PTG-2.4, in $ millions: the cash of a new candidate. */
export const START_CASH = 10;

/** PTG-2.4: what a right answer is worth by level, in $ millions or millions of popular votes. */
export const REWARDS = { 1: 8, 2: 12, 3: 16 } as const;

/** PTG-2.4, in $ millions: the fee for a government question. */
export const FEE = 2;

/** PTG-2.4, in $ millions: the price of a flight. */
export const FLIGHT = 2;

/** PTG-2.4, in $ millions: what a stop spent in DC pays. */
export const REST = 10;

/** PTG-2.4: how many stops in a row DC pays for. */
export const MOST_RESTS = 4;

/** PTG-2.4: electoral votes that elect. */
export const MAJORITY = 270;

/** PTG-3.6, PTG-5.4: the most that an amount on a sheet or in a setup can be. */
export const MOST_AMOUNT = 9999;

/** PTG-2.1: the district, which is no home state, has no questions, and is not landed on by air. */
export const CAPITAL = 'DC';

/** PTG-2.2: the states that no roll leads to, in which one may stay for a question (PTG-4.6). */
export const OUTLYING: readonly string[] = ['AK', 'HI'];

/** PTG-6.22, PTG-6.23: how many sets of questions a runoff or a round of Speed Play can have. */
export const MOST_SETS = 3;

/** PTG-6.23: the questions of one round of Speed Play. */
export const SPEED_QUESTIONS = 5;

/** PTG-6.22: the questions of each kind in one set of a runoff. */
export const RUNOFF_QUESTIONS = 5;

/** PTG-2.5, in $ millions: the most that each other candidate pays for the card with a levy. */
export const LEVY = 2;
