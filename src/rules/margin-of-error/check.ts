import type { Checked, SeatIdentifier } from '../ruleset.ts';
import type { Problem, Tally } from '../sheet.ts';
import { adviseLastMinute, adviseWeek, priceOf } from './advice.ts';
import { battlegroundOf, checkLastMinute, checkWeek, daysUsed, tokensPlaced, validCount } from './checks.ts';
import { type Battleground, type CapitalId, DAYS, MOST_ENDORSED_VOTES, type RegionId } from './data.ts';
import { noSheetDue } from './messages.ts';
import { type Action, emptyWeek, type LastMinuteOrders, type Orders, type WeekOrders } from './orders.ts';
import { votesOf } from './polls.ts';
import {
  type ShapedAction,
  type ShapedLastMinute,
  type ShapedWeek,
  shapeLastMinute,
  shapeWeek,
} from './shape.ts';
import { owingPlayers, type Player, playerOf, type State } from './state.ts';

/** MOE-5: judges a raw sheet. A sheet of null is no sheet and has no problem. */
export function check(state: State, seat: SeatIdentifier, raw: unknown): Checked<Orders> {
  const player = owingPlayers(state).find((owing) => owing.id === seat);
  if (raw === null || raw === undefined) {
    return { ok: true, orders: state.phase === 'week' ? emptyWeek() : { stops: [] }, advice: [] };
  }
  if (player === undefined) return { ok: false, problems: [noSheetDue()] };
  if (state.phase === 'last-minute') return checkLast(player, raw);
  const judged = judgeWeek(player, raw);
  if (!judged.ok) return judged;
  const { orders } = judged;
  return { ok: true, orders, advice: adviseWeek(orders, player, state.players.length === 1) };
}

type Judged<T> = { ok: true; orders: T } | { ok: false; problems: Problem[] };

/** Both stages for a weekly sheet. */
export function judgeWeek(player: Player, raw: unknown): Judged<WeekOrders> {
  const { value, problems } = shapeWeek(raw);
  if (problems.length === 0) problems.push(...checkWeek(value, player));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, orders: weekOrders(value) };
}

/** Both stages for a last-minute sheet. */
export function judgeLastMinute(player: Player, raw: unknown): Judged<LastMinuteOrders> {
  const { value, problems } = shapeLastMinute(raw);
  if (problems.length === 0) problems.push(...checkLastMinute(value, player));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, orders: lastMinuteOrders(value) };
}

function checkLast(player: Player, raw: unknown): Checked<Orders> {
  const judged = judgeLastMinute(player, raw);
  if (!judged.ok) return judged;
  return { ok: true, orders: judged.orders, advice: adviseLastMinute(judged.orders, player) };
}

function weekOrders(sheet: ShapedWeek): WeekOrders {
  return {
    actions: sheet.actions.map(actionOf),
    capital: sheet.capital as CapitalId | null,
    endorse: sheet.endorse.map((text) => battlegroundOf(text) as Battleground),
    coverWith: sheet.coverWith as CapitalId[],
  };
}

/** A row that both stages let through: its columns are filled in and legal. */
function actionOf(row: ShapedAction): Action {
  const days = row.days as number;
  const state = battlegroundOf(row.state) as Battleground;
  const deed = row.do as Action['do'];
  if (deed === 'campaign') return { do: deed, state, days, cover: row.cover };
  if (deed === 'vp') return { do: deed, state };
  if (deed === 'advertise') return { do: deed, region: row.region as RegionId, days, cover: row.cover };
  return { do: deed, days };
}

function lastMinuteOrders({ stops }: ShapedLastMinute): LastMinuteOrders {
  return {
    stops: stops.map((stop) => ({
      state: battlegroundOf(stop.state) as Battleground,
      tokens: stop.tokens as number,
    })),
  };
}

/** MOE-9.1.8: running figures of a sheet being filled in. What cannot be understood counts for nothing. */
export function tally(state: State, seat: SeatIdentifier, raw: unknown): Tally {
  const player = playerOf(state, seat);
  if (player === undefined || state.phase === 'over') return { totals: [], notes: [] };
  if (state.phase === 'last-minute') {
    const value = tokensPlaced(shapeLastMinute(raw).value);
    const limit = player.tokens.length;
    return { totals: [{ label: 'Tokens placed', value, limit, unit: 'tokens' }], notes: [] };
  }
  const sheet = shapeWeek(raw).value;
  const cost = sheet.actions.reduce(
    (sum, row) => sum + validCount(row.days) * priceOf(row.do, sheet.capital),
    0,
  );
  const totals: Tally['totals'] = [
    { label: 'Days used', value: daysUsed(sheet.actions), limit: DAYS, unit: 'days' },
    { label: `Cost of the plan ($${player.cash} in hand)`, value: cost, limit: null, unit: 'dollars' },
  ];
  if (sheet.capital === 'endorsements') {
    const named = sheet.endorse.map(battlegroundOf).filter((code) => code !== null);
    const value = votesOf([...new Set(named)]);
    totals.push({ label: 'Electoral votes endorsed', value, limit: MOST_ENDORSED_VOTES, unit: 'votes' });
  }
  return { totals, notes: [] };
}
