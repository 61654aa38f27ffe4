import { grouped, withUnit } from '../../rules/numbers.ts';
import type { Total, Unit } from '../../rules/sheet.ts';

/** A running figure as the page shows it. */
export interface TotalView {
  label: string;
  /** `$120 of $512` */
  text: string;
  /** `$20 too much`; '' where the limit is kept. */
  over: string;
  /** How much of the limit is used, 0..100 percent; null where there is no limit. */
  percent: number | null;
}

/** What stands before and after the input of a number. */
export function unitSigns(unit: Unit): { before: string; after: string } {
  return unit === 'dollars' ? { before: '$', after: '' } : { before: '', after: unit };
}

/** A total in words and as a share of its limit. */
export function totalView(total: Total): TotalView {
  const { label, value, limit, unit } = total;
  if (limit === null) return { label, text: withUnit(value, unit), over: '', percent: null };
  const plain = unit === 'dollars' ? withUnit(value, unit) : grouped(value);
  const percent = limit <= 0 ? (value > 0 ? 100 : 0) : Math.round((100 * value) / limit);
  return {
    label,
    text: `${plain} of ${withUnit(limit, unit)}`,
    over: value > limit ? `${withUnit(value - limit, unit)} too ${unit === 'dollars' ? 'much' : 'many'}` : '',
    percent: Math.min(100, Math.max(0, percent)),
  };
}
