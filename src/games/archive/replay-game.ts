import type { AppContext } from '../../context.ts';
import { commitment, seededDice } from '../../rules/dice.ts';
import type { ReportHeader, Ruleset, SeatEntry } from '../../rules/ruleset.ts';
import { beginning } from '../game/begin-game.ts';
import { gameNumber } from '../game/game-number.ts';
import { rulesetOf } from '../game/game-ruleset.ts';
import { printedReport } from '../processing/printed-report.ts';
import { playedRaw } from '../sheets/played-sheets.ts';
import { firstDifference, toJsonValue } from './canonical-json.ts';
import { type StoredGame, type StoredTurn, storedGame } from './stored-game.ts';
import { hashTurn } from './turn-hash.ts';

export type Replay =
  | { ok: true /** turns replayed, the beginning not counted */; turns: number }
  | { ok: false /** the first one, in words */; difference: string };

/**
 * Plays a stored game again from its options, seats, sheets and dice secret, and compares everything that was
 * stored on the way: setup, sheets, rolls, states, the chain of hashes, and every printout byte for byte.
 * A difference reads `turn 3: state.players[1].cash is 512, replay gives 511`.
 */
export async function replayGame(ctx: AppContext, gameNumber: string): Promise<Replay> {
  const game = await storedGame(ctx, gameNumber);
  return game ? replayStored(game) : { ok: false, difference: `there is no game ${gameNumber}` };
}

/** The same for a game that has been read. */
export function replayStored(game: StoredGame): Replay {
  const difference = differenceOf(game);
  return difference ? { ok: false, difference } : { ok: true, turns: Math.max(0, game.turns.length - 1) };
}

function differenceOf(game: StoredGame): string | null {
  if (game.row.diceCommitment !== commitment(game.diceSecret)) {
    return `game: diceCommitment is ${game.row.diceCommitment}, replay gives ${commitment(game.diceSecret)}`;
  }
  if (!game.row.begunAt) return game.turns.length === 0 ? null : 'game: it has turns, but has not begun';
  const ruleset = rulesetOf(game.row);
  const states: unknown[] = [];
  for (const [number, turn] of game.turns.entries()) {
    const found =
      (turn.turn === number ? null : `the record of turn ${number} is missing`) ??
      prefixed(`turn ${number}`, playAgain(game, ruleset, turn, states)) ??
      printoutDifference(game, ruleset, turn, states);
    if (found) return found;
  }
  return endDifference(game, ruleset, states);
}

function prefixed(place: string, difference: string | null): string | null {
  return difference && `${place}: ${difference}`;
}

/** One turn again. The replayed state is added to `states`, so that later turns do not build on stored ones. */
function playAgain(game: StoredGame, ruleset: Ruleset, turn: StoredTurn, states: unknown[]): string | null {
  const dice = seededDice(game.diceSecret, turn.turn);
  const before = states.at(-1);
  let sheets: unknown;
  let state: unknown;
  let setupDifference: string | null = null;
  if (turn.turn === 0) {
    sheets = turn.sheets;
    const again = beginning(ruleset, game.row.options, turn.sheets as SeatEntry[], dice);
    setupDifference = firstDifference(game.row.setup, again.setup, 'setup');
    state = again.state;
  } else {
    sheets = sheetsAgain(game, ruleset, turn.turn, before);
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
    firstDifference(header.number, record.game, 'head.number') ??
    firstDifference(header.dice, publishedDice(game, over), 'head.dice') ??
    firstDifference(turn.previousHash, previousHash, 'previousHash') ??
    firstDifference(turn.hash, hashTurn({ ...record, previousHash }), 'hash')
  );
}

/** What the sheets that were kept come to, chosen as processing chose them. */
function sheetsAgain(game: StoredGame, ruleset: Ruleset, number: number, before: unknown) {
  const played: Record<string, unknown> = {};
  for (const identifier of ruleset.seatsOwing(before)) {
    const versions = game.sheets.filter((sheet) => sheet.turn === number && sheet.seat === identifier);
    played[identifier] = playedRaw(versions);
  }
  return played;
}

function publishedDice(game: StoredGame, over: boolean): ReportHeader['dice'] {
  const secret = over ? Buffer.from(game.diceSecret).toString('hex') : null;
  return { commitment: commitment(game.diceSecret), secret };
}

/** The printouts that came after a turn: the public's and one for each seat where a person sat, no more and no less. */
function printoutDifference(
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
    const name = `printout ${number} of ${reader ?? 'the public'}`;
    const found = stored.filter((printout) => printout.seat === reader);
    if (found.length !== 1) return `${name}: there are ${found.length}, replay gives 1`;
    const report = printedReport(ruleset, { header, states }, reader);
    const difference = reportDifference(found[0]?.text ?? '', JSON.stringify(report));
    if (difference) return `${name}: ${difference}`;
  }
  return takenOverDifference({ header, states }, ruleset, readers, stored);
}

/** Who takes a seat over from the computer gets a printout that the turn did not print: the same as it would have. */
function takenOverDifference(
  history: { header: ReportHeader; states: readonly unknown[] },
  ruleset: Ruleset,
  readers: readonly (string | null)[],
  stored: readonly StoredGame['printouts'][number][],
): string | null {
  for (const extra of stored.filter((printout) => !readers.includes(printout.seat))) {
    const name = `printout ${extra.turn} of ${extra.seat}`;
    if (!history.header.seats.some((seat) => seat.identifier === extra.seat)) {
      return `${name}: there is 1, replay gives none`;
    }
    const difference = reportDifference(
      extra.text,
      JSON.stringify(printedReport(ruleset, history, extra.seat)),
    );
    if (difference) return `${name}: ${difference}`;
  }
  return null;
}

function reportDifference(stored: string, replayed: string): string | null {
  if (stored === replayed) return null;
  const found = firstDifference(JSON.parse(stored), JSON.parse(replayed), 'report');
  if (found) return found;
  let at = 0;
  while (stored[at] === replayed[at]) at += 1;
  return `the same values, but other bytes from character ${at} on`;
}

/** The game's own row against its last turn. */
function endDifference(game: StoredGame, ruleset: Ruleset, states: readonly unknown[]): string | null {
  const last = states.at(-1);
  if (last === undefined) return 'the record of turn 0 is missing';
  const over = ruleset.outcome(last) !== null;
  const status = game.row.status === 'abandoned' ? 'abandoned' : over ? 'over' : 'running';
  const printouts = game.printouts.find((printout) => printout.turn > states.length);
  if (printouts)
    return `printout ${printouts.turn}: there is one, but turn ${printouts.turn - 1} was not processed`;
  return (
    firstDifference(game.row.state, last, 'game: state') ??
    firstDifference(game.row.turn, states.length, 'game: turn') ??
    firstDifference(game.row.status, status, 'game: status')
  );
}
