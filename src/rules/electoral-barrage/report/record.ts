import { isStateCode } from '../../country.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import { neededIn } from '../data.ts';
import type { LastTurn, Resolution, State } from '../state.ts';

/** What a player's staffers have done, in one round or in several. */
export interface PlayerRecord {
  rolls: number;
  successes: number;
  /** How many of the rolls would succeed on average without any bonus, in sixths. Attempts without a roll are left out. */
  expectedSixths: number;
  /** Successes of those rolls. */
  rolledSuccesses: number;
  /** Stars taken: free ones, and from rivals; and tokens lost to rivals. */
  freeStars: number;
  taken: number;
  lost: number;
  /** New staffers and tokens from the special areas. */
  recruits: number;
  collected: number;
  /** Town hall tokens spent on rolls. */
  spent: number;
  /** Staffers of rivals sent home by attack ads and defenders, and own staffers sent home. */
  sentHome: number;
  losses: number;
}

/** The record of a player over the turns that led to these states. */
export function recordOf(states: readonly State[], seat: SeatIdentifier): PlayerRecord {
  const record: PlayerRecord = {
    ...{ rolls: 0, successes: 0, expectedSixths: 0, rolledSuccesses: 0, freeStars: 0, taken: 0, lost: 0 },
    ...{ recruits: 0, collected: 0, spent: 0, sentHome: 0, losses: 0 },
  };
  for (const { last } of states) if (last !== null) addTurn(record, last, seat);
  return record;
}

function addTurn(record: PlayerRecord, last: LastTurn, seat: SeatIdentifier): void {
  for (const { player, victim } of last.ads) {
    if (player === seat) record.sentHome += 1;
    if (victim === seat) record.losses += 1;
  }
  for (const one of last.resolutions) {
    if (one.replaced === seat) record.lost += 1;
    if (one.removed === seat) record.losses += 1;
    if (one.player === seat) addRoll(record, one);
  }
}

function addRoll(record: PlayerRecord, one: Resolution): void {
  record.rolls += 1;
  record.spent += one.before + one.after;
  if (one.total !== null) {
    record.expectedSixths += 7 - neededIn(one.area);
    if (one.won) record.rolledSuccesses += 1;
  }
  if (!one.won) return;
  record.successes += 1;
  if (one.removed !== null) record.sentHome += 1;
  if (isStateCode(one.area)) {
    if (one.replaced !== null) record.taken += 1;
    else if (!one.defence) record.freeStars += 1;
  } else if (one.area === 'RECRUIT') record.recruits += 1;
  else record.collected += 1;
}

/** A number of sixths with one decimal: 10 is `1.7`. */
export function sixthsInWords(sixths: number): string {
  const tenths = Math.floor((20 * sixths + 6) / 12);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}
