import { convert, type HtmlToTextOptions } from 'html-to-text';
import { addressParser } from 'postal-mime';
import { storableText } from '../../database/stored-json.ts';
import { hasLongAddressHeaders } from './address-headers.ts';
import { hasManyUnits } from './base64-units.ts';
import { type ParsedMail, parseMail, type TextPart } from './mail-parser.ts';
import { receivedDates } from './sent-at.ts';
import { isDamaged, repairedText, withWindows1252 } from './wrong-charset.ts';

/** A person's mail to the games, parsed. */
export interface InboundMail {
  /**
   * The only address in From, in lower case. It can be forged: the secret is the token in the recipient's address.
   */
  from: string;
  /** The sender's known addresses, which must be hidden wherever the text is passed on. */
  ownAddresses: readonly string[];
  /** The subject; empty if there is none. */
  subject: string;
  /** The whole text as plain text, with quotations. */
  text: string;
  /** The attached files that say that they are PDFs, the first ones. Nothing of them is checked. */
  pdfs: readonly Uint8Array[];
  /** The names of other attached files, the first ones: none is read. Small pictures within HTML, signatures and cards are not among them. */
  otherFiles: readonly string[];
  /** The Message-ID, or null if there is none. */
  messageId: string | null;
  /** The sign by which the mail shows that a mailing list passed it on; null if there is none. */
  list: string | null;
  /** The dates of the first mail servers on its way: see `receivedDates`. */
  received: readonly Date[];
}

/** What kind of mail it is. `reason` is for the log, `message` for the sender. */
export type InboundMailResult =
  | { kind: 'mail'; mail: InboundMail }
  /** A program wrote it: no one waits for an answer, and none must be sent (RFC 3834, 2). */
  | { kind: 'automatic'; reason: string }
  | { kind: 'refused'; message: string };

/** Lengths up to which a mail is parsed quickly. A letter has a few thousand characters. */
const MAX_TEXT_LENGTH = 100_000;
const MAX_HTML_LENGTH = 200_000;

/** The maximum number of lines that begin like the boundary of a part, which take long to parse in large numbers. */
const MAX_BOUNDARIES = 1_000;
/**
 * Each line takes its time, however short it is. A text may have this many lines; a mail of pictures has many more, but
 * none of them is short: the largest one has fourteen thousand lines of 76 characters.
 */
const MAX_SHORT_LINES = 2_000;
const BYTES_PER_MORE_LINE = 60;
/** The maximum number of HTML tags. A long mail from a word processor has a few thousand. */
const MAX_TAGS = 15_000;

/** The maximum length of an address: 64 characters before the @, 255 after it (RFC 5321, 4.5.3.1). */
const MAX_ADDRESS_LENGTH = 320;

/** More of a subject is not read: a command has a few letters. */
const MAX_SUBJECT_LENGTH = 200;

const PARSING = {
  maxNestingDepth: 20,
  maxHeadersSize: 64 * 1024,
  // An attached mail is not part of what the sender wrote.
  forceRfc822Attachments: true,
} as const;

const HIDDEN = ['display:none', 'display: none'].flatMap((style) =>
  ['div', 'span'].map((tag) => `${tag}[style*="${style}"]`),
);

const HTML: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: MAX_HTML_LENGTH, maxDepth: 60 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    // What no one sees, such as the line that mail programs show beside the subject.
    ...HIDDEN.map((selector) => ({ selector, format: 'skip' })),
    // Some mail programs show the headers of a quoted mail as a table. Each row is a line, so that they are recognized.
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/**
 * Parses a mail.
 * @param envelopeFrom the address in MAIL FROM; empty for a bounce message
 */
export async function parseInboundMail(raw: Buffer, envelopeFrom: string): Promise<InboundMailResult> {
  if (hasLongAddressHeaders(raw)) return tooManyAddresses();
  if (occursMoreThan(MAX_BOUNDARIES, '\n--', raw)) return unreadable();
  if (hasTooManyLines(raw)) return tooLong();
  if (hasManyUnits(raw)) return unreadable();
  const email = await parseMail(raw, PARSING);
  if (email === null) return unreadable();
  const reason = programReason(email, envelopeFrom);
  if (reason !== null) return { kind: 'automatic', reason };
  const from = onlySender(email);
  if (from === null) return refused('Your e-mail must have exactly one address in its From line.');
  const read = textOf(email);
  const written = read === null ? null : await inRightCharset(read, raw);
  if (written === null) return tooLong();
  // PostgreSQL cannot store NUL. A space takes its place, so that the characters around it are not joined to an order.
  const text = storableText(written.replaceAll('\0', ' '));
  const ownAddresses = [from, envelopeFrom.slice(0, MAX_ADDRESS_LENGTH).toLowerCase()];
  // PostgreSQL cannot store NUL, and no valid Message-ID contains it.
  const messageId = email.messageId?.replaceAll('\0', '') ?? null;
  const subject = storableText((email.subject ?? '').slice(0, MAX_SUBJECT_LENGTH).replaceAll('\0', ' '));
  const files = { pdfs: pdfsOf(email), otherFiles: otherFilesOf(email) };
  const rest = { messageId, list: listReason(email), received: receivedDates(email) };
  return { kind: 'mail', mail: { from, ownAddresses, subject, text, ...files, ...rest } };
}

