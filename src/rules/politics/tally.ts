import { rowSentences } from '../row-sentences.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Tally, Total } from '../sheet.ts';
import { CAPITAL, FEE, FLIGHT } from './data/amounts.ts';
import { sheet } from './form/index.ts';
import { findPlayer, type Player, type State } from './state.ts';

/** The running figures of a sheet that is being filled in, whatever it contains. Never throws. */
export function tally(state: State, seat: SeatIdentifier, raw: unknown): Tally {
  const player = findPlayer(state, seat);
  const form = sheet(state, seat);
  if (player === undefined || form === null) return { totals: [], notes: [] };
  const totals = state.phase === 'campaign' ? stopTotals(state, player, raw) : [];
  return { totals, notes: rowSentences(form, raw) };
}

/** What the stops can cost in cash, in $ millions. There is no limit: this turn's answers can bring more (PTG-4.9). */
function stopTotals({ settings, chips }: State, { id }: Player, raw: unknown): Total[] {
  const rows = listOf(ownValue(raw, 'stops')).slice(0, settings.stops);
  const value = rows.reduce<number>((sum, row) => {
    if (textOf(ownValue(row, 'move')) === 'FLY') return sum + FLIGHT;
    if (textOf(ownValue(row, 'question')) !== 'GOVERNMENT') return sum;
    const to = textOf(ownValue(row, 'to'));
    const holder = Object.hasOwn(chips, to) ? chips[to as keyof typeof chips] : null;
    if (holder === id || to === CAPITAL) return sum;
    return sum + FEE + (holder === null ? 0 : amountOf(ownValue(row, 'offerCash')));
  }, 0);
  return value === 0 ? [] : [{ label: 'Cash for the stops', value, limit: null, unit: 'dollars' }];
}

function ownValue(record: unknown, key: string): unknown {
  const has = typeof record === 'object' && record !== null && Object.hasOwn(record, key);
  return has ? (record as Record<string, unknown>)[key] : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A name in capital letters; '' for anything else. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 20).trim().toUpperCase() : '';
}

function amountOf(value: unknown): number {
  return Number.isInteger(value) && (value as number) > 0 ? Math.min(value as number, 9999) : 0;
}
