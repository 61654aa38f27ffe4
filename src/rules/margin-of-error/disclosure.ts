import type { SeatIdentifier } from '../ruleset.ts';
import { check } from './check.ts';
import type { Action, Orders, WeekOrders } from './orders.ts';
import type { LogEvent, State } from './state.ts';

/** Stands for a refused sheet: itself no sheet, it is refused again wherever the turn is played again. */
const REFUSED = 'refused';

/**
 * MOE-8.2: a sheet after its turn, with what the log shows and no more. Covers that were not spent, and the
 * wish to cover a roll that was no gaffe, are left out; so is all that a refused sheet held.
 */
export function disclose(
  before: State,
  sheets: Readonly<Record<SeatIdentifier, unknown>>,
  after: State,
): Record<SeatIdentifier, unknown> {
  return Object.fromEntries(
    Object.entries(sheets).map(([seat, raw]) => [seat, disclosed(before, seat, raw, after.log)]),
  );
}

function disclosed(before: State, seat: SeatIdentifier, raw: unknown, log: readonly LogEvent[]): unknown {
  if (raw === null || raw === undefined) return null;
  const checked = check(before, seat, raw);
  if (!checked.ok) return REFUSED;
  return 'actions' in checked.orders ? weekAsPlayed(checked.orders, seat, log) : checked.orders;
}

function weekAsPlayed(orders: WeekOrders, seat: SeatIdentifier, log: readonly LogEvent[]): Orders {
  const covered = log.filter(
    (event) => (event.kind === 'campaign' || event.kind === 'advertise') && event.seat === seat,
  ) as Extract<LogEvent, { spent: unknown }>[];
  const spent = new Set(covered.flatMap((event) => event.spent));
  return {
    ...orders,
    actions: orders.actions.map((action) => asPlayed(action, covered)),
    coverWith: orders.coverWith.filter((capital) => spent.has(capital)),
  };
}

function asPlayed(action: Action, covered: readonly Extract<LogEvent, { spent: unknown }>[]): Action {
  if (action.do !== 'campaign' && action.do !== 'advertise') return action;
  const cover = covered.some(
    (event) =>
      event.spent.length > 0 &&
      (event.kind === 'campaign'
        ? action.do === 'campaign' && event.state === action.state
        : action.do === 'advertise' && event.region === action.region),
  );
  return { ...action, cover };
}
