import type { Problem } from '../sheet.ts';
import {
  type Battleground,
  boardState,
  CAPITAL_IDS,
  DAYS,
  isBattleground,
  isCapital,
  isRegion,
  MAX_DAYS,
  MOST_ENDORSED,
  MOST_ENDORSED_VOTES,
  REGION_IDS,
  type RegionId,
} from './data.ts';
import * as say from './messages.ts';
import { DEEDS, type Deed } from './orders.ts';
import { votesOf } from './polls.ts';
import type { ShapedAction, ShapedLastMinute, ShapedWeek } from './shape.ts';
import type { Player } from './state.ts';

/** MOE-5.2: a battleground's code in either case, else null. Only the letters A–Z have two cases here. */
export function battlegroundOf(text: string | null): Battleground | null {
  if (text === null || !/^[A-Za-z]{2}$/.test(text)) return null;
  const code = text.toUpperCase();
  return isBattleground(code) ? code : null;
}

export function isDeed(text: string | null): text is Deed {
  return text !== null && (DEEDS as readonly string[]).includes(text);
}

/** Days of a row that take part in sums: 1, 2 or 3. */
export function validCount(n: number | null): number {
  return n !== null && n >= 1 && n <= MAX_DAYS ? n : 0;
}

/** MOE-5.3: the second stage for a weekly sheet: every problem in the rule's order. */
export function checkWeek(sheet: ShapedWeek, player: Player): Problem[] {
  return [
    ...sheet.actions.flatMap((_, i) => checkRow(sheet.actions, i)),
    ...checkDays(sheet.actions),
    ...checkAdvertising(sheet.actions),
    ...checkCapital(sheet, player),
    ...checkEndorsed(sheet),
    ...checkCovers(sheet, player),
  ];
}

/** MOE-5.3.1: one row, against the rows above it. */
function checkRow(rows: readonly ShapedAction[], i: number): Problem[] {
  const row = rows[i] as ShapedAction;
  const path = `actions[${i}]`;
  if (row.do === null) return [say.missingDeed(`${path}.do`)];
  if (!isDeed(row.do)) return [say.unknownChoice(`${path}.do`, row.do, DEEDS)];
  const earlier = rows.slice(0, i).filter((other) => other.do === row.do);
  const problems: Problem[] = [];
  if ((row.do === 'vp' || row.do === 'fundraise' || row.do === 'media') && earlier.length > 0) {
    problems.push(say.duplicateDeed(`${path}.do`, row.do));
  }
  if (row.do === 'campaign') {
    const taken = earlier.map((other) => battlegroundOf(other.state));
    problems.push(...checkState(`${path}.state`, row.state, taken));
  }
  if (row.do === 'vp') problems.push(...checkState(`${path}.state`, row.state, []));
  if (row.do === 'advertise') problems.push(...checkRegion(`${path}.region`, row.region, earlier));
  if (row.do !== 'vp') problems.push(...checkCount(`${path}.days`, row.days, say.missingDays));
  return problems;
}

function checkState(field: string, text: string | null, taken: (Battleground | null)[]): Problem[] {
  if (text === null) return [say.missingState(field)];
  const code = battlegroundOf(text);
  if (code === null) return [say.notBattleground(field, text)];
  return taken.includes(code) ? [say.duplicateInRows(field, code)] : [];
}

function checkRegion(field: string, text: string | null, earlier: readonly ShapedAction[]): Problem[] {
  if (text === null) return [say.missingRegion(field)];
  if (!isRegion(text)) return [say.unknownChoice(field, text, REGION_IDS)];
  return earlier.some((other) => other.region === text) ? [say.duplicateInRows(field, text)] : [];
}

function checkCount(field: string, n: number | null, missing: (field: string) => Problem): Problem[] {
  if (n === null) return [missing(field)];
  return validCount(n) === 0 ? [say.outOfRange(field, n)] : [];
}

/** The days that a sheet uses, as MOE-5.3.2 counts them. */
export function daysUsed(rows: readonly ShapedAction[]): number {
  return rows
    .filter((row) => isDeed(row.do) && row.do !== 'vp')
    .reduce((sum, row) => sum + validCount(row.days), 0);
}

/** MOE-5.3.2. */
function checkDays(rows: readonly ShapedAction[]): Problem[] {
  const days = daysUsed(rows);
  return days > DAYS ? [say.tooManyDays(days)] : [];
}

/** MOE-5.3.3. */
function checkAdvertising(rows: readonly ShapedAction[]): Problem[] {
  const visited = new Set<RegionId>();
  for (const row of rows) {
    const code = row.do === 'campaign' ? battlegroundOf(row.state) : null;
    if (code !== null) visited.add(boardState(code).region);
  }
  return rows.flatMap((row, i) =>
    row.do === 'advertise' && row.region !== null && isRegion(row.region) && !visited.has(row.region)
      ? [say.noStopInRegion(`actions[${i}].region`, row.region)]
      : [],
  );
}

/** MOE-5.3.4. */
function checkCapital({ capital }: ShapedWeek, player: Player): Problem[] {
  if (capital === null) return [];
  if (!isCapital(capital)) return [say.unknownChoice('capital', capital, CAPITAL_IDS)];
  return player.unused.includes(capital) ? [] : [say.capitalSpent('capital', capital, player.unused)];
}

/** MOE-5.3.5. */
function checkEndorsed({ capital, endorse }: ShapedWeek): Problem[] {
  if (capital !== 'endorsements') return endorse.length > 0 ? [say.endorseNotChosen()] : [];
  if (endorse.length === 0) return [say.endorseEmpty()];
  const problems: Problem[] = [];
  if (endorse.length > MOST_ENDORSED) problems.push(say.tooManyEndorsed(endorse.length));
  const seen: Battleground[] = [];
  for (const [k, text] of endorse.entries()) {
    const code = battlegroundOf(text);
    if (code === null) problems.push(say.notBattleground(`endorse[${k}]`, text));
    else if (seen.includes(code)) problems.push(say.duplicateInList(`endorse[${k}]`, code));
    else seen.push(code);
  }
  const votes = votesOf(seen);
  if (votes > MOST_ENDORSED_VOTES) problems.push(say.endorseOver40(votes));
  return problems;
}

/** MOE-5.3.6. */
function checkCovers({ capital, coverWith }: ShapedWeek, player: Player): Problem[] {
  return coverWith.flatMap((id, k) => {
    const field = `coverWith[${k}]`;
    if (!isCapital(id)) return [say.unknownChoice(field, id, CAPITAL_IDS)];
    if (coverWith.indexOf(id) < k) return [say.duplicateInList(field, id)];
    if (!player.unused.includes(id)) return [say.capitalSpent(field, id, player.unused)];
    return id === capital ? [say.coverIsAction(field, id)] : [];
  });
}

/** MOE-5.4: the second stage for a last-minute sheet. */
export function checkLastMinute({ stops }: ShapedLastMinute, player: Player): Problem[] {
  const problems = stops.flatMap((stop, i) => {
    const taken = stops.slice(0, i).map((other) => battlegroundOf(other.state));
    return [
      ...checkState(`stops[${i}].state`, stop.state, taken),
      ...checkCount(`stops[${i}].tokens`, stop.tokens, say.missingTokens),
    ];
  });
  const placed = tokensPlaced({ stops });
  if (placed > player.tokens.length) problems.push(say.tooManyTokens(placed, player.tokens.length));
  return problems;
}

/** The tokens that a sheet places, as MOE-5.4 counts them. */
export function tokensPlaced({ stops }: ShapedLastMinute): number {
  return stops.reduce((sum, stop) => sum + validCount(stop.tokens), 0);
}
