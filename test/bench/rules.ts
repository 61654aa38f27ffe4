import { seededDice } from '../../src/rules/dice.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { medianOf } from './measure.ts';

/** How fast the rules of a game alone resolve a turn. */
export interface RulesSpeed {
  ruleset: string;
  seats: number;
  turnsPerSecond: number;
}

/** The turns that are played one after the other, so that early and late ones count. */
const TURNS = 6;

/**
 * Turns per second and core that a ruleset resolves, their sheets checked, with as many seats as it allows up to six. The
 * sheets are those of computer candidates and are made beforehand.
 */
export async function measureRules(ruleset: Ruleset): Promise<RulesSpeed> {
  const seats = Math.min(6, ruleset.seats.max);
  const turns = playedTurns(ruleset, seats);
  const milliseconds = await medianOf(() => {
    for (const { state, sheets, secret, turn } of turns)
      ruleset.resolve(state, sheets, seededDice(secret, turn));
  });
  return { ruleset: ruleset.title, seats, turnsPerSecond: Math.round((1000 * turns.length) / milliseconds) };
}

function playedTurns(ruleset: Ruleset, seats: number) {
  const secret = new Uint8Array(32).fill(7);
  const wishes = Array.from({ length: seats }, (_, i) => ({
    identifier: `${String.fromCharCode(65 + i)}${String.fromCharCode(75 + i)}`,
    name: `Player ${i + 1}`,
    wish: ruleset.wishes.parse({}) as Record<string, unknown>,
  }));
  let state = ruleset.begin(ruleset.setUp(ruleset.options.parse({}), wishes, seededDice(secret, 0)));
  const turns = [];
  for (let turn = 1; turn <= TURNS && ruleset.outcome(state) === null; turn += 1) {
    const owing = ruleset.seatsOwing(state);
    const sheets = Object.fromEntries(owing.map((id) => [id, ruleset.opponent(state, id)]));
    turns.push({ state, sheets, secret, turn });
    state = ruleset.resolve(state, sheets, seededDice(secret, turn));
  }
  return turns;
}
