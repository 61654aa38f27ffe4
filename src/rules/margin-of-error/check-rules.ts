import type { Problem } from '../sheet.ts';
import type { ShapedAction, ShapedLastMinute, ShapedWeek } from './check-shape.ts';
import {
  type Battleground,
  boardState,
  CAPITAL_IDS,
  DAYS,
  isBattleground,
  isCapital,
  isRegion,
  MAX_ENDORSED,
  MAX_ENDORSED_VOTES,
  MAX_PER_ROW,
  REGION_IDS,
  type RegionId,
} from './data.ts';
import { ACTION_TYPES, type ActionType } from './orders.ts';
import { sumVotes } from './polls.ts';
import * as problem from './problems.ts';
import type { Player } from './state.ts';

/** MOE-5.2: the battleground state whose code this is, in either case of the letters A–Z; null if there is none. */
export function battlegroundOf(text: string | null): Battleground | null {
  if (text === null || !/^[A-Za-z]{2}$/.test(text)) return null;
  const code = text.toUpperCase();
  return isBattleground(code) ? code : null;
}

/** Whether a text is one of the action types of MOE-4.3. */
function isActionType(text: string | null): text is ActionType {
  return text !== null && (ACTION_TYPES as readonly string[]).includes(text);
}

/** The days or tokens of a row if they are 1, 2 or 3, else 0: what counts in sums (MOE-5.3.2, 5.4). */
export function validCount(n: number | null): number {
  return n !== null && n >= 1 && n <= MAX_PER_ROW ? n : 0;
}

/** MOE-5.3: stage two of checking a weekly sheet. Every problem, in the order of the rule. */
export function checkWeekRules(sheet: ShapedWeek, player: Player): Problem[] {
  return [
    ...sheet.actions.flatMap((_, i) => checkRow(sheet.actions, i)),
    ...checkDays(sheet.actions),
    ...checkAdvertising(sheet.actions),
    ...checkCapital(sheet, player),
    ...checkEndorsed(sheet),
    ...checkCovers(sheet, player),
  ];
}

/** MOE-5.3.1: one row, compared with the rows above it. */
function checkRow(rows: readonly ShapedAction[], i: number): Problem[] {
  const row = rows[i] as ShapedAction;
  const path = `actions[${i}]`;
  if (row.do === null) return [problem.missingType(`${path}.do`)];
  if (!isActionType(row.do)) return [problem.unknownChoice(`${path}.do`, row.do, ACTION_TYPES)];
  const earlier = rows.slice(0, i).filter((other) => other.do === row.do);
  const problems: Problem[] = [];
  if ((row.do === 'vp' || row.do === 'fundraise' || row.do === 'media') && earlier.length > 0) {
    problems.push(problem.duplicateType(`${path}.do`, row.do));
  }
  if (row.do === 'campaign') {
    const taken = earlier.map((other) => battlegroundOf(other.state));
    problems.push(...checkState(`${path}.state`, row.state, taken));
  }
  if (row.do === 'vp') problems.push(...checkState(`${path}.state`, row.state, []));
  if (row.do === 'advertise') problems.push(...checkRegion(`${path}.region`, row.region, earlier));
  if (row.do !== 'vp') problems.push(...checkCount(`${path}.days`, row.days, problem.missingDays));
  return problems;
}

function checkState(field: string, text: string | null, taken: (Battleground | null)[]): Problem[] {
  if (text === null) return [problem.missingState(field)];
  const code = battlegroundOf(text);
  if (code === null) return [problem.notBattleground(field, text)];
  return taken.includes(code) ? [problem.duplicateInRows(field, code)] : [];
}

function checkRegion(field: string, text: string | null, earlier: readonly ShapedAction[]): Problem[] {
  if (text === null) return [problem.missingRegion(field)];
  if (!isRegion(text)) return [problem.unknownChoice(field, text, REGION_IDS)];
  return earlier.some((other) => other.region === text) ? [problem.duplicateInRows(field, text)] : [];
}

function checkCount(field: string, n: number | null, missing: (field: string) => Problem): Problem[] {
  if (n === null) return [missing(field)];
  return validCount(n) === 0 ? [problem.outOfRange(field, n)] : [];
}

