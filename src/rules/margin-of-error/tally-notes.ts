import { dollars, listInWords } from '../numbers.ts';
import type { Note } from '../sheet.ts';
import { battlegroundOf, validCount } from './check-rules.ts';
import type { Shaped, ShapedAction, ShapedLastMinute, ShapedWeek } from './check-shape.ts';
import {
  type Battleground,
  FUNDRAISING_BONUS,
  INTERNET_FUNDS,
  isRegion,
  MAX_CASH,
  MEDIA_BONUS,
  pricePerDay,
  REGION_STATES,
  squaresFor,
} from './data.ts';
import { ACTION_TYPES, type ActionType } from './orders.ts';
import { pushedPoll, stopSquares } from './polls.ts';
import { pollInWords } from './report/context.ts';
import type { Player, State } from './state.ts';

// What a sheet that is being filled in would roll, in a note beside each row.

/** What the notes on a weekly sheet are made from. */
interface Plan {
  state: State;
  player: Player;
  sheet: ShapedWeek;
}

/** Notes on a weekly sheet: what each total is made of, what it can do, and which columns are ignored. */
export function weekNotes(
  state: State,
  player: Player,
  { value: sheet, problems }: Shaped<ShapedWeek>,
): Note[] {
  const plan: Plan = { state, player, sheet };
  const isBroken = (list: string) =>
    problems.some(({ field }) => /^\w+\[\d+\]$/.test(field) && field.startsWith(list));
  const rows = isBroken('actions') ? [] : sheet.actions.flatMap((row, i) => rowNotes(plan, row, i));
  const endorsed = sheet.capital !== 'endorsements' || isBroken('endorse') ? [] : endorsedNotes(plan);
  return [...rows, ...endorsed];
}

/** The columns that each type of row needs, besides its type (MOE-4.3). */
const NEEDED: Record<ActionType, readonly Column[]> = {
  campaign: ['state', 'days', 'cover'],
  vp: ['state'],
  advertise: ['region', 'days', 'cover'],
  fundraise: ['days'],
  media: ['days'],
};

type Column = 'state' | 'region' | 'days' | 'cover';
const COLUMNS: readonly Column[] = ['state', 'region', 'days', 'cover'];

const TYPE_WORDS: Record<ActionType, string> = {
  campaign: 'a campaign stop has',
  vp: 'the running mate has',
  advertise: 'advertising has',
  fundraise: 'fundraising has',
  media: 'media has',
};

function rowNotes(plan: Plan, row: ShapedAction, i: number): Note[] {
  const type = ACTION_TYPES.find((known) => known === row.do);
  if (type === undefined) return [];
  const text = textOf(plan, type, row, i);
  const ignored = COLUMNS.filter((column) => isFilled(row, column) && !NEEDED[type].includes(column));
  return [
    ...(text === null ? [] : [{ field: `actions[${i}]`, text }]),
    ...ignored.map((column) => ({
      field: `actions[${i}].${column}`,
      text: `Ignored: ${TYPE_WORDS[type]} no ${column}.`,
    })),
  ];
}

function isFilled(row: ShapedAction, column: Column): boolean {
  return column === 'cover' ? row.cover : row[column] !== null;
}

/** The note on a row; null while something is missing. */
function textOf(plan: Plan, type: ActionType, row: ShapedAction, i: number): string | null {
  const days = validCount(row.days);
  if (type === 'vp') return runningMateText(plan, battlegroundOf(row.state));
  if (days === 0) return null;
  switch (type) {
    case 'campaign':
      return stopText(plan, battlegroundOf(row.state), days, mediaDays(plan, i));
    case 'advertise':
      return adText(plan, row.region, days, mediaDays(plan, i));
    case 'fundraise':
      return fundraisingText(plan, days);
    case 'media':
      return mediaText(plan, days);
  }
}

/** MOE-4.4: the media days that count for a row: alone those of any row, with two players only those above. */
function mediaDays({ state, sheet }: Plan, i: number): number {
  const rows = state.players.length > 1 ? sheet.actions.slice(0, i) : sheet.actions;
  return validCount(rows.find((row) => row.do === 'media')?.days ?? null);
}

function stopText(plan: Plan, code: Battleground | null, days: number, media: number): string | null {
  if (code === null) return null;
  const totals = setTotals(days, media);
  const { state, player } = plan;
  const [least, most] = [totals.least, totals.most].map((total) =>
    stopSquares(squaresFor(total), code, player.party, state.homes),
  ) as [number, number];
  const cost = dollars(days * pricePerDay('campaign', plan.sheet.capital));
  return `${totals.text}: ${squaresText(least, most)}, ${outcomeText(plan, code, least, most)}.${gaffeText(days)} Costs ${cost}.`;
}

function runningMateText(plan: Plan, code: Battleground | null): string | null {
  if (code === null) return null;
  const most = stopSquares(squaresFor(5), code, plan.player.party, plan.state.homes);
  return `1 die − 1 (running mate) = 0 to 5: ${squaresText(0, most)}, ${outcomeText(plan, code, 0, most)}. Free.`;
}

