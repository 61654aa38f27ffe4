import type { z } from 'zod';
import type { SetupProblem } from './ruleset.ts';

/** A path as people write it: `players[1].party`. */
export function pathOf(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
}

/** More levels than any setup has: what lies deeper is no setup, and the schema says so. */
const DEEPEST = 8;

/** The first fault that a schema found in something from outside, with its path and what would be right. */
export function faultOf(error: z.ZodError): SetupProblem {
  const issue = error.issues[0];
  if (issue === undefined) return { field: '', message: 'must be something else' };
  if (issue.code === 'unrecognized_keys') {
    return { field: pathOf([...issue.path, issue.keys[0] ?? '']), message: 'is not known here; remove it' };
  }
  const message = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return { field: pathOf(issue.path), message };
}

/**
 * A key `__proto__` in a setup out of JSON, as deep as setups go: zod's records leave it out without a word,
 * and no key of ours has this name.
 */
export function faultOfPrototypeKey(json: unknown): SetupProblem | null {
  const open: { value: unknown; path: PropertyKey[] }[] = [{ value: json, path: [] }];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    const { value, path } = here;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) {
      return { field: pathOf([...path, '__proto__']), message: 'is not known here; remove it' };
    }
    if (path.length === DEEPEST) continue;
    const list = Array.isArray(value);
    for (const [key, entry] of Object.entries(value)) {
      open.push({ value: entry, path: [...path, list ? Number(key) : key] });
    }
  }
  return null;
}
