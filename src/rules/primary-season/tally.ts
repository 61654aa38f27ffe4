import { rowSentences } from '../row-sentences.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Note, Tally, Total } from '../sheet.ts';
import { ALL_MONEY, isItemId, isPrimaryCode, itemOf, LIMITS } from './data.ts';
import { sheet } from './form.ts';
import { lowerCased, openParts, upperCased } from './orders.ts';
import { toNextDie } from './play/votes.ts';
import { findPlayer, leftIn, nextPrize, type Player, type State } from './state.ts';

/** The running figures of a sheet that is being filled in, whatever it contains. Never throws. */
export function tally(state: State, seat: SeatIdentifier, raw: unknown): Tally {
  const player = findPlayer(state, seat);
  const form = sheet(state, seat);
  if (player === undefined || form === null) return { totals: [], notes: [] };
  const sentences = rowSentences(form, raw);
  if (!openParts(state).includes('spend')) return { totals: [], notes: sentences };
  const shop = listOf(ownValue(raw, 'shop'), LIMITS.shop).map((row) => textOf(ownValue(row, 'item')));
  const votes = listOf(ownValue(raw, 'votes'), LIMITS.votes).map((row) => textOf(ownValue(row, 'where')));
  return {
    totals: shopTotals(shop),
    notes: [
      ...sentences,
      ...votes.flatMap((where, i) => noteOn(state, player, upperCased(where), `votes[${i}]`)),
    ],
  };
}

/** What the shopping list costs, each item once. */
function shopTotals(rows: readonly string[]): Total[] {
  const items = [...new Set(rows.map(lowerCased))].filter(isItemId);
  const value = items.reduce((sum, id) => sum + itemOf(id).price, 0);
  return value === 0 ? [] : [{ label: 'Shopping list', value, limit: ALL_MONEY, unit: 'dollars' }];
}

/** Beside a row of votes: what is left there, and the next prize. */
function noteOn({ places }: State, player: Player, where: string, field: string): Note[] {
  if (where === 'STAFF') return [{ field, text: `${toNextDie(player.staff)} to the next die` }];
  if (!isPrimaryCode(where)) return [];
  return [{ field, text: `${leftIn(player, where)} left, next prize ${nextPrize(places, where)}` }];
}

function ownValue(record: unknown, key: string): unknown {
  const has = typeof record === 'object' && record !== null && Object.hasOwn(record, key);
  return has ? (record as Record<string, unknown>)[key] : undefined;
}

/** The entries that fit on a sheet. More could make the tally slow. */
function listOf(value: unknown, most: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 20) : '';
}
