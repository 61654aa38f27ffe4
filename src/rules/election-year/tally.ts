import { isStateCode, type StateCode, stateOf } from '../country.ts';
import { dollars, grouped } from '../numbers.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Note, Tally } from '../sheet.ts';
import { popularityGained } from './campaigning.ts';
import { findPlayer, type State } from './state.ts';

/** The running figures of a sheet that is being filled in, whatever it contains. Never throws. */
export function tally(state: State, seat: SeatIdentifier, raw: unknown): Tally {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return { totals: [], notes: [] };
  const trips = listOf(ownValue(raw, 'fundraising')).map(codeOf);
  const rows = listOf(ownValue(raw, 'campaign')).map((row) => ({
    state: codeOf(ownValue(row, 'state')),
    spend: amountOf(ownValue(row, 'spend')),
  }));
  const spent = rows.reduce((sum, { spend }) => sum + spend, 0);
  return {
    totals: [{ label: 'Campaign money', value: spent, limit: player.cash, unit: 'dollars' }],
    notes: [...tripNotes(trips), ...campaignNotes(rows, trips, player.ability)],
  };
}

function tripNotes(trips: readonly (StateCode | null)[]): Note[] {
  return trips.flatMap((code, i) => {
    if (code === null) return [];
    const text = `${dollars(stateOf(code).donation)}, shared by all visitors`;
    return [{ field: `fundraising[${i}]`, text }];
  });
}

function campaignNotes(
  rows: readonly { state: StateCode | null; spend: number }[],
  trips: readonly (StateCode | null)[],
  ability: number,
): Note[] {
  const visited = trips.filter((trip) => trip !== null);
  return rows.flatMap(({ state, spend }, i) => {
    if (state === null || spend === 0) return [];
    const gained = grouped(popularityGained({ state, spend }, ability, visited));
    const factor = visited.includes(state) ? ` × ${ability}` : '';
    const text = `${dollars(spend)}${factor} = ${gained} popularity in ${stateOf(state).name}`;
    return [{ field: `campaign[${i}]`, text }];
  });
}

function ownValue(record: unknown, key: string): unknown {
  const has = typeof record === 'object' && record !== null && Object.hasOwn(record, key);
  return has ? (record as Record<string, unknown>)[key] : undefined;
}

/** The first 100 entries of a list. No sheet has that many; more could make the tally slow. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, 100) : [];
}

function codeOf(value: unknown): StateCode | null {
  const code = typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : '';
  return isStateCode(code) ? code : null;
}

/** Whole dollars, 1 or more; 0 for anything else. */
function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
