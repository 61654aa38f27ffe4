import { storableText } from '../../database/stored-json.ts';
import { grouped } from '../../rules/numbers.ts';
import { fail, ok, type Result } from '../../rules/result.ts';

/** Limits for a sheet, which is one page: characters of JSON, levels of nesting. No real sheet comes near them. */
export const MAX_CHARACTERS = 32_768;
export const MAX_LEVELS = 12;

/**
 * Raw orders from outside as they can be stored: plain JSON without NUL characters, which PostgreSQL rejects, and
 * without lone surrogates, which mail cannot show. Problem: `too-large`, also for what is not JSON.
 */
export function wellFormed(raw: unknown): Result<unknown> {
  if (tooDeep(raw, MAX_LEVELS)) return tooLarge();
  let text: string | undefined;
  try {
    text = JSON.stringify(raw ?? null);
  } catch {
    return tooLarge();
  }
  if (text === undefined) return ok(null);
  if (text.length > MAX_CHARACTERS) return tooLarge();
  return ok(cleaned(JSON.parse(text)));
}

function tooLarge(): Result<never> {
  const message = `This is too much for a sheet. A sheet may have at most ${grouped(MAX_CHARACTERS)} characters in ${MAX_LEVELS} levels.`;
  return fail('', 'too-large', message);
}

/** Whether a value is nested in more than `levels` levels. Looks no deeper than that. */
export function tooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((entry) => tooDeep(entry, levels - 1));
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [storableText(key), cleaned(entry)]));
}
