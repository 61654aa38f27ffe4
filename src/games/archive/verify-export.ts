import { z } from 'zod';
import { findRuleset, findRulesetVersion } from '../../rules/catalog.ts';
import { commitment, seededDice } from '../../rules/dice.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Ruleset, SeatEntry } from '../../rules/ruleset.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { isIdentifier } from '../seats/seat-identifier.ts';
import { MAX_CHARACTERS, tooDeep } from '../sheets/raw-sheet.ts';
import { firstDifference, toJsonValue } from './canonical-json.ts';
import { EXPORT_FORMAT, type ExportedTurn, type GameExport } from './export-game.ts';
import type { OnTurn } from './replay-game.ts';
import { hashSealed } from './turn-hash.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/, { error: '64 hex digits' });
const roll = z.object({ sides: z.int().min(2).max(256), value: z.int().min(1).max(256) });

const File = z.object({
  format: z.literal(EXPORT_FORMAT, { error: `${EXPORT_FORMAT}. This file was not written by export` }),
  game: z.string(),
  title: z.string(),
  ruleset: z.string(),
  rulesetVersion: z.int(),
  options: z.record(z.string(), z.unknown()),
  dice: z.object({ commitment: hash, secret: hash }),
  setup: z.unknown(),
  turns: z
    .array(
      z.object({
        turn: z.int().min(0),
        sheets: z.unknown(),
        sheetsHash: hash,
        dice: z.array(roll),
        headerHash: hash,
        state: z.unknown(),
        hash,
      }),
    )
    .min(1, { error: 'at least one turn, the setup' }),
  outcome: z.record(z.string(), z.unknown()),
});

const Sheets = z.record(z.string(), z.unknown());

/** How deep a file may be nested; the states of games are far less deep. */
const MAX_LEVELS = 40;

/**
 * How many characters of JSON a sheet may have: more than the server ever takes. The rules compare each row of a sheet with
 * the rows above it, so a file with a sheet of millions of rows would keep a computer busy for hours.
 */
const MAX_SHEET = 2 * MAX_CHARACTERS;

/** How much was computed again, and the first difference that was found. */
export interface Verification {
  turns: number;
  rolls: number;
  /** Null if everything is as the file says. */
  difference: string | null;
}

/**
 * Computes a finished game again from nothing but its export: the dice commitment, every roll, every turn, the hash chain
 * and the outcome. A problem names the field of the file that is wrong: `not-an-export`, `unknown-ruleset`.
 */
export function verifyExport(json: unknown, onTurn: OnTurn = () => {}): Result<Verification> {
  if (tooDeep(json, MAX_LEVELS)) {
    return fail('', 'not-an-export', `should have at most ${MAX_LEVELS} levels of nesting`);
  }
  const parsed = File.safeParse(json);
  if (!parsed.success) {
    const [problem] = zodProblems(parsed.error);
    const expected = problem?.message.replace(/^Invalid input: expected /, '');
    return fail(problem?.field ?? '', 'not-an-export', `should be ${expected}`);
  }
  const file = parsed.data as unknown as GameExport;
  const ruleset = findRulesetVersion(file.ruleset, file.rulesetVersion);
  if (ruleset === undefined) {
    const current = findRuleset(file.ruleset);
    const message =
      current === undefined
        ? `${file.ruleset} is not known to this version of Whistlestop`
        : `${file.ruleset} is at version ${current.version} here, not ${file.rulesetVersion}`;
    return fail('ruleset', 'unknown-ruleset', message);
  }
  const options = ruleset.options.safeParse(file.options);
  if (!options.success) {
    const [problem] = zodProblems(options.error, { under: 'options' });
    return fail(problem?.field ?? 'options', 'not-an-export', `should be ${problem?.message}`);
  }
  return ok({
    turns: file.turns.length - 1,
    rolls: file.turns.reduce((sum, turn) => sum + turn.dice.length, 0),
    difference: differenceOf({ ...file, options: options.data }, ruleset, onTurn),
  });
}

function differenceOf(file: GameExport, ruleset: Ruleset, onTurn: OnTurn): string | null {
  const secret = Buffer.from(file.dice.secret, 'hex');
  const wrongSecret = firstDifference(file.dice.commitment, commitment(secret), 'dice.commitment');
  if (wrongSecret !== null) return wrongSecret;
  let state: unknown;
  for (const [i, turn] of file.turns.entries()) {
    const played = i === 0 ? begin(file, ruleset, turn, secret) : play(ruleset, state, turn, secret);
    const difference = played.difference ?? turnDifference(file, i, turn, played);
    if (difference !== null) return `turn ${i}: ${difference}`;
    state = played.state;
    if (i > 0) onTurn(i, file.turns.length - 1);
  }
  return firstDifference(file.outcome, toJsonValue(ruleset.outcome(state)), 'outcome');
}

interface Played {
  state: unknown;
  rolls: unknown;
  difference: string | null;
}

function begin(file: GameExport, ruleset: Ruleset, turn: ExportedTurn, secret: Uint8Array): Played {
  const seats = seatsOf(ruleset).safeParse(turn.sheets);
  if (!seats.success)
    return { state: null, rolls: [], difference: 'sheets are not seats with which this game can begin' };
  const dice = seededDice(secret, 0);
  const setup = toJsonValue(
    ruleset.setUp(file.options as Record<string, unknown>, seats.data as SeatEntry[], dice),
  );
  const difference = firstDifference(file.setup, setup, 'setup');
  return { state: toJsonValue(ruleset.begin(setup)), rolls: toJsonValue(dice.rolls), difference };
}

/** Validates the seats of turn 0: `setUp` relies on their number and on their identifiers. */
function seatsOf(ruleset: Ruleset) {
  const { min, max } = ruleset.seats;
  const seat = z.object({
    identifier: z.string().refine(isIdentifier),
    name: z.string(),
    wish: ruleset.wishes,
  });
  return z
    .array(seat)
    .min(min)
    .max(max)
    .refine((seats) => new Set(seats.map(({ identifier }) => identifier)).size === seats.length);
}

function play(ruleset: Ruleset, before: unknown, turn: ExportedTurn, secret: Uint8Array): Played {
  const sheets = Sheets.safeParse(turn.sheets);
  if (!sheets.success)
    return { state: null, rolls: [], difference: 'sheets are not a list of sheets by seat' };
  const tooLong = Object.entries(sheets.data).find(([, raw]) => JSON.stringify(raw).length > MAX_SHEET);
  if (tooLong !== undefined)
    return { state: null, rolls: [], difference: `sheets.${tooLong[0]} is longer than any sheet can be` };
  const dice = seededDice(secret, turn.turn);
  const state = toJsonValue(ruleset.resolve(before, sheets.data, dice));
  return { state, rolls: toJsonValue(dice.rolls), difference: null };
}

function turnDifference(file: GameExport, i: number, turn: ExportedTurn, { rolls, state }: Played) {
  const previousHash = file.turns[i - 1]?.hash ?? null;
  return (
    firstDifference(turn.turn, i, 'turn') ??
    firstDifference(turn.dice, rolls, 'dice') ??
    firstDifference(turn.state, state, 'state') ??
    firstDifference(turn.hash, hashSealed({ ...turn, game: file.game, previousHash }), 'hash')
  );
}
