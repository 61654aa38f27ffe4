import { isStateCode, type StateCode } from '../country.ts';
import type { Checked, SeatIdentifier } from '../ruleset.ts';
import type { Advice, Problem } from '../sheet.ts';
import { CONVENTION_TURN, LIMITS, PARTY_NAMES } from './data.ts';
import { codePoints, pressLine } from './press.ts';
import { findPlayer, membersOf, type Player, type State } from './state.ts';

/** Money spent campaigning in a state: whole dollars, 1 or more. */
export interface CampaignRow {
  state: StateCode;
  spend: number;
}

/** A checked sheet (EY-4.2). */
export interface Orders {
  runningMate: SeatIdentifier | null;
  fundraising: StateCode[];
  campaign: CampaignRow[];
  press: string | null;
}

/** The orders of a sheet that did not come or was refused (section 6). */
export const NO_ORDERS: Orders = { runningMate: null, fundraising: [], campaign: [], press: null };

/** Gathers every problem of a sheet, in the order in which it is looked through. */
type Complain = (field: string, code: string, message: string) => void;

/** Judges raw orders for the coming turn (section 5). Null and undefined are an empty sheet. Never throws. */
export function check(state: State, seat: SeatIdentifier, raw: unknown): Checked<Orders> {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') {
    return refusal([{ field: '', code: 'not-owed', message: 'This seat owes no sheet now.' }]);
  }
  const problems: Problem[] = [];
  const complain: Complain = (field, code, message) => problems.push({ field, code, message });
  const sheet = raw ?? {};
  if (!isRecord(sheet)) {
    return refusal([
      { field: '', code: 'wrong-type', message: 'A sheet is an object with the fields of the form.' },
    ]);
  }
  const orders: Orders = {
    runningMate: checkRunningMate(state, player, own(sheet, 'runningMate'), complain),
    fundraising: checkFundraising(own(sheet, 'fundraising'), complain),
    campaign: checkCampaign(player, own(sheet, 'campaign'), complain),
    press: checkPress(own(sheet, 'press'), complain),
  };
  return problems.length > 0
    ? refusal(problems)
    : { ok: true, orders, advice: advise(state, player, orders) };
}

function refusal(problems: Problem[]): Checked<Orders> {
  return { ok: false, problems };
}

function checkRunningMate(
  state: State,
  player: Player,
  value: unknown,
  complain: Complain,
): SeatIdentifier | null {
  if (value === undefined || value === null) return null;
  const field = 'runningMate';
  if (typeof value !== 'string') {
    complain(field, 'wrong-type', 'A running mate is the identifier of a player, such as "AB".');
    return null;
  }
  if (state.turn + 1 !== CONVENTION_TURN) {
    complain(field, 'wrong-turn', `A running mate is named on turn ${CONVENTION_TURN} only; leave it blank.`);
    return null;
  }
  const id = capitals(value);
  const mate = findPlayer(state, id);
  const choices = runningMates(state, player).map((member) => member.id);
  const right = choices.length > 0 ? `choose ${choices.join(', ')} or nobody.` : 'leave it blank.';
  if (mate === undefined)
    complain(field, 'unknown-player', `No player is called "${brief(value)}"; ${right}`);
  else if (mate.id === player.id) complain(field, 'self', `You cannot be your own running mate; ${right}`);
  else if (mate.party !== player.party) {
    complain(field, 'other-party', `${id} is not one of the ${PARTY_NAMES[player.party]}; ${right}`);
  }
  return id;
}

/** Who may be named as running mate: the other members of the party (EY-4.2). */
export function runningMates(state: State, player: Player): Player[] {
  return membersOf(state.players, player.party).filter(({ id }) => id !== player.id);
}

function checkFundraising(value: unknown, complain: Complain): StateCode[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    complain('fundraising', 'wrong-type', 'Fund-raising trips are a list of state codes.');
    return [];
  }
  if (value.length > LIMITS.trips) {
    complain(
      'fundraising',
      'too-many',
      `${value.length} trips are named; at most ${LIMITS.trips} can be made.`,
    );
  }
  const named = new Set<StateCode>();
  for (let i = 0; i < value.length; i += 1) checkState(value[i], `fundraising[${i}]`, named, complain);
  return [...named];
}

