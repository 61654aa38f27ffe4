import { z } from 'zod';
import { findRuleset } from './catalog.ts';
import { DiceError, listedDice } from './dice.ts';
import { fail, ok, type Result } from './result.ts';
import type { Ruleset, SeatEntry } from './ruleset.ts';
import { differenceBetween, playScenario, type ScenarioDocument } from './scenario.ts';
import { zodProblems } from './zod-problems.ts';

/*
 * The files that `play` takes (docs/scenarios.md): a scenario; a scenario that must be refused; or a new game, made from
 * seats, options and dice, with the setup that it must have. The project's test cases are such files.
 */

/** What playing a file produces. */
export type CaseDocument = ScenarioDocument | RefusedDocument | NewGameDocument;

/** A scenario that is meant to be refused. `refused` is null if it was played. */
export interface RefusedDocument {
  refused: { field: string; message: string } | null;
}

/** A new game. */
export interface NewGameDocument {
  ruleset: string;
  setup: unknown;
  diceUsed: number;
}

/** A played file. `difference` names the first thing that is not as the file expects; null if everything is. */
export interface PlayedCase {
  document: CaseDocument;
  difference: string | null;
}

const CODE = 'not-a-scenario';

/**
 * Plays a file from outside, whatever JSON it is. If it is not such a file, the one problem names the first field that is wrong (code
 * `not-a-scenario`); its message completes a sentence that begins with the field. Never throws.
 */
export function playCase(json: unknown): Result<PlayedCase> {
  if (hasKey(json, 'newGame')) return playNewGame(json);
  return hasKey(json, 'refused') ? playRefused(json) : playScenario(json);
}

function hasKey(json: unknown, key: string): boolean {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, key);
}

const text = z.string({ error: 'must be a string' });

const refusedShape = z.strictObject({
  title: text.optional(),
  rule: text.optional(),
  scenario: z.unknown(),
  refused: z.strictObject({ field: text }, { error: 'must be an object with "field"' }),
});

function playRefused(json: unknown): Result<PlayedCase> {
  const parsed = refusedShape.safeParse(json);
  if (!parsed.success) return { ok: false, problems: zodProblems(parsed.error, { code: CODE }).slice(0, 1) };
  const { scenario, refused } = parsed.data;
  const result = playScenario(scenario);
  if (result.ok) return ok({ document: { refused: null }, difference: 'was played, but should be refused' });
  const { field = '', message = '' } = result.problems[0] ?? {};
  const difference = differenceBetween(refused.field, field, 'refused field');
  return ok({ document: { refused: { field, message } }, difference });
}

const identifier = text.regex(/^[A-Z]{2,3}$/, { error: 'must be an identifier such as "AB"' });

const newGameShape = z.strictObject({
  title: text.optional(),
  rule: text.optional(),
  ruleset: z.string({ error: 'must be the id of a ruleset' }),
  newGame: z.strictObject(
    {
      seats: z.array(
        z.union([identifier, z.strictObject({ id: identifier, wish: z.record(z.string(), z.unknown()) })], {
          error: 'must be an identifier, or an object with "id" and "wish"',
        }),
        { error: 'must be a list of seats' },
      ),
      options: z.record(z.string(), z.unknown(), { error: 'must be an object' }).optional(),
      dice: z.array(z.int({ error: 'must be a whole number' }), { error: 'must be a list of numbers' }),
    },
    { error: 'must be an object with "seats" and "dice"' },
  ),
  setup: z.unknown(),
});

type NewGame = z.infer<typeof newGameShape>['newGame'];

function playNewGame(json: unknown): Result<PlayedCase> {
  const parsed = newGameShape.safeParse(json);
  if (!parsed.success) return { ok: false, problems: zodProblems(parsed.error, { code: CODE }).slice(0, 1) };
  const { ruleset: id, newGame, setup: expected } = parsed.data;
  const ruleset = findRuleset(id);
  if (ruleset === undefined) return fail('ruleset', CODE, 'must be the id of a known ruleset');
  const options = ruleset.options.safeParse(newGame.options ?? {});
  if (!options.success) return refusedPart(options.error, 'newGame.options');
  const entries = entriesOf(ruleset, newGame);
  if (!entries.ok) return entries;
  const dice = listedDice(newGame.dice);
  try {
    const setup = ruleset.setUp(options.data, entries.value, dice);
    const unused = newGame.dice.length - dice.rolls.length;
    const difference =
      unused === 0
        ? differenceBetween(expected ?? {}, setup, 'setup')
        : `${unused} of ${newGame.dice.length} dice were not rolled`;
    return ok({ document: { ruleset: id, setup, diceUsed: dice.rolls.length }, difference });
  } catch (thrown) {
    if (thrown instanceof DiceError) return fail(`newGame.dice[${thrown.index}]`, CODE, thrown.message);
    throw thrown;
  }
}

/** The seats of a new game. A seat given as a string has no wish. */
function entriesOf(ruleset: Ruleset, { seats }: NewGame): Result<SeatEntry[]> {
  const { min, max } = ruleset.seats;
  if (seats.length < min || seats.length > max) {
    return fail('newGame.seats', CODE, `must be ${min} to ${max} seats`);
  }
  const entries: SeatEntry[] = [];
  for (const [i, seat] of seats.entries()) {
    const { id, wish } = typeof seat === 'string' ? { id: seat, wish: {} } : seat;
    const field = `newGame.seats[${i}]`;
    if (entries.some((entry) => entry.identifier === id)) {
      return fail(field, CODE, 'must be the only seat with its identifier');
    }
    const wanted = ruleset.wishes.safeParse(wish);
    if (!wanted.success) return refusedPart(wanted.error, `${field}.wish`);
    entries.push({ identifier: id, name: id, wish: wanted.data });
  }
  return ok(entries);
}

function refusedPart(error: z.ZodError, under: string): Result<never> {
  return { ok: false, problems: zodProblems(error, { under, code: CODE }).slice(0, 1) };
}
