import { convert, type HtmlToTextOptions } from 'html-to-text';
import PostalMime, { addressParser, type Email } from 'postal-mime';

/** A person's mail to the games, taken apart. */
export interface InboundMail {
  /** The one address in From, in lower case. The token in the recipient's address is the secret; this is a fence. */
  from: string;
  /** The sender's addresses, as far as we know them: they are to be hidden wherever the mail's words are passed on. */
  ownAddresses: readonly string[];
  /** What it says, quotations and all, as plain text. */
  text: string;
  /** Its Message-ID; null without one. */
  messageId: string | null;
}

/** What a mail is found to be. `why` and `words` are for a log and for the sender. */
export type InboundMailResult =
  | { kind: 'mail'; mail: InboundMail }
  /** A program wrote it: nobody waits for an answer, and none must go out (RFC 3834, 2). */
  | { kind: 'machine'; why: string }
  | { kind: 'refused'; words: string };

/** Limits within which a mail is taken apart quickly; a letter has a few thousand characters. */
const MAX_TEXT = 100_000;
const MAX_HTML = 200_000;

/**
 * What takes long to sort where there is a great deal of it: lines with which parts of a mail begin, and lines. The
 * largest mail with nothing but pictures has fourteen thousand.
 */
const COSTLY = [
  { mark: Buffer.from('\n--'), max: 1_000 },
  { mark: Buffer.from('\n'), max: 30_000 },
] as const;
/** The same for HTML; a long mail of a word processor has some thousand. */
const MAX_TAGS = 15_000;

/** Characters of an address (RFC 5321, 4.5.3.1: 64 before the @, 255 behind it). */
const MAX_ADDRESS = 320;

const PARSING = {
  maxNestingDepth: 20,
  maxHeadersSize: 64 * 1024,
  // A mail that is attached is no part of what was written.
  forceRfc822Attachments: true,
} as const;

const HTML: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: MAX_HTML, maxDepth: 60 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/**
 * Takes a mail apart.
 * @param envelopeFrom the address in MAIL FROM; '' for a report that a mail could not be delivered
 */
export async function parseInboundMail(raw: Buffer, envelopeFrom: string): Promise<InboundMailResult> {
  const costly = COSTLY.some(({ mark, max }) => isMoreThan(max, mark, raw));
  const email = costly ? null : await PostalMime.parse(raw, PARSING).catch(() => null);
  if (email === null)
    return { kind: 'refused', words: 'Your mail is built in a way that cannot be read here.' };
  const why = machineMade(email, envelopeFrom);
  if (why !== null) return { kind: 'machine', why };
  const from = oneSender(email);
  if (from === null) return { kind: 'refused', words: 'Your mail must name exactly one sender in From.' };
  const text = textOf(email);
  if (text === null) {
    return { kind: 'refused', words: 'Your mail is too long. Send plain text, without the mails before it.' };
  }
  const ownAddresses = [from, envelopeFrom.slice(0, MAX_ADDRESS).toLowerCase()];
  // The database takes no NUL, and no Message-ID has one.
  const messageId = email.messageId?.replaceAll('\0', '') ?? null;
  return { kind: 'mail', mail: { from, ownAddresses, text, messageId } };
}

/** Does the mark stand there more often than this? */
function isMoreThan<T extends { indexOf(mark: M, from: number): number }, M>(
  max: number,
  mark: M,
  text: T,
): boolean {
  let found = 0;
  for (let at = text.indexOf(mark, 0); at !== -1 && found <= max; at = text.indexOf(mark, at + 1)) found += 1;
  return found > max;
}

/**
 * By what a mail shows that a program wrote it (RFC 3834, 2 and 5, and what was usual before it); null where a
 * person seems to have done so.
 */
function machineMade(email: Email, envelopeFrom: string): string | null {
  if (envelopeFrom === '') return 'no return path';
  const headerOf = (name: string) =>
    email.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? null;
  const submitted = headerOf('auto-submitted')?.split(';')[0]?.trim();
  if (submitted !== undefined && submitted !== 'no') return 'Auto-Submitted';
  if (/^(?:bulk|list|junk|auto_reply)\b/.test(headerOf('precedence') ?? '')) return 'Precedence';
  if (/^multipart\/report\b/.test(headerOf('content-type') ?? '')) return 'a report';
  if (headerOf('return-path') === '<>') return 'no return path';
  return ['list-id', 'x-autoreply', 'x-autorespond'].find((name) => headerOf(name) !== null) ?? null;
}

/** The address in From, if there is one From and one address in it. */
function oneSender(email: Email): string | null {
  const headers = email.headers.filter(({ key }) => key === 'from');
  const addresses = headers.flatMap(({ value }) => addressParser(value, { flatten: true }));
  const address = addresses[0]?.address ?? '';
  const isOne = headers.length === 1 && addresses.length === 1;
  return isOne && address.includes('@') && address.length <= MAX_ADDRESS ? address.toLowerCase() : null;
}

/** The plain text, else the HTML as text; null when it is too long to be looked at. */
function textOf(email: Email): string | null {
  const { text = '', html = '' } = email;
  if (text.trim() !== '') return text.length <= MAX_TEXT ? text : null;
  if (html.length > MAX_HTML || isMoreThan(MAX_TAGS, '<', html)) return null;
  const converted = convert(html, HTML);
  return converted.length <= MAX_TEXT ? converted : null;
}
