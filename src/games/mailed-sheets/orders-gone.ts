import { isDeepStrictEqual } from 'node:util';
import { describeOrders } from '../../rules/describe-orders.ts';
import { type Field, fieldsOf, type SheetForm } from '../../rules/sheet.ts';

/**
 * What a mailed sheet lacks of the version that it replaces as a whole, in words: fields that are blank now, lists that are shorter, and
 * places of a list that are empty. Someone who corrects one line above a quoted sheet may not know that the other orders are gone. Empty
 * if nothing is.
 * @param before.raw the raw orders of the version that counted until now
 * @param raw the raw orders of the new one
 */
export function ordersGone(
  form: SheetForm,
  before: { version: number; raw: unknown },
  raw: Record<string, unknown>,
): string[] {
  const [old, now, blank] = [before.raw, raw, {}].map((orders) => describeOrders(form, orders));
  return fieldsOf(form).flatMap((field, i) => {
    const [{ label = '', lines = [] } = {}, kept = [], none = []] = [
      old?.[i],
      now?.[i]?.lines,
      blank?.[i]?.lines,
    ];
    if (isDeepStrictEqual(lines, none)) return [];
    const isGone = hasPlaces(field)
      ? emptyPlaces(before.raw, raw, field.name)
      : missingIn(kept, { isBlank: isDeepStrictEqual(kept, none), length: lines.length });
    const gone = lines.filter(isGone).join('; ');
    return gone === ''
      ? []
      : [`No longer on your sheet, which replaces all of version ${before.version}: ${label}: ${gone}`];
  });
}

/** Whether the place of an entry in its list says what it is about. */
function hasPlaces(field: Field): boolean {
  return field.kind === 'texts' || (field.kind === 'rows' && field.positional === true);
}

/** Which entries of a list with places were filled in and are not anymore. */
function emptyPlaces(before: unknown, raw: unknown, name: string): (line: string, place: number) => boolean {
  const [old, now] = [before, raw].map((orders) => listIn(orders, name));
  return (_line, place) => old?.[place] != null && now?.[place] == null;
}

function listIn(orders: unknown, name: string): unknown[] {
  const value =
    typeof orders === 'object' && orders !== null ? (orders as Record<string, unknown>)[name] : null;
  return Array.isArray(value) ? value : [];
}

/** Which lines are not among those that are kept. Those of a list that is as long as before were changed, and are not gone. */
function missingIn(
  kept: readonly string[],
  { isBlank, length }: { isBlank: boolean; length: number },
): (line: string) => boolean {
  return (line) => (isBlank || kept.length < length) && !kept.includes(line);
}
