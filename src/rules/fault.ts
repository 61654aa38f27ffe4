import type { z } from 'zod';
import type { SetupProblem } from './ruleset.ts';

/** A path as people write it: `players[1].party`. */
export function pathOf(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
}

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
