import {
  type ItemId,
  isItemId,
  isPrimaryCode,
  issuesAmong,
  itemOf,
  MAX_FACES,
  MOST_ISSUES,
  PRIMARIES,
  type PrimaryCode,
  primary,
  RANGES,
  STAFF_CIRCLES,
} from '../data.ts';
import { lowerCased, type SecondRow, type ShopRow, upperCased, type VoteRow, type Where } from '../orders.ts';
import * as problem from './problems.ts';
import {
  type CheckedSheet,
  checkAvailable,
  filled,
  isBlank,
  isBlankRow,
  isRecord,
  isWhole,
  readFlag,
  readInteger,
  readState,
  readText,
} from './values.ts';

/** PS-4.4: the columns of each list of rows, and those that are flags. */
const COLUMNS = {
  second: ['votesBelow', 'fundsBelow', 'faces'],
  shop: ['item', 'keep', 'votesFrom', 'votesTo', 'ifOpen'],
  votes: ['where', 'marks', 'whole', 'place'],
} as const;
const FLAGS = ['whole'];

/** PS-4.6: whether an entry of `second` is blank. */
export function isBlankSecond(entry: unknown): boolean {
  return isBlankRow(entry, COLUMNS.second, FLAGS);
}

/** Reads each row with its path. Blank rows and rows with a problem become null. Problem: `wrong-type`. */
function readRows<Row>(
  sheet: CheckedSheet,
  list: keyof typeof COLUMNS,
  entries: readonly unknown[],
  read: (row: Record<string, unknown>, path: string) => Row | null,
): (Row | null)[] {
  return entries.map((entry, i) => {
    if (isBlankRow(entry, COLUMNS[list], FLAGS)) return null;
    if (isRecord(entry)) return read(entry, `${list}[${i}]`);
    sheet.problems.push(problem.wrongType(`${list}[${i}]`, 'a row'));
    return null;
  });
}

/** The dice to re-roll. Problems: `wrong-type`, `no-such-die`, `duplicate-die`. */
export function checkReroll(sheet: CheckedSheet, entries: readonly unknown[]): number[] {
  const dice = sheet.player.dice.length;
  const named: number[] = [];
  for (const [i, entry] of entries.entries()) {
    const field = `reroll[${i}]`;
    if (isBlank(entry) || !isWhole(sheet, field, entry)) continue;
    if (entry < 1 || entry > dice) sheet.problems.push(problem.noSuchDie(field, entry, dice));
    else if (named.includes(entry)) sheet.problems.push(problem.duplicateDie(field, entry));
    else named.push(entry);
  }
  return named;
}

/** The rows of `second`. Problems: `wrong-type`, `out-of-range`, `missing`, `bad-faces`. */
export function checkSecond(sheet: CheckedSheet, entries: readonly unknown[]): SecondRow[] {
  const rows = readRows(sheet, 'second', entries, (row, path): SecondRow | null => {
    const votesBelow = readInteger(sheet, `${path}.votesBelow`, filled(row, 'votesBelow'), RANGES.below);
    const fundsBelow = readInteger(sheet, `${path}.fundsBelow`, filled(row, 'fundsBelow'), RANGES.below);
    const faces = checkFaces(sheet, `${path}.faces`, filled(row, 'faces'));
    return faces === null ? null : { votesBelow, fundsBelow, faces };
  });
  return rows.filter((row) => row !== null);
}

function checkFaces(sheet: CheckedSheet, field: string, value: unknown): string | null {
  if (value === undefined) {
    sheet.problems.push(problem.missing(field, 'Give the faces to re-roll, such as 12.'));
  }
  const text = readText(sheet, field, value);
  if (text === null) return null;
  // Whatever is longer than that in any encoding is no list of faces, so code units may be counted.
  if (text.length <= MAX_FACES && /^[1-6]+$/.test(text.replace(/[ ,]/g, ''))) return text;
  sheet.problems.push(problem.badFaces(field));
  return null;
}

/**
 * The rows of `shop`. Problems: `wrong-type`, `missing`, `unknown-item`, `owned`, `issue-limit`, `out-of-range`,
 * `from-above-to`, `unknown-state`, `full`, `closed`.
 */
