import { fail, ok, type Result } from '../../rules/result.ts';

/** A sheet is one page: nothing honest comes near these limits (characters of JSON; levels of nesting). */
const MAX_CHARACTERS = 32_768;
const MAX_LEVELS = 12;

/**
 * Raw orders from outside as they can be stored: plain JSON without NUL and without lone surrogates, which
 * PostgreSQL could not keep or a mail could not show. Refused with the code `too-large` if they are too much
 * for one sheet or no JSON at all.
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

function tooLarge(): { ok: false; problems: ReturnType<typeof fail>['problems'] } {
  return fail(
    '',
    'too-large',
    `This is more than a sheet can hold; at most ${MAX_CHARACTERS} characters in ${MAX_LEVELS} levels are read.`,
  );
}

/** Is it nested in more than so many levels? Looks no deeper than that. */
export function tooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((entry) => tooDeep(entry, levels - 1));
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [cleanText(key), cleaned(entry)]));
}

function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
