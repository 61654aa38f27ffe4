import { z } from 'zod';
import { findRuleset } from './catalog.ts';
import { type Dice, DiceError, listedDice, seededDice } from './dice.ts';
import { type Failure, fail, ok, type Result } from './result.ts';
import type { Outcome, Ruleset, SeatIdentifier } from './ruleset.ts';
import type { Problem } from './sheet.ts';
import { findPrototypeKey, zodProblems } from './zod-problems.ts';

/** One turn of a played scenario: the problems of refused sheets, and the canonical state after the turn. */
export interface PlayedTurn {
  turn: number;
  /** Only seats whose sheet was refused. */
  problems: Record<SeatIdentifier, Problem[]>;
  state: unknown;
}

/** The document that playing a scenario produces. */
export interface ScenarioDocument {
  ruleset: string;
  turns: PlayedTurn[];
  /** Null while the game goes on. */
  outcome: Outcome | null;
  diceUsed: number;
}

/** A played scenario. `difference` names the first thing that is not as the scenario expects; null if all is. */
export interface PlayedScenario {
  document: ScenarioDocument;
  difference: string | null;
}

/** The object itself, not a copy: zod's own records drop a key `__proto__`, which would then go unnoticed. */
const record = (message: string) => z.custom<Record<string, unknown>>(isRecord, { error: message });
const text = z.string({ error: 'must be a string' });

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

/**
 * Plays a scenario from outside, whatever JSON it is. If it is not a scenario, the one problem names the first field
 * that is wrong (code `not-a-scenario`); its message completes a sentence that begins with the field. Never throws.
 */
export function playScenario(json: unknown): Result<PlayedScenario> {
  const parsed = scenarioShape.safeParse(json);
  if (!parsed.success) return { ok: false, problems: zodProblems(parsed.error, { code: CODE }).slice(0, 1) };
  const scenario = parsed.data;
  const ruleset = findRuleset(scenario.ruleset);
  if (ruleset === undefined) return notAScenario('ruleset', 'must be the id of a known ruleset');
  if (scenario.dice !== undefined && scenario.seed !== undefined) {
    return notAScenario('seed', 'must not be given together with "dice"');
  }
  const prototypeKey = findPrototypeKey(scenario.setup);
  if (prototypeKey !== null) return notAScenario(`setup.${prototypeKey.field}`, prototypeKey.message);
  const setup = ruleset.parseSetup(scenario.setup);
  if (!setup.ok) {
    const { field = '', message = '' } = setup.problems[0] ?? {};
    return notAScenario(field === '' ? 'setup' : `setup.${field}`, message);
  }
  try {
    return playTurns(ruleset, ruleset.begin(setup.value), scenario);
  } catch (thrown) {
    if (thrown instanceof DiceError) return notAScenario(`dice[${thrown.index}]`, thrown.message);
    throw thrown;
  }
}

const CODE = 'not-a-scenario';

function notAScenario(field: string, message: string): Failure {
  return fail(field, CODE, message);
}

function playTurns(ruleset: Ruleset, start: unknown, scenario: Scenario): Result<PlayedScenario> {
  const diceOf = diceFor(scenario);
  const turns: PlayedTurn[] = [];
  let difference: string | null = null;
  let state = start;
  for (const [i, { sheets = {}, expect }] of scenario.turns.entries()) {
    if (ruleset.outcome(state) !== null) {
      return notAScenario(`turns[${i}]`, 'must be left out: the game is over before it');
    }
    const seats = ruleset.seatIdentifiers(state);
    const unknownSeat = Object.keys(sheets).find((seat) => !seats.includes(seat));
    if (unknownSeat !== undefined) {
      return notAScenario(`turns[${i}].sheets.${unknownSeat}`, 'must be the sheet of a seat in the game');
    }
    const problems = problemsBySeat(ruleset, state, seats, sheets);
    state = ruleset.resolve(state, sheets, diceOf(i + 1));
    const turn = { turn: i + 1, problems, state: ruleset.canonical(state) };
    turns.push(turn);
    difference ??= differenceBetween(expect ?? {}, turn, `turns[${i}].expect`);
  }
  const outcome = ruleset.outcome(state);
  const document = { ruleset: ruleset.id, turns, outcome, diceUsed: diceOf.used() };
  const end = { ...turns.at(-1), outcome, diceUsed: document.diceUsed };
  difference ??= differenceBetween(scenario.expect ?? {}, end, 'expect');
  return ok({ document, difference });
}

function problemsBySeat(
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

/** The dice of a turn, counted from 1: the list of the whole scenario, or dice seeded for that turn. */
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
 * The first difference in words, or null if everything matches. The match is partial: every expected key must be found
 * and match; a list must have the same length, and each element must match.
 * @param path where both values stand, for the words: `turns[0].expect`
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
      : `${path}.${key}: expected ${inWords(expected[key])}, found no such key`,
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