/** MOE-5.3.2: the days that a sheet uses. */
export function daysUsed(rows: readonly ShapedAction[]): number {
  return rows
    .filter((row) => isActionType(row.do) && row.do !== 'vp')
    .reduce((sum, row) => sum + validCount(row.days), 0);
}

/** MOE-5.3.2: at most seven days. */
function checkDays(rows: readonly ShapedAction[]): Problem[] {
  const days = daysUsed(rows);
  return days > DAYS ? [problem.tooManyDays(days)] : [];
}

/** MOE-5.3.3: advertising needs a campaign row in the region. */
function checkAdvertising(rows: readonly ShapedAction[]): Problem[] {
  const visited = new Set<RegionId>();
  for (const row of rows) {
    const code = row.do === 'campaign' ? battlegroundOf(row.state) : null;
    if (code !== null) visited.add(boardState(code).region);
  }
  return rows.flatMap((row, i) =>
    row.do === 'advertise' && row.region !== null && isRegion(row.region) && !visited.has(row.region)
      ? [problem.noStopInRegion(`actions[${i}].region`, row.region)]
      : [],
  );
}

/** MOE-5.3.4: the week's action. */
function checkCapital({ capital }: ShapedWeek, player: Player): Problem[] {
  if (capital === null) return [];
  if (!isCapital(capital)) return [problem.unknownChoice('capital', capital, CAPITAL_IDS)];
  return player.unused.includes(capital) ? [] : [problem.capitalSpent('capital', capital, player.unused)];
}

/** MOE-5.3.5: the endorsed states. */
function checkEndorsed({ capital, endorse }: ShapedWeek): Problem[] {
  if (capital !== 'endorsements') return endorse.length > 0 ? [problem.endorseNotChosen()] : [];
  if (endorse.length === 0) return [problem.endorseEmpty()];
  const problems: Problem[] = [];
  if (endorse.length > MAX_ENDORSED) problems.push(problem.tooManyEndorsed(endorse.length));
  const seen: Battleground[] = [];
  for (const [k, text] of endorse.entries()) {
    const code = battlegroundOf(text);
    if (code === null) problems.push(problem.notBattleground(`endorse[${k}]`, text));
    else if (seen.includes(code)) problems.push(problem.duplicateInList(`endorse[${k}]`, code));
    else seen.push(code);
  }
  const votes = sumVotes(seen);
  if (votes > MAX_ENDORSED_VOTES) problems.push(problem.endorseOver40(votes));
  return problems;
}

/** MOE-5.3.6: the capital that covers gaffes. */
function checkCovers({ capital, coverWith }: ShapedWeek, player: Player): Problem[] {
  return coverWith.flatMap((id, k) => {
    const field = `coverWith[${k}]`;
    if (!isCapital(id)) return [problem.unknownChoice(field, id, CAPITAL_IDS)];
    if (coverWith.indexOf(id) < k) return [problem.duplicateInList(field, id)];
    if (!player.unused.includes(id)) return [problem.capitalSpent(field, id, player.unused)];
    return id === capital ? [problem.coverIsAction(field, id)] : [];
  });
}

/** MOE-5.4: stage two of checking a last-minute sheet. Every problem, in the order of the rule. */
export function checkLastMinuteRules({ stops }: ShapedLastMinute, player: Player): Problem[] {
  const problems = stops.flatMap((stop, i) => {
    const taken = stops.slice(0, i).map((other) => battlegroundOf(other.state));
    return [
      ...checkState(`stops[${i}].state`, stop.state, taken),
      ...checkCount(`stops[${i}].tokens`, stop.tokens, problem.missingTokens),
    ];
  });
  const placed = tokensPlaced({ stops });
  if (placed > player.tokens.length) problems.push(problem.tooManyTokens(placed, player.tokens.length));
  return problems;
}

/** MOE-5.4: the tokens that a sheet places. */
export function tokensPlaced({ stops }: ShapedLastMinute): number {
  return stops.reduce((sum, stop) => sum + validCount(stop.tokens), 0);
}
