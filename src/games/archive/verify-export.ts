import { z } from 'zod';
import { findRuleset, findRulesetVersion } from '../../rules/catalog.ts';
import { commitment, seededDice } from '../../rules/dice.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { Ruleset, SeatEntry } from '../../rules/ruleset.ts';
import { zodProblems } from '../../rules/zod-problems.ts';
import { isIdentifier } from '../seats/seat-identifier.ts';
import { tooDeep } from '../sheets/raw-sheet.ts';
import { firstDifference, toJsonValue } from './canonical-json.ts';
import { EXPORT_FORMAT, type ExportedTurn, type GameExport } from './export-game.ts';
import { hashSealed } from './turn-hash.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/, { error: '64 hex digits' });
const roll = z.object({ sides: z.int().min(2).max(256), value: z.int().min(1).max(256) });

const File = z.object({
  format: z.literal(EXPORT_FORMAT, { error: `${EXPORT_FORMAT}: this is no file that export wrote` }),
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
        headHash: hash,
        state: z.unknown(),
        hash,
      }),
    )
    .min(1, { error: 'at least the beginning' }),
  outcome: z.record(z.string(), z.unknown()),
});

const Sheets = z.record(z.string(), z.unknown());

/** Levels of nesting; the states of games have far fewer. */
const MAX_LEVELS = 40;

/** What was found: how much was computed again, and the first difference, if there is one. */
export interface Verification {
  turns: number;
  rolls: number;
  /** Null: everything is as the file says. */
  difference: string | null;
}

/**
 * Computes a finished game again from its export alone: the fingerprint of the dice's secret, every roll, every turn,
 * the chain of hashes, the outcome. Nothing but the file is needed.
 * Problems name the field of a file that is no export: `not-an-export`, `unknown-ruleset`.
 */
export function verifyExport(json: unknown): Result<Verification> {
  if (tooDeep(json, MAX_LEVELS)) {
    return fail('', 'not-an-export', `should be nested in ${MAX_LEVELS} levels at most`);
  }
  const parsed = File.safeParse(json);
  if (!parsed.success) {
    const [problem] = zodProblems(parsed.error);
    const what = problem?.message.replace(/^Invalid input: expected /, '');
    return fail(problem?.field ?? '', 'not-an-export', `should be ${what}`);
  }
  const file = parsed.data as unknown as GameExport;
  const ruleset = findRulesetVersion(file.ruleset, file.rulesetVersion);
  if (ruleset === undefined) {
    const current = findRuleset(file.ruleset);
    const known = current === undefined ? 'not known here' : `at version ${current.version} here`;
    return fail('ruleset', 'unknown-ruleset', `${file.ruleset} is ${known}`);
  }
  const options = ruleset.options.safeParse(file.options);
  if (!options.success) {
    const [problem] = zodProblems(options.error, { under: 'options' });
    return fail(problem?.field ?? 'options', 'not-an-export', `should be ${problem?.message}`);
  }
  return ok({
    turns: file.turns.length - 1,
    rolls: file.turns.reduce((sum, turn) => sum + turn.dice.length, 0),
    difference: differenceOf({ ...file, options: options.data }, ruleset),
  });
}

function differenceOf(file: GameExport, ruleset: Ruleset): string | null {
  const secret = Buffer.from(file.dice.secret, 'hex');
  const fingerprint = firstDifference(file.dice.commitment, commitment(secret), 'dice.commitment');
  if (fingerprint !== null) return fingerprint;
  let state: unknown;
  for (const [i, turn] of file.turns.entries()) {
    const played = i === 0 ? begin(file, ruleset, turn, secret) : play(ruleset, state, turn, secret);
    const found = played.difference ?? differenceIn(file, i, turn, played.rolls, played.state);
    if (found !== null) return `turn ${i}: ${found}`;
    state = played.state;
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
    return { state: null, rolls: [], difference: 'sheets are not the seats of such a game' };
  const dice = seededDice(secret, 0);
  const setup = toJsonValue(
    ruleset.setUp(file.options as Record<string, unknown>, seats.data as SeatEntry[], dice),
  );
  const difference = firstDifference(file.setup, setup, 'setup');
  return { state: toJsonValue(ruleset.begin(setup)), rolls: toJsonValue(dice.rolls), difference };
}

/** The seats as a game of the ruleset can begin with them: the rules rely on their number and their names. */
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
  if (!sheets.success) return { state: null, rolls: [], difference: 'sheets are no sheets by seat' };
  const dice = seededDice(secret, turn.turn);
  const state = toJsonValue(ruleset.resolve(before, sheets.data, dice));
  return { state, rolls: toJsonValue(dice.rolls), difference: null };
}

function differenceIn(file: GameExport, i: number, turn: ExportedTurn, rolls: unknown, state: unknown) {
  const previousHash = file.turns[i - 1]?.hash ?? null;
  return (
    firstDifference(turn.turn, i, 'turn') ??
    firstDifference(turn.dice, rolls, 'dice') ??
    firstDifference(turn.state, state, 'state') ??
    firstDifference(turn.hash, hashSealed({ ...turn, game: file.game, previousHash }), 'hash')
  );
}
