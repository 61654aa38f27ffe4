/**
 * A value as it would be read back from storage, without anything that JSON cannot hold. Values that are stored and
 * later compared or reported are converted first, so that a replay from the database works on identical values.
 */
export function toJsonValue<T>(value: T): T {
  return JSON.parse(JSON.stringify(value ?? null)) as T;
}

/** JSON with the keys of every object sorted by code unit, so that equal values give equal bytes. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((entry) => canonicalJson(entry ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const record = value as Record<string, unknown>;
  const members = Object.keys(record)
    .filter((key) => record[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key])}`);
  return `{${members.join(',')}}`;
}

/**
 * The first difference between two JSON values, in words: `state.players[1].cash is 512, replay gives 511`. Null if they
 * are equal; the order of keys does not matter.
 * @param path the name of the value: `state`
 */
export function firstDifference(stored: unknown, replayed: unknown, path: string): string | null {
  if (Array.isArray(stored) && Array.isArray(replayed)) {
    const length = Math.max(stored.length, replayed.length);
    for (let i = 0; i < length; i += 1) {
      const found = firstDifference(stored[i], replayed[i], `${path}[${i}]`);
      if (found) return found;
    }
    return null;
  }
  if (isRecord(stored) && isRecord(replayed)) {
    for (const key of new Set([...Object.keys(replayed), ...Object.keys(stored)])) {
      const found = firstDifference(own(stored, key), own(replayed, key), `${path}${member(key)}`);
      if (found) return found;
    }
    return null;
  }
  return Object.is(stored, replayed)
    ? null
    : `${path} is ${inWords(stored)}, replay gives ${inWords(replayed)}`;
}

function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function member(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function inWords(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
