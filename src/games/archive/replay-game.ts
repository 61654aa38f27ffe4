import type { AppContext } from '../../context.ts';
import { commitment, seededDice } from '../../rules/dice.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { ReportHeader, Ruleset, SeatEntry, SeatIdentifier } from '../../rules/ruleset.ts';
import { beginning } from '../game/begin-game.ts';
import { gameNumber } from '../game/game-number.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { reportPrinter, reportVersionOf } from '../processing/printed-report.ts';
import { playedRaw } from '../sheets/played-sheets.ts';
import { firstDifference, toJsonValue } from './canonical-json.ts';
import { type StoredGame, type StoredPrintout, type StoredTurn, storedGame } from './stored-game.ts';
import { hashTurn } from './turn-hash.ts';

/** What a replay that found no difference has compared. */
export interface Replay {
  /** Turns replayed, without the beginning. */
  turns: number;
  /** Printouts compared byte for byte. */
  printouts: number;
  /** Printouts that another version of the reports printed, which were not compared. */
  printoutsOfOtherVersions: number;
}

/** Is told how many of how many turns have been played again. Called for each turn, so it must be quick. */
export type OnTurn = (done: number, total: number) => void;

/**
 * Plays a stored game again from its options, seats, sheets and dice secret, and compares everything that was stored
 * on the way: setup, sheets, rolls, states and the chain of hashes, always; and byte for byte the printouts that the
 * running version of the reports printed. A difference reads
 * `turn 3: state.players[1].cash is 512, replay gives 511`.
 * Problems: `unknown-game`, `differs`.
 */
export async function replayGame(ctx: AppContext, number: string, onTurn?: OnTurn): Promise<Result<Replay>> {
  const game = await storedGame(ctx, number);
  return game ? replayStored(game, onTurn) : fail('game', 'unknown-game', `there is no game ${number}`);
}

/** As `replayGame`, for a game that has been read. */
export function replayStored(game: StoredGame, onTurn: OnTurn = () => {}): Result<Replay> {
  const difference = findDifference(game, onTurn);
  if (difference !== null) return fail('game', 'differs', difference);
  const comparable = game.turns.length === 0 ? [] : game.printouts.filter(isComparable(rulesetOf(game.row)));
  return ok({
    turns: Math.max(0, game.turns.length - 1),
    printouts: comparable.length,
    printoutsOfOtherVersions: game.printouts.length - comparable.length,
  });
}

/** The first difference in words, or null. */
function findDifference(game: StoredGame, onTurn: OnTurn): string | null {
  if (game.row.diceCommitment !== commitment(game.diceSecret)) {
    return `game: diceCommitment is ${game.row.diceCommitment}, replay gives ${commitment(game.diceSecret)}`;
  }
  if (!game.row.begunAt) return findDifferenceBefore(game);
  const ruleset = rulesetOf(game.row);
  const states: unknown[] = [];
  for (const [number, turn] of game.turns.entries()) {
    const found =
      (turn.turn === number ? null : `the record of turn ${number} is missing`) ??
      prefixed(
        `turn ${number}`,
        orDamaged(() => replayTurn(game, ruleset, turn, states)),
      ) ??
      orDamaged(() => findPrintoutDifference(game, ruleset, turn, states));
    if (found) return found;
    // The beginning is not a turn.
    if (number > 0) onTurn(number, game.turns.length - 1);
  }
  return findEndDifference(game, ruleset, states);
}

/** The first difference of a game that has not begun. */
function findDifferenceBefore({ row, turns }: StoredGame): string | null {
  if (turns.length > 0) return 'game: it has turns, but has not begun';
  const status = row.status === 'abandoned' ? 'abandoned' : 'forming';
  return (
    firstDifference(row.status, status, 'game: status') ??
    firstDifference(row.turn, 0, 'game: turn') ??
    firstDifference(row.setup, null, 'game: setup') ??
    firstDifference(row.state, null, 'game: state')
  );
}

/** Rules and reports expect records of the right form, and throw if one has lost it. */
function orDamaged(find: () => string | null): string | null {
  try {
    return find();
  } catch (error) {
    return `the record is damaged and cannot be played again (${error instanceof Error ? error.message : error})`;
  }
}

function prefixed(prefix: string, difference: string | null): string | null {
  return difference && `${prefix}: ${difference}`;
}

