import { createHash } from 'node:crypto';
import { seededDice } from '../../src/rules/dice.ts';
import { GRADES, type Grade } from '../../src/rules/grades.ts';
import type { Outcome, Ruleset, SeatIdentifier } from '../../src/rules/ruleset.ts';
import { type Chance, chanceFrom } from './chance.ts';

/** Someone who fills in sheets: a grade of the computer candidate, or a simple strategy. */
export interface Contestant<State = never> {
  name: string;
  /** Raw orders, or null if no sheet is sent. `chance` is the only source of chance. */
  sheet(state: State, seat: SeatIdentifier, chance: Chance): unknown;
}

/** A contestant without the type of its ruleset's states, which is known only where the ruleset is. */
export type AnyContestant = Contestant<unknown>;

/** A game of a tournament from its first state to its last. */
export interface PlayedGame<State = unknown> {
  states: State[];
  seats: SeatIdentifier[];
  outcome: Outcome;
}

/** The computer candidate of a ruleset as contestants, one for each grade. */
export function gradesOf(ruleset: Ruleset, grades: readonly Grade[] = GRADES): AnyContestant[] {
  return grades.map((grade) => ({
    name: grade,
    sheet: (state, seat) => ruleset.opponent(state, seat, grade),
  }));
}

const MAX_TURNS = 100;

/**
 * Plays one game. The same seed gives the same setup and dice, no matter who plays.
 * @param minds the contestants by position of the seat
 */
export function playGame(ruleset: Ruleset, minds: readonly AnyContestant[], seed: string): PlayedGame {
  const secret = createHash('sha256').update(seed).digest();
  const wish = ruleset.wishes.parse({}) as Record<string, unknown>;
  const entries = minds.map((_, i) => ({ identifier: identifierOf(i), name: `Candidate ${i + 1}`, wish }));
  const options = ruleset.options.parse({}) as Record<string, unknown>;
  const states = [ruleset.begin(ruleset.setUp(options, entries, seededDice(secret, 0)))];
  const bySeat = new Map(entries.map(({ identifier }, i) => [identifier, minds[i] as AnyContestant]));
  for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
    const state = states.at(-1);
    const sheets: Record<SeatIdentifier, unknown> = {};
    for (const seat of ruleset.seatsOwing(state)) {
      const chance = chanceFrom(`${seed} ${turn} ${seat}`);
      sheets[seat] = (bySeat.get(seat) as AnyContestant).sheet(state, seat, chance);
    }
    const after = ruleset.resolve(state, sheets, seededDice(secret, turn));
    states.push(after);
    const outcome = ruleset.outcome(after);
    if (outcome !== null) return { states, seats: entries.map(({ identifier }) => identifier), outcome };
  }
  throw new Error(`${ruleset.id} does not end within ${MAX_TURNS} turns`);
}

/** AB, CD, EF, … */
function identifierOf(position: number): SeatIdentifier {
  return String.fromCharCode(65 + ((2 * position) % 26), 65 + ((2 * position + 1) % 26));
}
