import type { StateCode } from '../../country.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import type { Problem } from '../../sheet.ts';
import { type CharacterCode, titleOf } from '../characters.ts';
import { type AreaCode, areaName, boardState, LIMITS } from '../data.ts';

/** EB-5.2: the problems. The rule gives the messages word for word, so their wording follows the rule, not the style guide. */

/** What a value is expected to be. */
export type Kind = 'a list' | 'a row' | 'text' | 'yes or no' | 'a whole number';

export function wrongType(field: string, kind: Kind): Problem {
  return { field, code: 'wrong-type', message: `${field} should be ${kind}.` };
}

export function alreadyPlays(characters: readonly CharacterCode[]): Problem {
  const message = `You already play ${characters.map(titleOf).join(' or ')}; leave this blank.`;
  return { field: 'character', code: 'wrong-turn', message };
}

export function roundsAreOver(field: string): Problem {
  const message = 'The rounds are over; this sheet only places absentee ballots.';
  return { field, code: 'wrong-turn', message };
}

export function ballotsTooEarly(): Problem {
  const message = 'Absentee ballots are placed after the last round.';
  return { field: 'ballots', code: 'wrong-turn', message };
}

function titles(dealt: readonly CharacterCode[]): string {
  return dealt.map(titleOf).join(', ');
}

export function unknownCharacter(value: string, dealt: readonly CharacterCode[]): Problem {
  const message = `There is no character "${value}". Your cards: ${titles(dealt)}.`;
  return { field: 'character', code: 'unknown-character', message };
}

export function notDealt(character: CharacterCode, dealt: readonly CharacterCode[]): Problem {
  const message = `${titleOf(character)} was not dealt to you. Your cards: ${titles(dealt)}.`;
  return { field: 'character', code: 'not-dealt', message };
}

export function tooMany(field: string, count: number, most: number): Problem {
  return { field, code: 'too-many', message: `${field} has ${count} entries; ${most} fit.` };
}

/** @param index the row's, counted from 0 */
export function missing(field: string, index: number, what: 'area' | 'state'): Problem {
  const message = `Row ${index + 1} names no ${what}. Fill it in or leave the whole row blank.`;
  return { field, code: 'missing', message };
}

/** @param words codes that are also allowed here: `MINE` and `ANY`, or none */
export function unknownArea(field: string, value: string, words: readonly string[]): Problem {
  const codes = ['RECRUIT', 'TOWN', 'ADS', 'BALLOT', ...words];
  const list = `${codes.slice(0, -1).join(', ')} or ${codes.at(-1)}`;
  const message = `"${value}" is no area. Use a state's postal code, ${list}.`;
  return { field, code: 'unknown-area', message };
}

export function outOfRange(field: string, value: number, least: number, most: number): Problem {
  const message = `${field} is ${value}; it must be from ${least} to ${most}.`;
  return { field, code: 'out-of-range', message };
}

/** @param isNumber whether the field is a number of town hall tokens; otherwise it names a player */
export function notAState(field: string, area: AreaCode, isNumber: boolean): Problem {
  const why = isNumber ? 'town hall tokens help state rolls only' : 'there is nobody to replace';
  return { field, code: 'not-a-state', message: `${areaName(area)} is not a state: ${why}.` };
}

export function unknownPlayer(field: string, value: string, others: readonly SeatIdentifier[]): Problem {
  const message = `Nobody in this game is called ${value}. The others are ${others.join(', ')}.`;
  return { field, code: 'unknown-player', message };
}

export function self(field: string, others: readonly SeatIdentifier[]): Problem {
  return { field, code: 'self', message: `That is you. Name one of ${others.join(', ')}.` };
}

export function duplicatePlayer(field: string, seat: SeatIdentifier): Problem {
  return { field, code: 'duplicate-player', message: `${seat} is ranked twice; keep one.` };
}

export function emptyRow(field: string): Problem {
  const message = 'Say whose staffer, or where; for any at all write ANY as the area.';
  return { field, code: 'empty-row', message };
}

export function noSuchAbility(
  field: string,
  needed: CharacterCode,
  played: readonly CharacterCode[],
): Problem {
  const needs = titleOf(needed).replace('The ', 'the ');
  const message = `Only ${needs} does that; you play ${played.map(titleOf).join(' or ')}. Leave this blank.`;
  return { field, code: 'no-such-ability', message };
}

export function unknownState(field: string, value: string): Problem {
  return { field, code: 'unknown-state', message: `"${value}" is no state's postal code.` };
}

export function notOneStar(field: string, code: StateCode): Problem {
  const { name, stars } = boardState(code);
  const message = `${name} has ${stars} stars; a follow-up goes to a one-star state.`;
  return { field, code: 'not-one-star', message };
}

export function notTied(field: string, code: StateCode, tied: readonly StateCode[]): Problem {
  const message = `You are not tied in ${boardState(code).name}. You are tied in ${tied.join(', ')}.`;
  return { field, code: 'not-tied', message };
}

export function duplicateState(field: string, code: StateCode): Problem {
  const message = `${boardState(code).name} is listed twice; keep one.`;
  return { field, code: 'duplicate-state', message };
}

export function tooLong(count: number): Problem {
  const message = `Your press line has ${count} characters; ${LIMITS.press} fit.`;
  return { field: 'press', code: 'too-long', message };
}

/** For a seat that is not in the game, or if the game is over. */
export function notOwed(): Problem {
  return { field: 'orders', code: 'not-owed', message: 'You do not owe a sheet this turn.' };
}