/** The refusal of a mail that cannot be parsed, or not with what parsing one may take. */
export function unreadable(): InboundMailResult {
  return refused('Your e-mail could not be read. Send it again as plain text.');
}

function tooManyAddresses(): InboundMailResult {
  return refused(
    'Your e-mail has too many addresses in its headers, or one that is too long. Send it to fewer people.',
  );
}

function tooLong(): InboundMailResult {
  return refused('Your e-mail is too long. Send plain text, without the earlier messages below it.');
}

function refused(message: string): InboundMailResult {
  return { kind: 'refused', message };
}

/** The most attached PDFs that are passed on: more than are read, so that the sender is told. */
const MAX_PDFS = 4;

function pdfsOf({ attachments }: ParsedMail): Uint8Array[] {
  return attachments
    .filter(isPdf)
    .slice(0, MAX_PDFS)
    .map(({ content }) => (typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)));
}

type Attachment = ParsedMail['attachments'][number];

function isPdf({ mimeType, filename }: Attachment): boolean {
  return mimeType === 'application/pdf' || /\.pdf$/i.test(filename ?? '');
}

/** What mail programs attach by themselves: signatures, keys, cards of the sender, and answers to invitations. */
const BY_PROGRAMS =
  /^(?:application\/(?:x-)?pkcs7-signature|application\/pgp-(?:signature|keys)|text\/(?:x-)?vcard|text\/calendar|application\/ics)$/i;

/** The most bytes of a logo, and of what Outlook attaches as winmail.dat if that has no file in it. A photo of a sheet has more. */
const MAX_BY_PROGRAM = 60_000;

/** The most other files that are named, and the most characters of a name. */
const MAX_OTHER_FILES = 10;
const MAX_FILE_NAME = 80;

function otherFilesOf({ attachments, parts }: ParsedMail): string[] {
  const html = parts.map((part) => part.html ?? '').join('');
  return attachments
    .filter((file) => !isPdf(file) && !isByProgram(file, html))
    .slice(0, MAX_OTHER_FILES)
    .map(({ filename, mimeType }) => {
      const name = (filename || mimeType).replace(/[\s\p{C}]+/gu, ' ').trim();
      return storableText(name.slice(0, MAX_FILE_NAME).toWellFormed());
    });
}

/** Whether a mail program probably attached a file by itself. */
function isByProgram(file: Attachment, html: string): boolean {
  if (BY_PROGRAMS.test(file.mimeType)) return true;
  const id = file.contentId?.replace(/[<>]/g, '') ?? '';
  const isInHtml = file.related === true || (id !== '' && html.includes(`cid:${id}`));
  const isPacked = /^application\/(?:vnd\.)?ms-tnef$/i.test(file.mimeType);
  return (isInHtml || isPacked) && sizeOf(file) <= MAX_BY_PROGRAM;
}

function sizeOf({ content }: Attachment): number {
  return typeof content === 'string' ? content.length : content.byteLength;
}

/** Whether the mail would keep the process from its other work for too long. */
function hasTooManyLines(raw: Buffer): boolean {
  return occursMoreThan(MAX_SHORT_LINES + raw.length / BYTES_PER_MORE_LINE, '\n', raw);
}

/** Whether the mark occurs in the text more than `max` times. */
function occursMoreThan(max: number, mark: string, text: string | Buffer): boolean {
  let found = 0;
  for (let at = text.indexOf(mark, 0); at !== -1 && found <= max; at = text.indexOf(mark, at + 1)) found += 1;
  return found > max;
}

/** The sign by which a mail shows that no one waits for an answer (RFC 3834, 2); null if a person seems to have written it. */
export function automaticReason(email: Pick<ParsedMail, 'headers'>, envelopeFrom: string): string | null {
  return programReason(email, envelopeFrom) ?? listReason(email);
}

