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
  const isBlueCollar = player.character === 'blue-collar';
  const choices = AREA_CODES.map((area) => ({ area, listed: 0, score: scoreOf(draft, area, 0) }));
  const rows: PlanRow[] = [];
  while (rows.length < most) {
    let best: (typeof choices)[number] | null = null;
    for (const choice of choices) {
      if (choice.listed >= placesIn(choice.area, state.players.length, isBlueCollar)) continue;
      if (best === null || choice.score > best.score) best = choice;
    }
    if (best === null) break;
    rows.push(rowOf(draft, best.area));
    imagine(draft, best.area);
    best.listed += 1;
    // An imagined success changes the score of its own area only.
    best.score = scoreOf(draft, best.area, best.listed);
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
