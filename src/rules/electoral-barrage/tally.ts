import { isStateCode, type StateCode } from '../country.ts';
import { counted } from '../numbers.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Note, Tally } from '../sheet.ts';
import {
  type AreaCode,
  areaName,
  boardState,
  isAreaCode,
  LIMITS,
  neededIn,
  placesIn,
  RANGES,
  votesOf,
} from './data.ts';
import { characterOf, settledCharacter, upperCased } from './orders.ts';
import { findPlayer, ownsAll, type Player, type State } from './state.ts';

/** A row of a plan that is being filled in, as far as it can be understood. */
interface DraftRow {
  area: AreaCode | null;
  before: number;
}

/** The running figures of a round's sheet that is being filled in, whatever it contains. Never throws. */
export function tally(state: State, seat: SeatIdentifier, raw: unknown): Tally {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase !== 'round') return { totals: [], notes: [] };
  const rows = listOf(ownValue(raw, 'plan')).map(
    (row): DraftRow => ({ area: areaOf(ownValue(row, 'area')), before: beforeOf(ownValue(row, 'before')) }),
  );
  const planned = rows.reduce((sum, { area, before }) => sum + (isState(area) ? before : 0), 0);
  const label = 'Town hall tokens before the roll';
  return {
    totals:
      planned === 0 && player.town === 0
        ? []
        : [{ label, value: planned, limit: player.town, unit: 'tokens' }],
    notes: notesOn(state, player, rows, raw),
  };
}

/** Beside each row: its chance, or that the area has no place left for the player. */
function notesOn(state: State, player: Player, rows: readonly DraftRow[], raw: unknown): Note[] {
  const chosen = ownValue(raw, 'character');
  const character = settledCharacter(player, typeof chosen === 'string' ? characterOf(chosen) : null);
  const listed = new Map<AreaCode, number>();
  return rows.flatMap(({ area, before }, i) => {
    if (area === null) return [];
    const count = (listed.get(area) ?? 0) + 1;
    listed.set(area, count);
    const places = placesIn(area, state.players.length, character === 'blue-collar');
    const full = `${areaName(area)} has only ${counted(places, 'place')} for you`;
    const text = count > places ? full : chanceIn(state, { ...player, character }, area, before);
    return [{ field: `plan[${i}]`, text }];
  });
}

/** What a success in each special area brings, for the remark beside a row. */
const BRINGS = {
  RECRUIT: 'one more staffer',
  TOWN: 'a town hall token',
  ADS: 'an attack-ads token',
  BALLOT: 'an absentee ballot',
} as const;

/** `Florida: 29 votes, 5 or more on the die (33%)`, `Town hall meeting: 4 or more on the die (50%), for a town hall token`. */
function chanceIn(state: State, player: Player, area: AreaCode, before: number): string {
  if (isState(area) && player.character === 'movie-star' && boardState(area).class === 'red') {
    return `${areaName(area)}: ${counted(votesOf(area), 'vote')}, won without a roll`;
  }
  const isDefence = isState(area) && ownsAll(state.tokens, area, player.id);
  const bonus = (isState(area) ? 2 * Math.min(before, player.town) : 0) + (isDefence ? 1 : 0);
  const least = Math.max(1, neededIn(area) - bonus);
  const percent = Math.round(((7 - least) * 100) / 6);
  const votes = isState(area) ? `${counted(votesOf(area), 'vote')}, ` : '';
  const purpose = isState(area) ? (isDefence ? ', to defend' : '') : `, for ${BRINGS[area]}`;
  return `${areaName(area)}: ${votes}${least} or more on the die (${percent}%)${purpose}`;
}

function isState(area: AreaCode | null): area is StateCode {
  return area !== null && isStateCode(area);
}

function ownValue(record: unknown, key: string): unknown {
  const has = typeof record === 'object' && record !== null && Object.hasOwn(record, key);
  return has ? (record as Record<string, unknown>)[key] : undefined;
}

/** The entries that fit on a sheet. More could make the tally slow. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, LIMITS.plan) : [];
}

function areaOf(value: unknown): AreaCode | null {
  const code = typeof value === 'string' ? upperCased(value.slice(0, 10)) : '';
  return isAreaCode(code) ? code : null;
}

function beforeOf(value: unknown): number {
  const [least, most] = RANGES.before;
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : 0;
}
