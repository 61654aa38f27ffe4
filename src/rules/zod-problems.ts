import type { z } from 'zod';
import type { Problem } from './sheet.ts';

/** The path of a field as problems name it: `players[1].party`; '' for the value as a whole. */
export function fieldPath(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
}

/**
 * The problems that zod found, in its order, each with the path of its field.
 * @param options.under the name of the value that was parsed, if the problems are about one part of a form (`options`)
 * @param options.code one code for every problem; otherwise zod's own code with hyphens (`invalid-value`)
 */
export function zodProblems(
  error: z.ZodError,
  { under, code }: { under?: string; code?: string } = {},
): Problem[] {
  const base = under === undefined ? [] : [under];
  return error.issues.map((issue) => {
    const named = { code: code ?? issue.code.replaceAll('_', '-') };
    if (issue.code === 'unrecognized_keys') {
      const field = fieldPath([...base, ...issue.path, issue.keys[0] ?? '']);
      return { field, ...named, message: UNKNOWN_KEY };
    }
    const nested = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
    return { field: fieldPath([...base, ...issue.path]), ...named, message: nested ?? issue.message };
  });
}

const UNKNOWN_KEY = 'is not a known field; remove it';

/** Deeper than any setup is nested. The schemas refuse whatever lies deeper. */
const MAX_DEPTH = 8;

/**
 * The path of a key `__proto__` in parsed JSON, or null if there is none. zod's records drop such a key without
 * naming it, so the schemas cannot refuse it. Looks no deeper than setups are nested.
 */
export function findPrototypeKey(json: unknown): { field: string; message: string } | null {
  const open: { value: unknown; path: PropertyKey[] }[] = [{ value: json, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) {
      return { field: fieldPath([...path, '__proto__']), message: UNKNOWN_KEY };
    }
    if (path.length === MAX_DEPTH) continue;
    const isList = Array.isArray(value);
    for (const [key, entry] of Object.entries(value)) {
      open.push({ value: entry, path: [...path, isList ? Number(key) : key] });
    }
  }
  return null;
}