/** The sign by which a mail shows that a program wrote it (RFC 3834, 2 and 5, and older conventions); null if there is none. */
function programReason(email: Pick<ParsedMail, 'headers'>, envelopeFrom: string): string | null {
  if (envelopeFrom === '') return 'no return path';
  const submitted = headerOf(email, 'auto-submitted')?.replace(COMMENT, '').split(';')[0]?.trim();
  if (submitted !== undefined && submitted !== 'no') return 'Auto-Submitted';
  const precedence = headerOf(email, 'precedence') ?? '';
  // Some mailing lists say that all of their mail is bulk.
  const isOfList = precedence.startsWith('bulk') && listReason(email) !== null;
  if (/^(?:bulk|junk|auto_reply)\b/.test(precedence) && !isOfList) return 'Precedence';
  if (/^multipart\/report\b/.test(headerOf(email, 'content-type') ?? '')) return 'multipart/report';
  if (headerOf(email, 'return-path') === '<>') return 'no return path';
  const saysNo = (value: string) => ['no', 'false'].includes(value);
  return ['x-autoreply', 'x-autorespond'].find((name) => !saysNo(headerOf(email, name) ?? 'no')) ?? null;
}

/** A comment in a header (RFC 5322, 3.2.2), without others in it. */
const COMMENT = /\([^()]*\)/g;

/** Headers that mailing lists write (RFC 2369, and an older one). Mail that is no list's may have them, too, unless it says that it is bulk. */
const HEADERS_OF_BULK = ['list-post', 'mailing-list'];

/** The sign by which a mail shows that a mailing list passed it on; null if there is none. A person may have written it. */
function listReason(email: Pick<ParsedMail, 'headers'>): string | null {
  const precedence = headerOf(email, 'precedence') ?? '';
  if (/^list\b/.test(precedence)) return 'Precedence';
  if (headerOf(email, 'list-id') !== null) return 'list-id';
  if (!precedence.startsWith('bulk')) return null;
  return HEADERS_OF_BULK.find((name) => headerOf(email, name) !== null) ?? null;
}

function headerOf({ headers }: Pick<ParsedMail, 'headers'>, name: string): string | null {
  return (
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? null
  );
}

/** The address in From, if there is exactly one From with exactly one address. */
function onlySender(email: ParsedMail): string | null {
  const headers = email.headers.filter(({ key }) => key === 'from');
  const addresses = headers.flatMap(({ value }) => addressParser(value, { flatten: true }));
  const address = addresses[0]?.address ?? '';
  const isOne = headers.length === 1 && addresses.length === 1;
  return isOne && address.includes('@') && address.length <= MAX_ADDRESS_LENGTH
    ? address.toLowerCase()
    : null;
}

/** The text in the character set in which its sender wrote it, whatever the mail says; null if it is too long. */
async function inRightCharset(text: string, raw: Buffer): Promise<string | null> {
  if (!isDamaged(text)) return repairedText(text);
  const email = await parseMail(withWindows1252(raw), PARSING);
  const again = email === null ? text : textOf(email);
  // With NUL it is UTF-16, and the first reading had nearly all of it.
  return again?.includes('\0') === true ? text : again && repairedText(again);
}

/** Returns the plain text, where there is none the HTML as text, or null if it is too long to parse. */
function textOf({ parts }: ParsedMail): string | null {
  const html = parts.filter((part) => !hasPlainText(part)).map((part) => part.html ?? '');
  const all = html.join('');
  if (all.length > MAX_HTML_LENGTH || occursMoreThan(MAX_TAGS, '<', all)) return null;
  const texts = parts.map((part) => (hasPlainText(part) ? (part.plain ?? '') : textOfHtml(part.html ?? '')));
  const text = texts.join('\n');
  return text.length <= MAX_TEXT_LENGTH ? text : null;
}

/** The mark above a signature, with its space, which the converter drops at the end of a line. */
const SIGNATURE_MARK = />--(?: |&nbsp;|\u00a0)(?=\s*<(?:br|\/))/gi;

/** The words of HTML; none if it has a list that the converter cannot number. */
function textOfHtml(html: string): string {
  try {
    return convert(html.replace(SIGNATURE_MARK, '>--&nbsp;'), HTML);
  } catch {
    return '';
  }
}

function hasPlainText({ plain = '' }: TextPart): boolean {
  return plain.trim() !== '';
}
