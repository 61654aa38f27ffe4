import type { Checked, SeatIdentifier } from '../../ruleset.ts';
import { advise } from '../advice.ts';
import { ADS, type AdId, ONES, PARTS, type Part, type PrimaryCode, RESTS, type TopField } from '../data.ts';
import { type Orders, openParts } from '../orders.ts';
import { findPlayer, type State } from '../state.ts';
import * as problem from './problems.ts';
import { checkRanking, checkReroll, checkSecond, checkShop, checkVotes, isBlankSecond } from './rows.ts';
import { type CheckedSheet, filled, isRecord, readChoice, readList } from './values.ts';

/**
 * Section 5: checks raw orders of any content for the open turn. Null and undefined are an empty sheet. Never throws.
 * Problems: the codes of PS-5.3, and `not-owed` for a seat that is not in the game, or if the game is over.
 */
export function check(state: State, seat: SeatIdentifier, raw: unknown): Checked<Orders> {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return { ok: false, problems: [problem.notOwed()] };
  const value = raw ?? {};
  if (!isRecord(value)) return { ok: false, problems: [problem.wrongType('', 'an object')] };
  const sheet: CheckedSheet = { state, player, problems: [] };
  const orders = readOrders(sheet, value);
  if (sheet.problems.length > 0) return { ok: false, problems: sheet.problems };
  return { ok: true, orders, advice: advise(state, player, orders) };
}

/** Reads every field in the order of PS-5.1. */
function readOrders(sheet: CheckedSheet, raw: Record<string, unknown>): Orders {
  const topValue = (field: TopField) => readTop(sheet, raw, field);
  const reroll = checkReroll(sheet, readList(sheet, 'reroll', topValue('reroll')));
  const second = checkSecond(sheet, readSecond(sheet, topValue('second')));
  const ones = readChoice(sheet, 'ones', topValue('ones'), ONES);
  const shop = checkShop(sheet, readList(sheet, 'shop', topValue('shop')));
  const rankings = {} as Record<AdId, PrimaryCode[]>;
  for (const ad of ADS) rankings[ad] = checkRanking(sheet, ad, readList(sheet, ad, topValue(ad)));
  const votes = checkVotes(sheet, readList(sheet, 'votes', topValue('votes')));
  const rest = readChoice(sheet, 'rest', topValue('rest'), RESTS);
  return { reroll, second, ones, shop, ...rankings, votes, rest };
}

/** The value of a field; undefined if it is blank or belongs on the other sheet. Problem: `wrong-phase`. */
function readTop(sheet: CheckedSheet, raw: Record<string, unknown>, field: TopField): unknown {
  const value = filled(raw, field);
  const part: Part = (PARTS.roll as readonly string[]).includes(field) ? 'roll' : 'spend';
  const open = openParts(sheet.state);
  if (value === undefined || open.includes(part)) return value;
  sheet.problems.push(problem.wrongPhase(field, part, open[0] as Part));
  return undefined;
}

/** The entries of `second`. Problems: `wrong-type`, `no-organizer`, `too-many`. */
function readSecond(sheet: CheckedSheet, value: unknown): unknown[] {
  const hasOrganizer = sheet.player.items.includes('organizer');
  if (!hasOrganizer && Array.isArray(value) && value.some((entry) => !isBlankSecond(entry))) {
    sheet.problems.push(problem.noOrganizer());
    return [];
  }
  return readList(sheet, 'second', value);
}
