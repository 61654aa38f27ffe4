import { grouped, withUnit } from '../../rules/numbers.ts';
import type { Total } from '../../rules/sheet.ts';

/** A running total of a sheet as the page shows it. */
export interface TotalView {
  label: string;
  /** `$120 of $512` */
  text: string;
  /** `$20 too much`; '' if the limit is not exceeded. */
  over: string;
  /** How much of the limit is used, 0..100 percent; null if there is no limit. */
  percent: number | null;
}

/** Words a total and computes its share of the limit. */
export function totalView(total: Total): TotalView {
  const { label, value, limit, unit } = total;
  if (limit === null) return { label, text: withUnit(value, unit), over: '', percent: null };
  const amount = unit === 'dollars' ? withUnit(value, unit) : grouped(value);
  const percent = limit <= 0 ? (value > 0 ? 100 : 0) : Math.round((100 * value) / limit);
  return {
    label,
    text: `${amount} of ${withUnit(limit, unit)}`,
    over: value > limit ? `${withUnit(value - limit, unit)} too ${unit === 'dollars' ? 'much' : 'many'}` : '',
    percent: Math.min(100, Math.max(0, percent)),
  };
}