function adText(plan: Plan, region: string | null, days: number, media: number): string | null {
  if (region === null || !isRegion(region)) return null;
  const totals = setTotals(days, media);
  const squares = squaresText(squaresFor(totals.least), squaresFor(totals.most));
  const codes = listInWords(REGION_STATES[region].map(({ code }) => code));
  const cost = dollars(days * pricePerDay('advertise', plan.sheet.capital));
  return `${totals.text}: ${squares} in each of ${codes}.${gaffeText(days)} Costs ${cost}.`;
}

function fundraisingText({ player, sheet }: Plan, days: number): string {
  const bonus = FUNDRAISING_BONUS[days] ?? 0;
  const term = bonus === 0 ? '1 die' : `1 die + ${bonus} (${days} days)`;
  const cash = Math.min(MAX_CASH, player.cash + (sheet.capital === 'internet-funds' ? INTERNET_FUNDS : 0));
  const limit =
    cash + bonus + 6 > MAX_CASH
      ? ` You have ${dollars(cash)}, and cash above ${dollars(MAX_CASH)} is lost.`
      : '';
  return `${term} = ${dollars(bonus + 1)} to ${dollars(bonus + 6)}.${limit}`;
}

function mediaText({ state }: Plan, days: number): string {
  const bonus = MEDIA_BONUS[days] ?? 0;
  const where = state.players.length > 1 ? ' in the rows below' : '';
  const terms = bonus === 0 ? 'No bonus and no penalty' : `+ ${bonus}`;
  return `${terms} for the totals of your stops and ads${where}.`;
}

/** MOE-6.4: the totals that a set of dice can have if it is no gaffe, so that all its dice differ. */
function setTotals(days: number, media: number): { text: string; least: number; most: number } {
  const bonus = MEDIA_BONUS[media] ?? 0;
  const least = (days * (days + 1)) / 2 + bonus;
  const most = 6 * days - (days * (days - 1)) / 2 + bonus;
  const note = media === 0 ? 'no media' : `${media} media ${media === 1 ? 'day' : 'days'}`;
  const term = `${bonus < 0 ? '−' : '+'} ${Math.abs(bonus)} (${note})`;
  return { text: `${days} ${days === 1 ? 'die' : 'dice'} ${term} = ${least} to ${most}`, least, most };
}

/** How likely a set of two or three dice is a gaffe. */
function gaffeText(days: number): string {
  if (days === 1) return '';
  return days === 2
    ? ' Doubles (1 roll in 6) are a gaffe: 2 squares back.'
    : ' Doubles or triples (4 rolls in 9) are a gaffe: 2 or 4 squares back.';
}

function squaresText(least: number, most: number): string {
  const noun = most === 1 ? 'square' : 'squares';
  return least === most ? `${most} ${noun}` : `${least} to ${most} ${noun}`;
}

/** Where the poll of a state would be: `OH R+1 → even to D+2`. */
function outcomeText(
  { state, player, sheet }: Plan,
  code: Battleground,
  least: number,
  most: number,
): string {
  const guard = sheet.capital !== 'defining-speech';
  return movedText(
    state,
    code,
    [least, most].map((n) => pushedPoll(state.polls[code], player.party, n, guard)),
  );
}

function movedText({ polls }: State, code: Battleground, results: readonly number[]): string {
  const words = [...new Set(results.map(pollInWords))];
  return `${code} ${pollInWords(polls[code])} → ${words.join(' to ')}`;
}

function endorsedNotes({ state, player, sheet }: Plan): Note[] {
  return sheet.endorse.flatMap((text, k) => {
    const code = battlegroundOf(text);
    if (code === null) return [];
    const to = pushedPoll(state.polls[code], player.party, 1, true);
    return [{ field: `endorse[${k}]`, text: `${movedText(state, code, [to])}.` }];
  });
}

/** Notes on a last-minute sheet: what each stop rolls and can do (MOE-6.9). */
export function lastMinuteNotes(
  state: State,
  player: Player,
  { value: { stops }, problems }: Shaped<ShapedLastMinute>,
): Note[] {
  if (problems.some(({ field }) => /^stops\[\d+\]$/.test(field))) return [];
  return stops.flatMap((stop, i) => {
    const [code, tokens] = [battlegroundOf(stop.state), validCount(stop.tokens)];
    if (code === null || tokens === 0) return [];
    const [least, most] = [tokens, 6 * tokens].map((total) =>
      stopSquares(squaresFor(total), code, player.party, state.homes),
    ) as [number, number];
    const results = [least, most].map((n) => pushedPoll(state.polls[code], player.party, n, true));
    const dice = `${tokens} ${tokens === 1 ? 'die' : 'dice'} = ${tokens} to ${6 * tokens}`;
    const text = `${dice}: ${squaresText(least, most)}, ${movedText(state, code, results)}. No gaffes.`;
    return [{ field: `stops[${i}]`, text }];
  });
}
