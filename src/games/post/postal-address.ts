import { fail, ok, type Result } from '../../rules/result.ts';

/** As many lines as the window of an envelope shows. */
export const MAX_ADDRESS_LINES = 5;
const MAX_LINE_LENGTH = 45;

/**
 * Reads a postal address as someone types it, one line below the other. Problems, at the field: `too-many-lines`,
 * `too-long`, `characters`.
 * @returns the lines joined with line breaks; null for a blank field
 */
export function readPostalAddress(field: string, text: string): Result<string | null> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return ok(null);
  if (lines.length > MAX_ADDRESS_LINES) {
    const message = `Write the address in ${MAX_ADDRESS_LINES} lines at most, so that all of it shows in the window of the envelope.`;
    return fail(field, 'too-many-lines', message);
  }
  if (lines.some((line) => line.length > MAX_LINE_LENGTH)) {
    const message = `Keep each line of the address to ${MAX_LINE_LENGTH} characters, so that it shows in the window of the envelope.`;
    return fail(field, 'too-long', message);
  }
  if (lines.some((line) => /\p{Cc}/u.test(line))) {
    return fail(field, 'characters', 'The address contains a character that cannot be printed.');
  }
  return ok(lines.join('\n'));
}
