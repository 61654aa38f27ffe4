import { z } from 'zod';
import { codePoints } from '../rules/code-points.ts';
import { ok, type Result } from '../rules/result.ts';
import { hasLink, withSpacedInitials } from '../text/link-like.ts';
import { normalized } from '../text/normalized.ts';
import { hasInvisible } from '../text/printable.ts';
import { isServerName, SERVER_NAME_REFUSED } from '../text/server-name.ts';
import { isDeletedAddress } from './deleted-address.ts';
import { isPaperAddress } from './paper-address.ts';
import { isTimeZone } from './time-zone.ts';

/** The maximum length of a person's name in code points, which is how people count characters. */
export const MAX_NAME_LENGTH = 80;
/** The maximum length of a postal address in code points. */
const MAX_ADDRESS_LENGTH = 500;
/** A path has at most 256 octets, two of which are the angle brackets (RFC 5321, 4.5.3.1.3). */
const MAX_EMAIL_LENGTH = 254;
/** The hours before a due date at which a person can ask for a reminder. An account can also store 0 for never. */
export const REMIND_HOURS: readonly number[] = [12, 24, 48, 72, 168];

/** Control characters, lone surrogates, and marks that change the direction of text. */
const HIDDEN_CHARACTERS = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** The failure of a check: a stable code for programs and a message for people. */
function failure(code: string, message: string) {
  return { message, params: { code } };
}

/** A stored person's name, trimmed and in Unicode's composed form. */
const storedName = z
  .string()
  .transform((text) => normalized(text.trim(), 'NFC'))
  .refine((text) => text !== '', failure('name-missing', 'Enter a name.'))
  .refine(
    (text) => codePoints(text) <= MAX_NAME_LENGTH,
    failure('name-too-long', `Enter a name of at most ${MAX_NAME_LENGTH} characters.`),
  )
  .refine(
    (text) => !HIDDEN_CHARACTERS.test(text),
    failure('name-characters', 'Enter a name without control characters.'),
  );

/** A name that someone enters. It goes to strangers in invitations, so it may not contain a link, nor look like the server's. */
const name = z
  .string()
  .transform(withSpacedInitials)
  .pipe(storedName)
  .refine(
    (text) => !hasInvisible(text),
    failure('name-characters', 'Enter a name without invisible characters.'),
  )
  .refine(
    (text) => !hasLink(text),
    failure(
      'name-link',
      'Enter a name without a web or e-mail address. If the name contains a period, put a space after it.',
    ),
  )
  .refine((text) => !isServerName(text), failure('name-reserved', SERVER_NAME_REFUSED));

/** An e-mail address in lower case, so that one mailbox has one account. */
const email = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine(
    (text) => text.length <= MAX_EMAIL_LENGTH && z.email().safeParse(text).success && !isDeletedAddress(text),
    failure('email-invalid', 'Enter an e-mail address such as ann.baker@example.org.'),
  );

const timeZone = z
  .string()
  .refine(
    isTimeZone,
    failure('time-zone-unknown', 'Choose a time zone by its name, such as America/Chicago.'),
  );

/** A postal address of one or more lines. An empty one becomes null. */
const address = z
  .string()
  .nullable()
  .transform(
    (text) => (text === null ? null : normalized(text.replaceAll('\r\n', '\n').trim(), 'NFC')) || null,
  )
  .refine(
    (text) => text === null || codePoints(text) <= MAX_ADDRESS_LENGTH,
    failure('address-too-long', `Enter an address of at most ${MAX_ADDRESS_LENGTH} characters.`),
  )
  .refine(
    (text) => text === null || !HIDDEN_CHARACTERS.test(text.replaceAll('\n', '')),
    failure('address-characters', 'Enter an address without control characters.'),
  );

/** An e-mail address that someone types. Addresses of players without e-mail are made by the server alone. */
const typedEmail = email.refine(
  (text) => !isPaperAddress(text),
  failure('email-invalid', 'Enter an e-mail address such as ann.baker@example.org.'),
);

/** The name and e-mail address of a person. */
const personSchema = z.object({ name, email: typedEmail });
const storedPersonSchema = z.object({ name: storedName, email });

/** An e-mail address alone, as someone types it. */
export const emailSchema = z.object({ email: typedEmail });

/** What the owner of an account can change. */
export const accountDetailsSchema = z.object({
  name,
  timeZone,
  paper: z.enum(['letter', 'a4'], 'Choose Letter or A4.'),
  address,
  publishAddress: z.boolean(),
  /** One of `REMIND_HOURS`, or 0 for no reminders. */
  remindHours: z
    .int()
    .refine(
      (hours) => hours === 0 || REMIND_HOURS.includes(hours),
      failure('remind-unknown', 'Choose one of the listed times.'),
    )
    .optional(),
  // What the account wants to get by mail.
  mailPrintouts: z.boolean().optional(),
  mailReceipts: z.boolean().optional(),
  mailLetters: z.boolean().optional(),
  mailLastCalls: z.boolean().optional(),
  /** How notices that can wait are mailed, and at which hour of the day if once a day. */
  noticeMail: z.enum(['single', 'daily', 'none'], 'Choose one of the listed ways.').optional(),
  digestHour: z.int().min(0).max(23).optional(),
});

/** The same for someone who does not change their name, which may be older than the rules for new ones. */
export const otherDetailsSchema = accountDetailsSchema.extend({ name: storedName });

/** What the owner of an account can change. Fields that are left out keep their values. */
export type AccountDetails = z.input<typeof accountDetailsSchema>;

/** Validates input. The value of a successful result is the input in the form in which it is stored. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): Result<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return ok(parsed.data);
  const problems = parsed.error.issues.map((issue) => ({
    field: String(issue.path[0] ?? ''),
    code: issue.code === 'custom' ? String(issue.params?.code) : 'invalid',
    message: issue.message,
  }));
  return { ok: false, problems };
}

/** Validates and normalizes a name and an e-mail address. Problems: `name-…`, `email-invalid`. */
export function checkPerson(input: { name: string; email: string }): Result<{ name: string; email: string }> {
  return parseInput(personSchema, input);
}

/** Validates and normalizes a name. Problems, at `name`: `name-…`. */
export function checkName(name: string): Result<string> {
  const checked = parseInput(personSchema.pick({ name: true }), { name });
  return checked.ok ? ok(checked.value.name) : checked;
}

/** Like `checkPerson`, for a person who is stored somewhere: older names may contain what looks like a link or like the server. */
export function checkStoredPerson(input: {
  name: string;
  email: string;
}): Result<{ name: string; email: string }> {
  return parseInput(storedPersonSchema, input);
}