/** Replays one turn. Appends the replayed state to `states`, so that later turns do not build on stored states. */
function replayTurn(game: StoredGame, ruleset: Ruleset, turn: StoredTurn, states: unknown[]): string | null {
  const dice = seededDice(game.diceSecret, turn.turn);
  const before = states.at(-1);
  let sheets: unknown;
  let state: unknown;
  let setupDifference: string | null = null;
  if (turn.turn === 0) {
    sheets = turn.sheets;
    const replayed = beginning(ruleset, game.row.options, turn.sheets as SeatEntry[], dice);
    setupDifference = firstDifference(game.row.setup, replayed.setup, 'setup');
    state = replayed.state;
  } else {
    sheets = playedSheetsOf(game, ruleset, turn.turn, before);
    state = toJsonValue(ruleset.resolve(before, sheets as Record<string, unknown>, dice));
  }
  states.push(state);
  const over = ruleset.outcome(state) !== null;
  const { header } = turn;
  const record = { game: gameNumber(game.row), turn: turn.turn, sheets, dice: dice.rolls, header, state };
  const previousHash = game.turns[turn.turn - 1]?.hash ?? null;
  return (
    setupDifference ??
    firstDifference(turn.sheets, sheets, 'sheets') ??
    firstDifference(turn.dice, toJsonValue(dice.rolls), 'dice') ??
    firstDifference(turn.state, state, 'state') ??
    firstDifference(header.number, record.game, 'header.number') ??
    firstDifference(header.dice, publishedDice(game, over), 'header.dice') ??
    firstDifference(turn.previousHash, previousHash, 'previousHash') ??
    firstDifference(turn.hash, hashTurn({ ...record, previousHash }), 'hash')
  );
}

/** The sheets of a turn as processing chose them from all stored versions. */
function playedSheetsOf(game: StoredGame, ruleset: Ruleset, turn: number, before: unknown) {
  const played: Record<SeatIdentifier, unknown> = {};
  for (const identifier of ruleset.seatsOwing(before)) {
    const versions = game.sheets.filter((sheet) => sheet.turn === turn && sheet.seat === identifier);
    played[identifier] = playedRaw(versions);
  }
  return played;
}

function publishedDice(game: StoredGame, over: boolean): ReportHeader['dice'] {
  const secret = over ? Buffer.from(game.diceSecret).toString('hex') : null;
  return { commitment: commitment(game.diceSecret), secret };
}

/** Whether a printout was printed by the version of the reports that runs now. */
function isComparable(ruleset: Ruleset): (printout: StoredPrintout) => boolean {
  const version = reportVersionOf(ruleset);
  return (printout) => printout.reportVersion === version;
}

/**
 * Checks the printouts after a turn: one for the public and one for each seat of a person, and those written later
 * for people who took a seat over from the computer.
 */
function findPrintoutDifference(
  game: StoredGame,
  ruleset: Ruleset,
  turn: StoredTurn,
  states: readonly unknown[],
): string | null {
  const { header } = turn;
  const number = turn.turn + 1;
  const stored = game.printouts.filter((printout) => printout.turn === number);
  const readers = [null, ...header.seats.filter((seat) => !seat.opponent).map((seat) => seat.identifier)];
  for (const reader of readers) {
    const count = stored.filter((printout) => printout.seat === reader).length;
    if (count !== 1) {
      return `printout ${number} of ${reader ?? 'the public'}: there are ${count}, replay gives 1`;
    }
  }
  const print = reportPrinter(ruleset, { header, states });
  const known = new Set<string | null>([null, ...header.seats.map((seat) => seat.identifier)]);
  for (const printout of stored) {
    const name = `printout ${number} of ${printout.seat ?? 'the public'}`;
    if (!known.has(printout.seat)) return `${name}: there is 1, replay gives none`;
    if (!isComparable(ruleset)(printout)) continue;
    const report = print(printout.seat);
    const difference = compareReports(printout.text, JSON.stringify(report));
    if (difference) return `${name}: ${difference}`;
  }
  return null;
}

function compareReports(stored: string, replayed: string): string | null {
  if (stored === replayed) return null;
  const found = firstDifference(JSON.parse(stored), JSON.parse(replayed), 'report');
  if (found) return found;
  let at = 0;
  while (stored[at] === replayed[at]) at += 1;
  return `the values are the same, but the bytes differ from character ${at} on`;
}

/** Compares the game's own row with its last turn. */
function findEndDifference(game: StoredGame, ruleset: Ruleset, states: readonly unknown[]): string | null {
  const last = states.at(-1);
  if (last === undefined) return 'the record of turn 0 is missing';
  const over = ruleset.outcome(last) !== null;
  const status = game.row.status === 'abandoned' ? 'abandoned' : over ? 'over' : 'running';
  const extra = game.printouts.find((printout) => printout.turn > states.length);
  if (extra) return `printout ${extra.turn}: there is one, but turn ${extra.turn - 1} was not processed`;
  return (
    firstDifference(game.row.state, last, 'game: state') ??
    firstDifference(game.row.turn, states.length, 'game: turn') ??
    firstDifference(game.row.status, status, 'game: status')
  );
}
