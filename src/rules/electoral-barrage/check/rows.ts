import { isStateCode, type StateCode } from '../../country.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { type AreaCode, boardState } from '../data.ts';
import { AD_WORDS, type AdRow, type BallotRow, contestedBy, type PlanRow } from '../orders.ts';
import * as problem from './problems.ts';
import {
  type CheckedSheet,
  filled,
  isRecord,
  readArea,
  readFlag,
  readInteger,
  readSeat,
  readState,
} from './values.ts';

/**
 * The rows of `plan` (EB-4.2). Problems: `wrong-type`, `missing`, `unknown-area`, `out-of-range`, `unknown-player`,
 * `self`, `not-a-state`.
 */
export function checkPlan(sheet: CheckedSheet, entries: readonly unknown[]): PlanRow[] {
  return checkRecords(sheet, 'plan', entries, (row, i) => {
    const path = `plan[${i}]`;
    const area = checkPlanArea(sheet, i, row);
    const when = readInteger(sheet, `${path}.when`, filled(row, 'when'), 'when');
    const before = readInteger(sheet, `${path}.before`, filled(row, 'before'), 'before');
    checkIsState(sheet, `${path}.before`, area, before);
    const after = readInteger(sheet, `${path}.after`, filled(row, 'after'), 'after');
    checkIsState(sheet, `${path}.after`, area, after);
    const replace = readSeat(sheet, `${path}.replace`, filled(row, 'replace'));
    checkIsState(sheet, `${path}.replace`, area, replace);
    const hold = readFlag(sheet, `${path}.hold`, filled(row, 'hold'));
    return area === null ? null : { area, when, before, after, replace, hold };
  });
}

function checkPlanArea(sheet: CheckedSheet, i: number, row: Record<string, unknown>): AreaCode | null {
  const field = `plan[${i}].area`;
  const value = filled(row, 'area');
  if (value === undefined) sheet.problems.push(problem.missing(field, i, 'area'));
  return readArea<never>(sheet, field, value);
}

/** `before`, `after` and `replace` are for states only. Problem: `not-a-state`. */
function checkIsState(
  sheet: CheckedSheet,
  field: string,
  area: AreaCode | null,
  value: number | SeatIdentifier | null,
): void {
  if (area === null || isStateCode(area) || value === null || value === 0) return;
  sheet.problems.push(problem.notAState(field, area, typeof value === 'number'));
}

/** The rows of `ads` (EB-4.2). Problems: `wrong-type`, `empty-row`, `unknown-player`, `self`, `unknown-area`. */
export function checkAds(sheet: CheckedSheet, entries: readonly unknown[]): AdRow[] {
  return checkRecords(sheet, 'ads', entries, (row, i) => {
    const field = `ads[${i}]`;
    const seat = filled(row, 'seat');
    const area = filled(row, 'area');
    if (seat === undefined && area === undefined) {
      sheet.problems.push(problem.emptyRow(field));
      return null;
    }
    return {
      seat: readSeat(sheet, `${field}.seat`, seat),
      area: readArea(sheet, `${field}.area`, area, AD_WORDS),
    };
  });
}

/**
 * The rows of `ballots` (EB-4.3). Problems: `wrong-type`, `missing`, `unknown-state`, `not-tied`, `duplicate-state`,
 * `out-of-range`.
 */
export function checkBallots(sheet: CheckedSheet, entries: readonly unknown[]): BallotRow[] {
  const tied = contestedBy(sheet.state, sheet.player.id);
  const named = new Set<StateCode>();
  return checkRecords(sheet, 'ballots', entries, (row, i) => {
    const field = `ballots[${i}].state`;
    const value = filled(row, 'state');
    if (value === undefined) sheet.problems.push(problem.missing(field, i, 'state'));
    const state = readState(sheet, field, value);
    if (state !== null) {
      if (!tied.includes(state)) sheet.problems.push(problem.notTied(field, state, tied));
      else checkNew(sheet, field, state, named);
    }
    const most = readInteger(sheet, `ballots[${i}].most`, filled(row, 'most'), 'most');
    return state === null ? null : { state, most };
  });
}

/**
 * The rows of a list, without those that `read` returns null for. Problem: `wrong-type`, for an entry that is no record.
 */
function checkRecords<Row>(
  sheet: CheckedSheet,
  field: string,
  entries: readonly unknown[],
  read: (row: Record<string, unknown>, i: number) => Row | null,
): Row[] {
  const rows: Row[] = [];
  for (let i = 0; i < entries.length; i += 1) {
    const entry = entries[i];
    if (!isRecord(entry)) {
      sheet.problems.push(problem.wrongType(`${field}[${i}]`, 'a row'));
      continue;
    }
    const row = read(entry, i);
    if (row !== null) rows.push(row);
  }
  return rows;
}

/** The ranking `targets` (EB-4.2). Problems: `wrong-type`, `unknown-player`, `self`, `duplicate-player`. */
export function checkTargets(sheet: CheckedSheet, entries: readonly unknown[]): SeatIdentifier[] {
  const named = new Set<SeatIdentifier>();
  for (let i = 0; i < entries.length; i += 1) {
    const field = `targets[${i}]`;
    // In a list, null is an entry of the wrong type.
    const seat = readSeat(sheet, field, entries[i] ?? null);
    if (seat === null) continue;
    if (named.has(seat)) sheet.problems.push(problem.duplicatePlayer(field, seat));
    named.add(seat);
  }
  return [...named];
}

/** The ranking `followUp` (EB-4.2). Problems: `wrong-type`, `unknown-state`, `not-one-star`, `duplicate-state`. */
export function checkFollowUp(sheet: CheckedSheet, entries: readonly unknown[]): StateCode[] {
  const named = new Set<StateCode>();
  for (let i = 0; i < entries.length; i += 1) {
    const field = `followUp[${i}]`;
    const state = readState(sheet, field, entries[i] ?? null);
    if (state === null) continue;
    if (boardState(state).stars > 1) sheet.problems.push(problem.notOneStar(field, state));
    else checkNew(sheet, field, state, named);
  }
  return [...named];
}

/** Adds a state to those that the list has named. Problem: `duplicate-state`. */
function checkNew(sheet: CheckedSheet, field: string, state: StateCode, named: Set<StateCode>): void {
  if (named.has(state)) sheet.problems.push(problem.duplicateState(field, state));
  named.add(state);
}
