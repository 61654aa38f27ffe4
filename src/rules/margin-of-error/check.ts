import { ok, type Result } from '../result.ts';
import type { Checked, SeatIdentifier } from '../ruleset.ts';
import { adviseLastMinute, adviseWeek } from './advice.ts';
import { battlegroundOf, checkLastMinuteRules, checkWeekRules } from './check-rules.ts';
import {
  type ShapedAction,
  type ShapedLastMinute,
  type ShapedWeek,
  shapeLastMinute,
  shapeWeek,
} from './check-shape.ts';
import type { Battleground, CapitalId, RegionId } from './data.ts';
import { type Action, emptyWeek, type LastMinuteOrders, type Orders, type WeekOrders } from './orders.ts';
import { noSheetDue } from './problems.ts';
import { owingPlayers, type Player, type State } from './state.ts';

/**
 * MOE-5: checks raw orders of any content. Null is no sheet and has no problem. Never throws.
 * Problems: the codes of MOE-5.2 and MOE-5.5.
 */
export function check(state: State, seat: SeatIdentifier, raw: unknown): Checked<Orders> {
  if (raw === null || raw === undefined) {
    return { ok: true, orders: state.phase === 'week' ? emptyWeek() : { stops: [] }, advice: [] };
  }
  const player = owingPlayers(state).find(({ id }) => id === seat);
  if (player === undefined) return { ok: false, problems: [noSheetDue()] };
  if (state.phase === 'last-minute') {
    const checked = checkLastMinute(player, raw);
    if (!checked.ok) return checked;
    return { ok: true, orders: checked.value, advice: adviseLastMinute(checked.value, player) };
  }
  const checked = checkWeek(player, raw);
  if (!checked.ok) return checked;
  const isAlone = state.players.length === 1;
  return { ok: true, orders: checked.value, advice: adviseWeek(checked.value, player, isAlone) };
}

/** Both stages for a weekly sheet (MOE-5.2, 5.3). */
export function checkWeek(player: Player, raw: unknown): Result<WeekOrders> {
  const { value, problems } = shapeWeek(raw);
  if (problems.length === 0) problems.push(...checkWeekRules(value, player));
  return problems.length > 0 ? { ok: false, problems } : ok(weekOrders(value));
}

/** Both stages for a last-minute sheet (MOE-5.2, 5.4). */
export function checkLastMinute(player: Player, raw: unknown): Result<LastMinuteOrders> {
  const { value, problems } = shapeLastMinute(raw);
  if (problems.length === 0) problems.push(...checkLastMinuteRules(value, player));
  return problems.length > 0 ? { ok: false, problems } : ok(lastMinuteOrders(value));
}

/** The orders of a sheet without problems. */
function weekOrders(sheet: ShapedWeek): WeekOrders {
  return {
    actions: sheet.actions.map(actionOf),
    capital: sheet.capital as CapitalId | null,
    endorse: sheet.endorse.map((text) => battlegroundOf(text) as Battleground),
    coverWith: sheet.coverWith as CapitalId[],
  };
}

/** The action of a row without problems: the columns it needs are filled in and legal. */
function actionOf(row: ShapedAction): Action {
  const days = row.days as number;
  const state = battlegroundOf(row.state) as Battleground;
  const type = row.do as Action['do'];
  if (type === 'campaign') return { do: type, state, days, cover: row.cover };
  if (type === 'vp') return { do: type, state };
  if (type === 'advertise') return { do: type, region: row.region as RegionId, days, cover: row.cover };
  return { do: type, days };
}

/** The orders of a sheet without problems. */
function lastMinuteOrders({ stops }: ShapedLastMinute): LastMinuteOrders {
  return {
    stops: stops.map((stop) => ({
      state: battlegroundOf(stop.state) as Battleground,
      tokens: stop.tokens as number,
    })),
  };
}