/** A state code not named before; a good one is added to `named`, and given back. */
function checkState(
  value: unknown,
  field: string,
  named: Set<StateCode>,
  complain: Complain,
): StateCode | null {
  if (typeof value !== 'string') {
    complain(field, 'wrong-type', 'A state is given by its postal code, such as "NY".');
    return null;
  }
  const code = capitals(value);
  if (!isStateCode(code)) {
    complain(
      field,
      'unknown-state',
      `"${brief(value)}" is not the postal code of a state; write one such as NY.`,
    );
    return null;
  }
  if (named.has(code)) {
    complain(field, 'duplicate-state', `${code} is named before; each state can be named once.`);
    return null;
  }
  named.add(code);
  return code;
}

function checkCampaign(player: Player, value: unknown, complain: Complain): CampaignRow[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    complain(
      'campaign',
      'wrong-type',
      'Campaigning is a list of rows, each with a state and the money to spend.',
    );
    return [];
  }
  if (value.length > LIMITS.campaign) {
    complain('campaign', 'too-many', `${value.length} states are named; at most ${LIMITS.campaign} can be.`);
  }
  const rows: CampaignRow[] = [];
  const named = new Set<StateCode>();
  let total = 0;
  for (let i = 0; i < value.length; i += 1) {
    const field = `campaign[${i}]`;
    const row: unknown = value[i];
    if (!isRecord(row)) {
      complain(field, 'wrong-type', 'A row is an object with a state and the money to spend there.');
      continue;
    }
    const state = checkState(own(row, 'state'), `${field}.state`, named, complain);
    const spend = checkSpend(own(row, 'spend'), `${field}.spend`, complain);
    total += Math.max(spend, 0);
    if (state !== null) rows.push({ state, spend });
  }
  if (total > player.cash) {
    const message = `$${total} would be spent, but the campaign funds are $${player.cash}; spend no more than that.`;
    complain('campaign', 'overspent', message);
  }
  return rows;
}

/** Whole dollars; 0 where they are not even a whole number. */
function checkSpend(value: unknown, field: string, complain: Complain): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    complain(field, 'wrong-type', 'Money is a whole number of dollars, such as 120.');
    return 0;
  }
  if (value < 1)
    complain(field, 'not-positive', `$${value} cannot be spent; spend $1 or more, or drop the row.`);
  return value;
}

function checkPress(value: unknown, complain: Complain): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') {
    complain('press', 'wrong-type', 'A press release is one line of text.');
    return null;
  }
  const line = pressLine(value);
  const length = line === null ? 0 : codePoints(line);
  if (length > LIMITS.press) {
    const message = `The press release has ${length} characters; at most ${LIMITS.press} are printed.`;
    complain('press', 'too-long', message);
  }
  return line;
}

/** Legal, but probably not meant (EY-4.4). */
function advise(state: State, player: Player, orders: Orders): Advice[] {
  const advice: Advice[] = [];
  const trips = orders.fundraising.length;
  if (trips < LIMITS.trips) {
    const made =
      trips === 0 ? 'No fund-raising trip is named' : `Only ${trips} of ${LIMITS.trips} trips are named`;
    advice.push({ field: 'fundraising', code: 'few-trips', message: `${made}; each trip raises money.` });
  }
  if (orders.campaign.length === 0 && player.cash > 0) {
    const message = `No money is spent on campaigning; $${player.cash} could be.`;
    advice.push({ field: 'campaign', code: 'no-campaign', message });
  }
  const choosing = state.turn + 1 === CONVENTION_TURN && runningMates(state, player).length > 0;
  if (choosing && orders.runningMate === null) {
    const message =
      'No running mate is named; if you are nominated, the second at the convention will run with you.';
    advice.push({ field: 'runningMate', code: 'no-running-mate', message });
  }
  return advice;
}

/** Letters are taken in either case; only those of the English alphabet, so that no other folds into a code. */
function capitals(text: string): string {
  return /^[A-Za-z]{1,3}$/.test(text) ? text.toUpperCase() : text;
}

/** As much of what was typed as a message needs. */
function brief(text: string): string {
  const start = [...text.slice(0, 40)].slice(0, 20).join('');
  return start.length < text.length ? `${start}…` : text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key of its own, so that nothing inherited is taken for an order. */
function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
