import { z } from 'zod';
import { ok, type Result } from '../rules/result.ts';
import { isTimeZone } from './time-zone.ts';

/** The longest name of a person, in characters as people count them (code points). */
export const MAX_NAME = 80;
/** The longest postal address, likewise. */
const MAX_ADDRESS = 500;
/** RFC 5321, 4.5.3.1.3: a path has at most 256 octets, two of them the angle brackets. */
const MAX_EMAIL = 254;
/** The hours before a due date at which a person may wish to be reminded; 0, for never, besides. */
export const REMIND_HOURS: readonly number[] = [12, 24, 48, 72, 168];

/** Control characters, lone surrogates, and marks that turn the direction of the text after them. */
const hidden = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** A check whose failure has a stable code for programs and a message for people. */
function rule(code: string, message: string) {
  return { message, params: { code } };
}

/** A person's name: trimmed, in Unicode's composed form. */
const name = z
  .string()
  .transform((text) => text.trim().normalize('NFC'))
  .refine((text) => text !== '', rule('name-missing', 'Give a name.'))
  .refine(
    (text) => codePoints(text) <= MAX_NAME,
    rule('name-too-long', `A name may have at most ${MAX_NAME} characters.`),
  )
  .refine(
    (text) => !hidden.test(text),
    rule('name-characters', 'A name may hold letters, spaces and marks, but no control characters.'),
  );

/** An address as it is kept: lower case, so that one mailbox is one account. */
const email = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine(
    (text) => text.length <= MAX_EMAIL && z.email().safeParse(text).success,
    rule('email-invalid', 'Give an e-mail address such as ann.baker@example.org.'),
  );

const timeZone = z
  .string()
  .refine(isTimeZone, rule('time-zone-unknown', 'Choose a time zone by its name, such as America/Chicago.'));

/** A postal address of several lines; null or nothing for none. */
const address = z
  .string()
  .nullable()
  .transform((text) => text?.replaceAll('\r\n', '\n').trim().normalize('NFC') || null)
  .refine(
    (text) => text === null || codePoints(text) <= MAX_ADDRESS,
    rule('address-too-long', `An address may have at most ${MAX_ADDRESS} characters.`),
  )
  .refine(
    (text) => text === null || !hidden.test(text.replaceAll('\n', '')),
    rule('address-characters', 'An address may hold lines of text, but no control characters.'),
  );

/** Who a person is. */
export const personSchema = z.object({ name, email });

/** An e-mail address by itself. */
export const emailSchema = z.object({ email });

/** All that an account's owner may change. */
export const detailsSchema = z.object({
  name,
  email,
  timeZone,
  paper: z.enum(['letter', 'a4'], rule('paper-unknown', 'Choose Letter or A4.').message),
  address,
  publishAddress: z.boolean(),
  remindHours: z
    .int()
    .refine(
      (hours) => hours === 0 || REMIND_HOURS.includes(hours),
      rule('remind-unknown', 'Choose one of the times.'),
    )
    .optional(),
  mailPrintouts: z.boolean().optional(),
  mailReceipts: z.boolean().optional(),
  mailLetters: z.boolean().optional(),
});

/** Checks what somebody typed; a good result holds it as it is to be kept. */
export function check<T>(schema: z.ZodType<T>, input: unknown): Result<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return ok(parsed.data);
  const problems = parsed.error.issues.map((issue) => ({
    field: String(issue.path[0] ?? ''),
    code: issue.code === 'custom' ? String(issue.params?.code) : 'invalid',
    message: issue.message,
  }));
  return { ok: false, problems };
}

/** Checks and normalises a name and an e-mail address. Problems: `name-…`, `email-invalid`. */
export function checkPerson(input: { name: string; email: string }): Result<{ name: string; email: string }> {
  return check(personSchema, input);
}

function codePoints(text: string): number {
  return [...text].length;
}
