import { isStateCode } from '../../country.ts';
import { AREA_CODES, type AreaCode, boardState, LIMITS, placesIn, type StateClass } from '../data.ts';
import type { PlanRow } from '../orders.ts';
import { type Draft, imagine, isOwn, scoreOf } from './scores.ts';

/** EB-13.3: when a state of a class is resolved, and the most tokens after a miss. */
const WHEN: Readonly<Record<StateClass, number>> = { red: 4, blue: 6, white: 7 };
const AFTER: Readonly<Record<StateClass, number>> = { red: 1, blue: 2, white: 4 };

/** From this many town hall tokens on, one is redeemed before the roll in a white state. */
const RICH = 3;

/**
 * EB-13.2, EB-13.3: the plan, found row by row: the area with the highest score, ties in code order, among those that are
 * listed fewer times than they have places.
 * @param most how many rows
 */
export function draftPlan(draft: Draft, most: number = LIMITS.plan): PlanRow[] {
  const { state, player } = draft;
  const listed = new Map<AreaCode, number>();
  const rows: PlanRow[] = [];
  while (rows.length < most) {
    let best: { area: AreaCode; score: number } | null = null;
    for (const area of AREA_CODES) {
      const count = listed.get(area) ?? 0;
      if (count >= placesIn(area, state.players.length, player.character === 'blue-collar')) continue;
      const score = scoreOf(draft, area, count);
      if (best === null || score > best.score) best = { area, score };
    }
    if (best === null) break;
    rows.push(rowOf(draft, best.area));
    listed.set(best.area, (listed.get(best.area) ?? 0) + 1);
    imagine(draft, best.area);
  }
  return rows;
}

/** EB-13.3: the columns of a row. */
function rowOf(draft: Draft, area: AreaCode): PlanRow {
  const rest = { replace: null, hold: false };
  if (!isStateCode(area)) {
    return { area, when: area === 'TOWN' ? 1 : 3, before: null, after: null, ...rest };
  }
  const kind = boardState(area).class;
  const { town } = draft.player;
  const redeems = kind === 'white' && town >= (draft.left <= 0 ? 1 : RICH);
  const when = isOwn(draft, area) ? 2 : WHEN[kind];
  return { area, when, before: redeems ? 1 : null, after: AFTER[kind], ...rest };
}
