/** A whole number from 0 to 2³² − 1 that follows from a text (FNV-1a, mixed so that similar texts differ). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mixed(hash);
}

/** Another number of the same kind from two of them. */
export function combine(a: number, b: number): number {
  return mixed(Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ b);
}

/** A whole number from `low` to `high` that follows from a hash. */
export function pick(hash: number, low: number, high: number): number {
  return low + (hash % (high - low + 1));
}

function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
