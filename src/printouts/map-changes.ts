import { STATE_CODES, type StateCode } from '../rules/country.ts';
import type { ElectoralMap, MapMark } from '../rules/report.ts';
import { printable } from '../text/printable.ts';
import { partyOf } from './party-letter.ts';

/** A state whose mark on one map differs from that on an earlier map. */
export interface MapChange {
  code: StateCode;
  before: MapMark | null;
  after: MapMark | null;
}

/** The states that are marked otherwise on the later map, in the order of their codes. */
export function mapChanges(before: ElectoralMap['states'], after: ElectoralMap['states']): MapChange[] {
  return STATE_CODES.flatMap((code) => {
    const change = { code, before: before[code] ?? null, after: after[code] ?? null };
    return looksEqual(change.before, change.after) ? [] : [change];
  });
}

/** What can be seen of two marks; their words may say more. */
function looksEqual(one: MapMark | null, other: MapMark | null): boolean {
  return (
    one?.tone === other?.tone &&
    one?.strength === other?.strength &&
    one?.dot === other?.dot &&
    one?.label === other?.label
  );
}

/** A change in a few words: `OH (CD, was D)`, `OH (CD, was AB)`, `OH (CD, was weaker)`. */
export function changeInWords({ code, before, after }: MapChange): string {
  const words = [...(after?.label === undefined ? [] : [printable(after.label)]), ...formerly(before, after)];
  return words.length === 0 ? code : `${code} (${words.join(', ')})`;
}

function formerly(before: MapMark | null, after: MapMark | null): string[] {
  if (before === null) return [];
  const [earlier, party] = [partyOf(before.tone), partyOf(after?.tone ?? null)];
  if (earlier !== party) return [`was ${earlier ?? 'even'}`];
  if (before.label !== undefined && before.label !== after?.label) return [`was ${printable(before.label)}`];
  if (after === null || before.strength === after.strength) return [];
  return [before.strength > after.strength ? 'was stronger' : 'was weaker'];
}
