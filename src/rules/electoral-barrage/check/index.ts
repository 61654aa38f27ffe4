import { codePoints } from '../../code-points.ts';
import type { StateCode } from '../../country.ts';
import type { Checked, SeatIdentifier } from '../../ruleset.ts';
import { advise } from '../advice.ts';
import type { CharacterCode } from '../characters.ts';
import { LIMITS } from '../data.ts';
import { blankOrders, characterOf, choosesCharacter, type Orders } from '../orders.ts';
import { pressLine } from '../play/press.ts';
import { findPlayer, type Player, type State } from '../state.ts';
import * as problem from './problems.ts';
import { checkAds, checkBallots, checkFollowUp, checkPlan, checkTargets } from './rows.ts';
import {
  type CheckedSheet,
  filled,
  isBlankList,
  isRecord,
  isWhole,
  readInteger,
  readText,
} from './values.ts';

/**
 * Section 5: checks raw orders of any content for the open turn. Null and undefined are an empty sheet, and so is any
 * sheet of a seat that owes none (EB-4.1). Never throws.
 * Problems: the codes of EB-5.1, and `not-owed` for a seat that is not in the game, or if the game is over.
 */
export function check(state: State, seat: SeatIdentifier, raw: unknown): Checked<Orders> {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') {
    return { ok: false, problems: [problem.notOwed()] };
  }
  if (!state.owing.includes(seat)) return { ok: true, orders: blankOrders(), advice: [] };
  const value = raw ?? {};
  if (!isRecord(value)) return { ok: false, problems: [problem.wrongType('orders', 'a row')] };
  const sheet: CheckedSheet = { state, player, isRecount: state.phase === 'ballots', problems: [] };
  const orders = readOrders(sheet, value);
  if (sheet.problems.length > 0) return { ok: false, problems: sheet.problems };
  return { ok: true, orders, advice: advise(state, player, orders) };
}

/** Reads every field in the order of EB-5.1. */
function readOrders(sheet: CheckedSheet, raw: Record<string, unknown>): Orders {
  const { character, played } = checkCharacter(sheet, filled(raw, 'character'));
  return {
    character,
    plan: checkPlan(sheet, readList(sheet, 'plan', raw)),
    after: readRoundInteger(sheet, 'after', raw),
    targets: checkTargets(sheet, readList(sheet, 'targets', raw)),
    ads: checkAds(sheet, readList(sheet, 'ads', raw)),
    adsMost: readRoundInteger(sheet, 'adsMost', raw),
    double: checkDouble(sheet, filled(raw, 'double'), played),
    followUp: readFollowUp(sheet, raw, played),
    ballots: checkBallots(sheet, readList(sheet, 'ballots', raw)),
    press: checkPress(sheet, filled(raw, 'press')),
  };
}

/** The characters that a player can have in the open turn: one, but for advance orders that come before the choice. */
function possibleCharacters({ character, dealt }: Player): CharacterCode[] {
  return character === null ? dealt : [character];
}

/**
 * EB-4.2: the choice of a card. Problems: `wrong-turn`, `wrong-type`, `unknown-character`, `not-dealt`.
 * @returns also the characters whose abilities the sheet can use; null if the choice has a problem (EB-5.1)
 */
function checkCharacter(
  sheet: CheckedSheet,
  value: unknown,
): { character: CharacterCode | null; played: CharacterCode[] | null } {
  const { state, player, problems } = sheet;
  if (!choosesCharacter(state, player)) {
    const played = possibleCharacters(player);
    if (value !== undefined) problems.push(problem.alreadyPlays(played));
    return { character: null, played };
  }
  if (value === undefined) return { character: null, played: player.dealt.slice(0, 1) };
  const text = readText(sheet, 'character', value);
  if (text === null) return { character: null, played: null };
  const character = characterOf(text);
  if (character !== null && player.dealt.includes(character)) return { character, played: [character] };
  problems.push(
    character === null
      ? problem.unknownCharacter(text, player.dealt)
      : problem.notDealt(character, player.dealt),
  );
  return { character: null, played: null };
}

type ListField = 'plan' | 'targets' | 'ads' | 'followUp' | 'ballots';

/**
 * The entries of a list; none if it is blank or nothing is said of what is inside. Problems: `wrong-turn`, `wrong-type`,
 * `no-such-ability`, `too-many`.
 * @param played for a list of one character only: the characters that the sheet can use; null if that is not checked
 */
function readList(
  sheet: CheckedSheet,
  field: ListField,
  raw: Record<string, unknown>,
  only?: { needed: CharacterCode; played: CharacterCode[] | null },
): unknown[] {
  const { isRecount, problems } = sheet;
  const value = filled(raw, field);
  if (isBlankList(value)) return [];
  if (isRecount !== (field === 'ballots')) {
    problems.push(isRecount ? problem.roundsAreOver(field) : problem.ballotsTooEarly());
    return [];
  }
  if (!Array.isArray(value)) {
    problems.push(problem.wrongType(field, 'a list'));
    return [];
  }
  if (only !== undefined && only.played !== null && !only.played.includes(only.needed)) {
    problems.push(problem.noSuchAbility(field, only.needed, only.played));
    return [];
  }
  if (value.length > LIMITS[field]) problems.push(problem.tooMany(field, value.length, LIMITS[field]));
  return value;
}

function readFollowUp(
  sheet: CheckedSheet,
  raw: Record<string, unknown>,
  played: CharacterCode[] | null,
): StateCode[] {
  return checkFollowUp(sheet, readList(sheet, 'followUp', raw, { needed: 'scientist', played }));
}

/** A whole number of a round's sheet. Problems: `wrong-turn`, `wrong-type`, `out-of-range`. */
function readRoundInteger(
  sheet: CheckedSheet,
  field: 'after' | 'adsMost',
  raw: Record<string, unknown>,
): number | null {
  const value = filled(raw, field);
  if (value !== undefined && sheet.isRecount) {
    sheet.problems.push(problem.roundsAreOver(field));
    return null;
  }
  return readInteger(sheet, field, value, field);
}

/** EB-4.2: the Banker's go. Problems: `wrong-turn`, `wrong-type`, `no-such-ability`, `out-of-range`. */
function checkDouble(sheet: CheckedSheet, value: unknown, played: CharacterCode[] | null): number | null {
  const field = 'double';
  if (value === undefined) return null;
  if (sheet.isRecount) {
    sheet.problems.push(problem.roundsAreOver(field));
    return null;
  }
  if (!isWhole(sheet, field, value)) return null;
  if (played !== null && !played.includes('banker')) {
    sheet.problems.push(problem.noSuchAbility(field, 'banker', played));
    return null;
  }
  return readInteger(sheet, field, value, field);
}

/** EB-4.5: the press line. Problems: `wrong-type`, `too-long`. */
function checkPress(sheet: CheckedSheet, value: unknown): string | null {
  const text = readText(sheet, 'press', value);
  if (text === null) return null;
  const line = pressLine(text);
  const count = line === null ? 0 : codePoints(line);
  if (count > LIMITS.press) sheet.problems.push(problem.tooLong(count));
  return line;
}
