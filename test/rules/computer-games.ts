import { seededDice } from '../../src/rules/dice.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import type { SheetForm } from '../../src/rules/sheet.ts';

const MAX_TURNS = 80;

/** One sheet of a game: the form that its seat gets, and the orders of its computer candidate. */
export interface ComputerSheet {
  state: unknown;
  seat: string;
  form: SheetForm;
  orders: unknown;
}

/** A game of computer candidates from its first state to its last: the form and the orders of every seat on every turn. */
export function* computerSheets(
  ruleset: Ruleset,
  seed = 7,
  seatCount = ruleset.seats.min,
  given: Record<string, unknown> = {},
): Generator<ComputerSheet> {
  const secret = new Uint8Array(32).fill(seed);
  const options = ruleset.options.parse(given) as Record<string, unknown>;
  const seats = Array.from({ length: seatCount }, (_, i) => ({
    identifier: `A${String.fromCharCode(65 + i)}`,
    name: `Player ${i + 1}`,
    wish: ruleset.wishes.parse({}) as Record<string, unknown>,
  }));
  let state = ruleset.begin(ruleset.setUp(options, seats, seededDice(secret, 0)));
  for (let turn = 1; turn <= MAX_TURNS && ruleset.outcome(state) === null; turn += 1) {
    const sheets: Record<string, unknown> = {};
    for (const seat of ruleset.seatsOwing(state)) {
      const form = ruleset.sheet(state, seat);
      if (form === null) throw new Error(`${ruleset.id}: ${seat} owes a sheet and has no form`);
      const orders = ruleset.opponent(state, seat);
      yield { state, seat, form, orders };
      sheets[seat] = orders;
    }
    state = ruleset.resolve(state, sheets, seededDice(secret, turn));
  }
}
