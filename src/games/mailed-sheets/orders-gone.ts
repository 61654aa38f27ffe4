import { isDeepStrictEqual } from 'node:util';
import { describeOrders } from '../../rules/describe-orders.ts';
import type { SheetForm } from '../../rules/sheet.ts';

/**
 * What a mailed sheet lacks of the version that it replaces as a whole, in words: fields that are blank now, and lists that are shorter.
 * Someone who corrects one line above a quoted sheet may not know that the other orders are gone. Empty if nothing is.
 * @param before.raw the raw orders of the version that counted until now
 * @param raw the raw orders of the new one
 */
export function ordersGone(
  form: SheetForm,
  before: { version: number; raw: unknown },
  raw: Record<string, unknown>,
): string[] {
  const [old, now, blank] = [before.raw, raw, {}].map((orders) => describeOrders(form, orders));
  return (old ?? []).flatMap(({ label, lines }, i) => {
    const [kept = [], none = []] = [now?.[i]?.lines, blank?.[i]?.lines];
    const isBlank = isDeepStrictEqual(kept, none);
    if (isDeepStrictEqual(lines, none) || (!isBlank && kept.length >= lines.length)) return [];
    const gone = lines.filter((line) => !kept.includes(line)).join('; ');
    return gone === ''
      ? []
      : [`No longer on your sheet, which replaces all of version ${before.version}: ${label}: ${gone}`];
  });
}
