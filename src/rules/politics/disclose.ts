import type { SeatIdentifier } from '../ruleset.ts';
import { check } from './check/index.ts';
import type { Orders } from './orders.ts';
import type { RawSheets, State } from './state.ts';

/** Stands for a refused sheet. It is not a sheet either, so it is refused again when the turn is replayed. */
const REFUSED = 'refused';

/**
 * PTG-8.6: the sheets of a processed turn, without help that was not bought and advice that was not sold: those stay secret
 * forever. Rows that did not work change nothing, so the turn plays the same without them. Refused sheets are left out.
 */
export function disclose(before: State, sheets: RawSheets, after: State): Record<SeatIdentifier, unknown> {
  return Object.fromEntries(
    Object.entries(sheets).map(([seat, raw]) => {
      if (raw === null || raw === undefined) return [seat, null];
      const checked = check(before, seat, raw);
      return [seat, checked.ok ? withoutIdleTrade(checked.orders, seat, after) : REFUSED];
    }),
  );
}

/** Keeps the rows of `help` and `advice` that led to a sale (PTG-6.14, step 3). */
function withoutIdleTrade(orders: Orders, seat: SeatIdentifier, { log }: State): Orders {
  const sales = log.filter((entry) => entry.type === 'help');
  const isBought = ({ question, from }: { question: string; from: SeatIdentifier }) =>
    sales.some((sale) => sale.by === seat && sale.question === question && sale.from === from);
  const isSold = ({ question }: { question: string }) =>
    sales.some((sale) => sale.from === seat && sale.question === question);
  return { ...orders, help: orders.help.filter(isBought), advice: orders.advice.filter(isSold) };
}