export function checkShop(sheet: CheckedSheet, entries: readonly unknown[]): (ShopRow | null)[] {
  return readRows(sheet, 'shop', entries, (row, path): ShopRow | null => {
    const item = checkItem(sheet, `${path}.item`, filled(row, 'item'));
    const keep = readInteger(sheet, `${path}.keep`, filled(row, 'keep'), RANGES.limit);
    const votesFrom = readInteger(sheet, `${path}.votesFrom`, filled(row, 'votesFrom'), RANGES.limit);
    const votesTo = readInteger(sheet, `${path}.votesTo`, filled(row, 'votesTo'), RANGES.limit);
    if (votesFrom !== null && votesTo !== null && votesTo < votesFrom) {
      sheet.problems.push(problem.fromAboveTo(`${path}.votesTo`, votesFrom, votesTo));
    }
    const ifOpen = readState(sheet, `${path}.ifOpen`, filled(row, 'ifOpen'));
    if (ifOpen !== null) checkAvailable(sheet, `${path}.ifOpen`, ifOpen);
    return item === null ? null : { item, keep, votesFrom, votesTo, ifOpen };
  });
}

function checkItem(sheet: CheckedSheet, field: string, value: unknown): ItemId | null {
  const { player, problems } = sheet;
  if (value === undefined) problems.push(problem.missing(field, 'Name the item to buy.'));
  const text = readText(sheet, field, value);
  if (text === null) return null;
  const item = lowerCased(text);
  if (!isItemId(item)) problems.push(problem.unknownItem(field));
  else if (player.items.includes(item)) problems.push(problem.owned(field, item));
  else if (itemOf(item).kind === 'issue' && issuesAmong(player.items) >= MOST_ISSUES) {
    problems.push(problem.issueLimit(field));
  } else return item;
  return null;
}

/** The ranking of an ad. Problems: `wrong-type`, `unknown-state`, `duplicate-state`. */
export function checkRanking(sheet: CheckedSheet, list: string, entries: readonly unknown[]): PrimaryCode[] {
  const ranked: PrimaryCode[] = [];
  for (const [i, entry] of entries.entries()) {
    const field = `${list}[${i}]`;
    const code = isBlank(entry) ? null : readState(sheet, field, entry);
    if (code === null) continue;
    if (ranked.includes(code)) sheet.problems.push(problem.duplicateState(field, code));
    else ranked.push(code);
  }
  return ranked;
}

/** PS-5.3: the limits of `marks` and `place` in a row whose `where` is missing, no text, or unknown. */
const WIDEST = {
  marks: Math.max(...PRIMARIES.map(({ circles }) => circles)),
  places: Math.max(...PRIMARIES.map(({ prizes }) => prizes.length)),
};

/**
 * The rows of `votes`. Problems: `wrong-type`, `missing`, `unknown-state`, `full`, `closed`, `out-of-range`,
 * `not-for-staff`.
 */
export function checkVotes(sheet: CheckedSheet, entries: readonly unknown[]): (VoteRow | null)[] {
  return readRows(sheet, 'votes', entries, (row, path): VoteRow | null => {
    const where = checkWhere(sheet, `${path}.where`, filled(row, 'where'));
    const most = where === null ? WIDEST.marks : circlesOf(where);
    const marks = readInteger(sheet, `${path}.marks`, filled(row, 'marks'), [1, most]);
    const whole = readFlag(sheet, `${path}.whole`, filled(row, 'whole'));
    const place = checkPlace(sheet, `${path}.place`, filled(row, 'place'), where);
    return where === null ? null : { where, marks, whole, place };
  });
}

function circlesOf(where: Where): number {
  return where === 'STAFF' ? STAFF_CIRCLES : primary(where).circles;
}

/** @returns null if the field is missing, no text, or unknown */
function checkWhere(sheet: CheckedSheet, field: string, value: unknown): Where | null {
  if (value === undefined) sheet.problems.push(problem.missing(field, 'Name a state, or STAFF.'));
  const text = readText(sheet, field, value);
  if (text === null) return null;
  const where = upperCased(text);
  if (where === 'STAFF') {
    if (sheet.player.staff >= STAFF_CIRCLES) sheet.problems.push(problem.fullTrack(field));
    return where;
  }
  if (!isPrimaryCode(where)) {
    sheet.problems.push(problem.unknownState(field, true));
    return null;
  }
  checkAvailable(sheet, field, where);
  return where;
}

function checkPlace(sheet: CheckedSheet, field: string, value: unknown, where: Where | null): number | null {
  if (value === undefined) return null;
  if (where === 'STAFF') {
    sheet.problems.push(problem.notForStaff(field));
    return null;
  }
  const places = where === null ? WIDEST.places : primary(where).prizes.length;
  return readInteger(sheet, field, value, [1, places]);
}
