import type { Problem } from '../../sheet.ts';
import { ITEM_IDS, type ItemId, itemOf, type Part, PRIMARY_CODES, type PrimaryCode } from '../data.ts';

/** PS-5.3: the problems. The rule gives the messages word for word, so their wording follows the rule, not the style guide. */

/** What a value is expected to be (PS-5.2). */
export type Kind = 'a list' | 'a row' | 'a whole number' | 'true or false' | 'text' | 'an object';

export function wrongPhase(field: string, part: Part, phase: Part): Problem {
  const message = `This belongs on the ${part} sheet; this is the ${phase} sheet, so leave it blank.`;
  return { field, code: 'wrong-phase', message };
}

export function wrongType(field: string, kind: Kind): Problem {
  return { field, code: 'wrong-type', message: `This must be ${kind}.` };
}

export function noOrganizer(): Problem {
  const message = 'A second re-roll needs the Organizer, which you do not have, so leave it blank.';
  return { field: 'second', code: 'no-organizer', message };
}

export function tooMany(field: string, count: number, most: number): Problem {
  return { field, code: 'too-many', message: `Give at most ${most} here, not ${count}.` };
}

export function noSuchDie(field: string, value: number, dice: number): Problem {
  const message = `There is no die ${value}; your dice are numbered from 1 to ${dice}.`;
  return { field, code: 'no-such-die', message };
}

export function duplicateDie(field: string, value: number): Problem {
  return { field, code: 'duplicate-die', message: `Die ${value} is named twice; name it once.` };
}

export function outOfRange(field: string, value: number, least: number, most: number): Problem {
  return { field, code: 'out-of-range', message: `Give a number from ${least} to ${most}, not ${value}.` };
}

/** @param message what to fill in */
export function missing(field: string, message: string): Problem {
  return { field, code: 'missing', message };
}

export function badFaces(field: string): Problem {
  const message = 'Give the faces to re-roll as digits from 1 to 6, such as 12.';
  return { field, code: 'bad-faces', message };
}

export function unknownChoice(field: string, choices: readonly string[]): Problem {
  return { field, code: 'unknown-choice', message: `Choose one of: ${choices.join(', ')}.` };
}

export function unknownItem(field: string): Problem {
  const message = `There is no such item; the items are ${ITEM_IDS.join(', ')}.`;
  return { field, code: 'unknown-item', message };
}

export function owned(field: string, item: ItemId): Problem {
  const message = `You already have ${itemOf(item).name}; each item is bought once.`;
  return { field, code: 'owned', message };
}

export function issueLimit(field: string): Problem {
  const message = 'You already have two issues, which is the most.';
  return { field, code: 'issue-limit', message };
}

export function fromAboveTo(field: string, from: number, to: number): Problem {
  const message = `Give at least ${from}, the number in votesFrom, not ${to}.`;
  return { field, code: 'from-above-to', message };
}

/** @param orStaff whether STAFF could stand here, too */
export function unknownState(field: string, orStaff: boolean): Problem {
  const list = PRIMARY_CODES.join(', ');
  const use = orStaff ? `give STAFF or one of ${list}` : `the states are ${list}`;
  return { field, code: 'unknown-state', message: `There is no such primary; ${use}.` };
}

export function duplicateState(field: string, code: PrimaryCode): Problem {
  return { field, code: 'duplicate-state', message: `${code} is named twice; name it once.` };
}

export function fullTrack(field: string): Problem {
  return { field, code: 'full', message: 'You already have all five dice.' };
}

export function completed(field: string, code: PrimaryCode): Problem {
  return { field, code: 'full', message: `You have already completed ${code}.` };
}

export function closed(field: string, code: PrimaryCode): Problem {
  return { field, code: 'closed', message: `Every place in ${code} is taken.` };
}

export function notForStaff(field: string): Problem {
  return { field, code: 'not-for-staff', message: 'Only states have places; leave this blank for STAFF.' };
}

/** For a seat that is not in the game, or if the game is over. */
export function notOwed(): Problem {
  return { field: '', code: 'not-owed', message: 'You do not owe a sheet this turn.' };
}
