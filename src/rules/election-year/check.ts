import { codePoints } from '../code-points.ts';
import { isStateCode, type StateCode } from '../country.ts';
import { dollars, grouped, listInWords, numberWord } from '../numbers.ts';
import { PARTY_NAMES } from '../parties.ts';
import { type Failure, fail } from '../result.ts';
import type { Checked, SeatIdentifier } from '../ruleset.ts';
import type { Problem } from '../sheet.ts';
import { advise } from './advice.ts';
import { CONVENTION_TURN, LIMITS } from './data.ts';
import { type Orders, runningMates } from './orders.ts';
import { pressLine } from './press.ts';
import { findPlayer, type Player, type State } from './state.ts';

/** Adds a problem to those of the sheet. They are found in the order of section 5. */
type AddProblem = (field: string, code: string, message: string) => void;

/**
 * Checks raw orders for the open turn (section 5). Null and undefined are an empty sheet. Never throws.
 * Problems: the codes of section 5, and `not-owed` for a seat that owes no sheet.
 */
export function check(state: State, seat: SeatIdentifier, raw: unknown): Checked<Orders> {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return notOwed();
  const sheet = raw ?? {};
  if (!isRecord(sheet))
    return fail('', 'wrong-type', 'A sheet must be an object with the fields of the form.');
  const problems: Problem[] = [];
  const addProblem: AddProblem = (field, code, message) => problems.push({ field, code, message });
  const orders: Orders = {
    runningMate: checkRunningMate(state, player, ownValue(sheet, 'runningMate'), addProblem),
    fundraising: checkFundraising(ownValue(sheet, 'fundraising'), addProblem),
    campaign: checkCampaign(player, ownValue(sheet, 'campaign'), addProblem),
    press: checkPress(ownValue(sheet, 'press'), addProblem),
  };
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, orders, advice: advise(state, player, orders) };
}

function notOwed(): Failure {
  return fail('', 'not-owed', 'You do not owe a sheet this turn.');
}

/** EY-4.2: the running mate. Problems: `wrong-type`, `wrong-turn`, `unknown-player`, `self`, `other-party`. */
function checkRunningMate(
  state: State,
  player: Player,
  value: unknown,
  addProblem: AddProblem,
): SeatIdentifier | null {
  if (value === undefined || value === null) return null;
  const field = 'runningMate';
  if (typeof value !== 'string') {
    addProblem(field, 'wrong-type', 'Name your running mate by identifier, such as AB.');
    return null;
  }
  if (state.turn + 1 !== CONVENTION_TURN) {
    const message = `You can name a running mate on turn ${CONVENTION_TURN} only. Leave this blank.`;
    addProblem(field, 'wrong-turn', message);
    return null;
  }
  const identifier = upperCased(value);
  const mate = findPlayer(state, identifier);
  const choices = runningMates(state, player).map(({ id }) => id);
  const remedy =
    choices.length > 0 ? `Choose ${listInWords([...choices, 'no one'], 'or')}.` : 'Leave this blank.';
  if (mate === undefined) {
    addProblem(field, 'unknown-player', `No player has the identifier "${shortened(value)}". ${remedy}`);
  } else if (mate.id === player.id) {
    addProblem(field, 'self', `You cannot be your own running mate. ${remedy}`);
  } else if (mate.party !== player.party) {
    addProblem(
      field,
      'other-party',
      `${identifier} is not one of the ${PARTY_NAMES[player.party]}. ${remedy}`,
    );
  }
  return identifier;
}

/** EY-4.2: the trips. Problems: `wrong-type`, `too-many`, and those of `checkState`. */
function checkFundraising(value: unknown, addProblem: AddProblem): StateCode[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    addProblem('fundraising', 'wrong-type', 'Fundraising trips must be a list of states.');
    return [];
  }
  if (value.length > LIMITS.trips) {
    const message = `You named ${numberWord(value.length)} trips. Name at most ${numberWord(LIMITS.trips)}.`;
    addProblem('fundraising', 'too-many', message);
  }
  const named = new Set<StateCode>();
  for (let i = 0; i < value.length; i += 1) checkState(value[i], `fundraising[${i}]`, named, addProblem);
  return [...named];
}

