import { z } from 'zod';
import { findRuleset } from './catalog.ts';
import { type Dice, DiceError, listedDice, seededDice } from './dice.ts';
import { faultOf, faultOfPrototypeKey } from './fault.ts';
import type { Outcome, Ruleset, SeatIdentifier, SetupProblem } from './ruleset.ts';
import type { Problem } from './sheet.ts';

/** What a scenario shows of one turn: why sheets were refused, and the canonical state after it. */
export interface PlayedTurn {
  turn: number;
  /** Only seats whose sheet was refused. */
  problems: Record<SeatIdentifier, Problem[]>;
  state: unknown;
}

/** The document that playing a scenario makes. */
export interface PlayedScenario {
  ruleset: string;
  turns: PlayedTurn[];
  /** Null while the game goes on. */
  outcome: Outcome | null;
  diceUsed: number;
}

/** A scenario played, with the first thing that is not as it was expected; or why it is no scenario. */
export type ScenarioResult =
  | { kind: 'played'; document: PlayedScenario; difference: string | null }
  | { kind: 'fault'; fault: SetupProblem };

/** As it is, and not copied: zod's own records leave a key `__proto__` out, so that nobody would name it. */
const record = (message: string) => z.custom<Record<string, unknown>>(isRecord, { error: message });
const text = z.string({ error: 'must be a text' });

const scenarioShape = z.strictObject(
  {
    ruleset: z.string({ error: 'must be the id of a ruleset' }),
    title: text.optional(),
    rule: text.optional(),
    setup: z.unknown(),
    dice: z
      .array(z.int({ error: 'must be a whole number' }), { error: 'must be a list of numbers' })
      .optional(),
    seed: z
      .string({ error: 'must be 64 hex digits' })
      .regex(/^[0-9a-f]{64}$/i, { error: 'must be 64 hex digits' })
      .optional(),
    turns: z.array(
      z.strictObject(
        {
          sheets: record('must be an object of sheets by seat').optional(),
          expect: record('must be an object').optional(),
        },
        { error: 'must be an object with "sheets" and "expect"' },
      ),
      { error: 'must be a list of turns' },
    ),
    expect: record('must be an object').optional(),
  },
  { error: 'must be an object with "ruleset", "setup" and "turns"' },
);

type Scenario = z.infer<typeof scenarioShape>;

/** Plays a scenario from outside, whatever it is. Never throws on anything that JSON can hold. */
export function playScenario(json: unknown): ScenarioResult {
  const parsed = scenarioShape.safeParse(json);
  if (!parsed.success) return { kind: 'fault', fault: faultOf(parsed.error) };
  const scenario = parsed.data;
  const ruleset = findRuleset(scenario.ruleset);
  if (ruleset === undefined) return fault('ruleset', 'must be the id of a ruleset that is known here');
  if (scenario.dice !== undefined && scenario.seed !== undefined) {
    return fault('seed', 'must not stand beside "dice"; give one of the two');
  }
  const stray = faultOfPrototypeKey(scenario.setup);
  if (stray !== null) return fault(`setup.${stray.field}`, stray.message);
  const setup = ruleset.parseSetup(scenario.setup);
  if (!setup.ok) {
    const { field, message } = setup.problem;
    return fault(field === '' ? 'setup' : `setup.${field}`, message);
  }
  try {
    return playTurns(ruleset, ruleset.begin(setup.value), scenario);
  } catch (thrown) {
    if (thrown instanceof DiceError) return fault(`dice[${thrown.index}]`, thrown.message);
    throw thrown;
  }
}

function fault(field: string, message: string): ScenarioResult {
  return { kind: 'fault', fault: { field, message } };
}

function playTurns(ruleset: Ruleset, start: unknown, scenario: Scenario): ScenarioResult {
  const diceOf = diceFor(scenario);
  const turns: PlayedTurn[] = [];
  let difference: string | null = null;
  let state = start;
  for (const [i, { sheets = {}, expect }] of scenario.turns.entries()) {
    if (ruleset.outcome(state) !== null)
      return fault(`turns[${i}]`, 'must not be there: the game is over before it');
    const seats = ruleset.seatIds(state);
    const stray = Object.keys(sheets).find((id) => !seats.includes(id));
    if (stray !== undefined)
      return fault(`turns[${i}].sheets.${stray}`, 'must be the sheet of a seat of the game');
    const problems = problemsOf(ruleset, state, seats, sheets);
    state = ruleset.resolve(state, sheets, diceOf(i + 1));
    const turn = { turn: i + 1, problems, state: ruleset.canonical(state) };
    turns.push(turn);
    difference ??= differenceBetween(expect ?? {}, turn, `turns[${i}].expect`);
  }
  const document = {
    ruleset: ruleset.id,
    turns,
    outcome: ruleset.outcome(state),
    diceUsed: diceOf.used(),
  };
  const { outcome, diceUsed } = document;
  difference ??= differenceBetween(scenario.expect ?? {}, { ...turns.at(-1), outcome, diceUsed }, 'expect');
  return { kind: 'played', document, difference };
}

function problemsOf(
  ruleset: Ruleset,
  state: unknown,
  seats: readonly SeatIdentifier[],
  sheets: Readonly<Record<SeatIdentifier, unknown>>,
): Record<SeatIdentifier, Problem[]> {
  const problems: Record<SeatIdentifier, Problem[]> = {};
  for (const seat of seats) {
    const raw = sheets[seat] ?? null;
    if (raw === null) continue;
    const checked = ruleset.check(state, seat, raw);
    if (!checked.ok) problems[seat] = checked.problems;
  }
  return problems;
}

/** The dice of a turn (counted from 1): one list for the whole scenario, or each turn's own out of the seed. */
function diceFor({ dice, seed }: Scenario): ((turn: number) => Dice) & { used(): number } {
  const listed = listedDice(dice ?? []);
  const secret = seed === undefined ? null : Buffer.from(seed, 'hex');
  const drawn: Dice[] = secret === null ? [listed] : [];
  const diceOf = (turn: number): Dice => {
    if (secret === null) return listed;
    const seeded = seededDice(secret, turn);
    drawn.push(seeded);
    return seeded;
  };
  return Object.assign(diceOf, { used: () => drawn.reduce((sum, { rolls }) => sum + rolls.length, 0) });
}

/**
 * The first place where something is not as expected, in words; null where all is. A partial match: every
 * key that is expected must be there and match; a list has the same length, each element matching.
 */
export function differenceBetween(expected: unknown, found: unknown, path: string): string | null {
  if (Array.isArray(expected)) {
    if (!Array.isArray(found)) return mismatch(path, expected, found);
    if (found.length !== expected.length) {
      return `${path}: expected ${expected.length} entries, found ${found.length}`;
    }
    return firstOf(expected.keys(), (i) => differenceBetween(expected[i], found[i], `${path}[${i}]`));
  }
  if (!isRecord(expected)) return expected === found ? null : mismatch(path, expected, found);
  if (!isRecord(found)) return mismatch(path, expected, found);
  return firstOf(Object.keys(expected), (key) =>
    Object.hasOwn(found, key)
      ? differenceBetween(expected[key], found[key], `${path}.${key}`)
      : `${path}.${key}: expected ${inWords(expected[key])}, found nothing of that name`,
  );
}

function firstOf<T>(items: Iterable<T>, differenceAt: (item: T) => string | null): string | null {
  for (const item of items) {
    const difference = differenceAt(item);
    if (difference !== null) return difference;
  }
  return null;
}

function mismatch(path: string, expected: unknown, found: unknown): string {
  return `${path}: expected ${inWords(expected)}, found ${inWords(found)}`;
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
