import type { SeatIdentifier } from '../ruleset.ts';
import { check } from './check.ts';
import type { Action, Orders, WeekOrders } from './orders.ts';
import type { AdvertiseEvent, CampaignEvent, LogEvent, RawSheets, State } from './state.ts';

/** Stands for a refused sheet. It is not a sheet either, so it is refused again when the turn is replayed. */
const REFUSED = 'refused';

/** A stop or ad in the log. */
type CoverableEvent = CampaignEvent | AdvertiseEvent;

/**
 * MOE-8.2: the sheets of a processed turn with what the log shows and no more. Covers that were not spent are left out, and
 * so is everything in a refused sheet.
 */
export function disclose(before: State, sheets: RawSheets, after: State): Record<SeatIdentifier, unknown> {
  return Object.fromEntries(
    Object.entries(sheets).map(([seat, raw]) => [seat, discloseSheet(before, seat, raw, after.log)]),
  );
}

function discloseSheet(before: State, seat: SeatIdentifier, raw: unknown, log: readonly LogEvent[]): unknown {
  if (raw === null || raw === undefined) return null;
  const checked = check(before, seat, raw);
  if (!checked.ok) return REFUSED;
  return 'actions' in checked.orders ? discloseWeek(checked.orders, seat, log) : checked.orders;
}

function discloseWeek(orders: WeekOrders, seat: SeatIdentifier, log: readonly LogEvent[]): Orders {
  const events = log.filter(
    (event): event is CoverableEvent =>
      (event.kind === 'campaign' || event.kind === 'advertise') && event.seat === seat,
  );
  const spent = new Set(events.flatMap((event) => event.spent));
  return {
    ...orders,
    actions: orders.actions.map((action) => discloseAction(action, events)),
    coverWith: orders.coverWith.filter((capital) => spent.has(capital)),
  };
}

/** The row as it was played: `cover` only if capital was spent on it. */
function discloseAction(action: Action, events: readonly CoverableEvent[]): Action {
  if (action.do !== 'campaign' && action.do !== 'advertise') return action;
  const cover = events.some((event) => event.spent.length > 0 && isEventOf(event, action));
  return { ...action, cover };
}

function isEventOf(event: CoverableEvent, action: Action): boolean {
  if (event.kind === 'campaign') return action.do === 'campaign' && event.state === action.state;
  return action.do === 'advertise' && event.region === action.region;
}
