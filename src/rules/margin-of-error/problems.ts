import type { Problem } from '../sheet.ts';
import { CAPITAL_NAMES, type CapitalId, REGION_NAMES, REGION_STATES, type RegionId } from './data.ts';
import { ACTION_TYPES } from './orders.ts';

/**
 * MOE-5.5: the problems of stage two and `no-sheet-due`. The rule gives the messages word for word, so their wording
 * follows the rule, not the style guide.
 */

function missing(field: string, message: string): Problem {
  return { field, code: 'missing', message };
}

const LAST_TYPE = ACTION_TYPES.at(-1);
const OTHER_TYPES = ACTION_TYPES.slice(0, -1).join(', ');

export const missingType = (field: string): Problem =>
  missing(field, `Say what this row does: ${OTHER_TYPES} or ${LAST_TYPE}.`);
export const missingState = (field: string): Problem => missing(field, 'Name a battleground state.');
export const missingRegion = (field: string): Problem => missing(field, 'Name a region.');
export const missingDays = (field: string): Problem => missing(field, 'Give 1, 2 or 3 days.');
export const missingTokens = (field: string): Problem => missing(field, 'Give 1, 2 or 3 tokens.');

export function unknownChoice(field: string, value: string, choices: readonly string[]): Problem {
  return { field, code: 'unknown-choice', message: `"${value}" is not one of: ${choices.join(', ')}.` };
}

export function notBattleground(field: string, value: string): Problem {
  const message = `"${value}" is not one of the 20 battleground states.`;
  return { field, code: 'not-battleground', message };
}

export function duplicateType(field: string, type: string): Problem {
  return { field, code: 'duplicate', message: `Only one ${type} row per week.` };
}

export function duplicateInRows(field: string, value: string): Problem {
  const message = `${value} is already on this sheet; put it all in one row.`;
  return { field, code: 'duplicate', message };
}

export function duplicateInList(field: string, value: string): Problem {
  return { field, code: 'duplicate', message: `${value} is already in this list.` };
}

export function outOfRange(field: string, value: number): Problem {
  return { field, code: 'out-of-range', message: `${value} is not 1, 2 or 3.` };
}

export function tooManyDays(days: number): Problem {
  return { field: 'actions', code: 'too-many-days', message: `${days} days; a week has 7.` };
}

export function noStopInRegion(field: string, region: RegionId): Problem {
  const states = REGION_STATES[region].map((state) => state.code).join(', ');
  const message = `Advertising in ${REGION_NAMES[region]} needs a campaign row there this week (${states}).`;
  return { field, code: 'no-stop-in-region', message };
}

export function capitalSpent(field: string, capital: CapitalId, unused: readonly CapitalId[]): Problem {
  const left = unused.length === 0 ? 'none' : unused.map((id) => CAPITAL_NAMES[id]).join(', ');
  return { field, code: 'capital-spent', message: `${CAPITAL_NAMES[capital]} is spent. Left: ${left}.` };
}

export function endorseEmpty(): Problem {
  const message = 'Endorsements needs one to three states.';
  return { field: 'endorse', code: 'endorse-empty', message };
}

export function tooManyEndorsed(states: number): Problem {
  return { field: 'endorse', code: 'too-many', message: `${states} states; at most 3.` };
}

export function endorseOver40(votes: number): Problem {
  return { field: 'endorse', code: 'endorse-over-40', message: `${votes} electoral votes; at most 40.` };
}

export function endorseNotChosen(): Problem {
  const message = 'States are endorsed only in a week whose capital is Endorsements.';
  return { field: 'endorse', code: 'endorse-not-chosen', message };
}

export function coverIsAction(field: string, capital: CapitalId): Problem {
  const message = `${CAPITAL_NAMES[capital]} is this week's action and cannot also cover a gaffe.`;
  return { field, code: 'cover-is-action', message };
}

export function tooManyTokens(placed: number, held: number): Problem {
  return { field: 'stops', code: 'too-many-tokens', message: `${placed} tokens; you hold ${held}.` };
}

/** MOE-5.1: a sheet of a seat that owes none. */
export function noSheetDue(): Problem {
  return { field: '', code: 'no-sheet-due', message: 'You owe no sheet this turn.' };
}