/**
 * A state that is not in `named` yet; it is added there and returned. Null with a problem otherwise: `wrong-type`,
 * `unknown-state`, `duplicate-state`.
 */
function checkState(
  value: unknown,
  field: string,
  named: Set<StateCode>,
  addProblem: AddProblem,
): StateCode | null {
  if (typeof value !== 'string') {
    addProblem(field, 'wrong-type', 'Name a state by its postal code, such as NY.');
    return null;
  }
  const code = upperCased(value);
  if (!isStateCode(code)) {
    const message = `"${shortened(value)}" is not the postal code of a state. Enter a code such as NY.`;
    addProblem(field, 'unknown-state', message);
    return null;
  }
  if (named.has(code)) {
    addProblem(field, 'duplicate-state', `You already named ${code}. Name each state only once.`);
    return null;
  }
  named.add(code);
  return code;
}

/**
 * EY-4.2: the campaign rows. Problems: `wrong-type`, `too-many`, `overspent`, and those of `checkState` and `checkSpend`.
 */
function checkCampaign(player: Player, value: unknown, addProblem: AddProblem): CampaignRows {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    addProblem(
      'campaign',
      'wrong-type',
      'Campaign money must be a list of rows, each with a state and an amount.',
    );
    return [];
  }
  if (value.length > LIMITS.campaign) {
    const message = `You named ${numberWord(value.length)} states. Name at most ${numberWord(LIMITS.campaign)}.`;
    addProblem('campaign', 'too-many', message);
  }
  const rows: CampaignRows = [];
  const named = new Set<StateCode>();
  // Exact, however large the amounts are: the message gives the sum.
  let total = 0n;
  for (let i = 0; i < value.length; i += 1) {
    const field = `campaign[${i}]`;
    const row: unknown = value[i];
    if (!isRecord(row)) {
      addProblem(field, 'wrong-type', 'A row must be an object with a state and an amount.');
      continue;
    }
    const state = checkState(ownValue(row, 'state'), `${field}.state`, named, addProblem);
    const spend = checkSpend(ownValue(row, 'spend'), `${field}.spend`, addProblem);
    total += BigInt(Math.max(spend, 0));
    if (state !== null) rows.push({ state, spend });
  }
  if (total > player.cash) {
    const less = dollars(total - BigInt(player.cash));
    const message = `These amounts add up to ${dollars(total)}, but you have ${dollars(player.cash)}. Spend ${less} less.`;
    addProblem('campaign', 'overspent', message);
  }
  return rows;
}

type CampaignRows = Orders['campaign'];

/** Whole dollars; 0 if the value is not a whole number. Problems: `wrong-type`, `not-positive`. */
function checkSpend(value: unknown, field: string, addProblem: AddProblem): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    addProblem(field, 'wrong-type', 'Enter a whole number of dollars, such as 120.');
    return 0;
  }
  if (value < 1) addProblem(field, 'not-positive', 'Enter $1 or more, or remove the row.');
  return value;
}

/** EY-4.2: the press release. Problems: `wrong-type`, `too-long`. */
function checkPress(value: unknown, addProblem: AddProblem): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') {
    addProblem('press', 'wrong-type', 'A press release must be one line of text.');
    return null;
  }
  const line = pressLine(value);
  const length = line === null ? 0 : codePoints(line);
  if (length > LIMITS.press) {
    const message = `The press release has ${grouped(length)} characters. Shorten it to ${LIMITS.press} or fewer.`;
    addProblem('press', 'too-long', message);
  }
  return line;
}

/** Codes and identifiers are read in either case. Only the letters A–Z count: other letters could fold into a code. */
function upperCased(text: string): string {
  return /^[A-Za-z]{1,3}$/.test(text) ? text.toUpperCase() : text;
}

/** The first 20 characters of what was typed. */
function shortened(text: string): string {
  const start = [...text.slice(0, 40)].slice(0, 20).join('');
  return start.length < text.length ? `${start}…` : text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an own key: nothing inherited may count as an order. */
function ownValue(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
