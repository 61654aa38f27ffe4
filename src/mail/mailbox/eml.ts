import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

/** What a list of mails shows of one. Addresses as people write them: `Ann Baker <ann@example.org>`. */
export interface MailSummary {
  id: string;
  from: string;
  to: string;
  /**
   * The bare addresses that the mail is for, in lower case: ask these, never `to`, who may see it, for a
   * name in `to` can look like an address.
   */
  recipients: string[];
  subject: string;
  /** The date in the mail; where it has none, when it came. */
  date: Date;
  /** Of the whole mail. */
  bytes: number;
  /** A private letter of one player to another: for its reader alone (RFC 4021, `Sensitivity`). */
  isPrivate: boolean;
}

/** A mail in the mailbox, taken apart. */
export interface StoredMail extends MailSummary {
  text: string | null;
  /** As it came from whoever sent it: show it only where nothing in it can do harm. */
  html: string | null;
  messageId: string | null;
  /** All headers in order, names in lower case. */
  headers: { name: string; value: string }[];
  attachments: StoredAttachment[];
}

export interface StoredAttachment {
  /** The name it came with, without folders; fit for a header only when quoted. */
  filename: string;
  mimeType: string;
  content: Buffer;
}

/** Time of arrival, a number for mails of one millisecond, and chance: sorts by arrival and is never guessed. */
const MAIL_ID = /^\d{8}T\d{9}Z-\d{4}-[0-9a-f]{16}$/;

/** Is this an id that a mail here can have? */
export function isMailId(id: string): boolean {
  return MAIL_ID.test(id);
}

const BLANK_LINE = Buffer.from('\r\n\r\n');

let lastStamp = '';
let withinStamp = 0;

/** A new id for a mail that comes now. */
export function nameMail(now: Date): string {
  const stamp = now.toISOString().replace(/[-:.]/g, '');
  withinStamp = stamp === lastStamp ? withinStamp + 1 : 0;
  lastStamp = stamp;
  return `${stamp}-${String(withinStamp % 10_000).padStart(4, '0')}-${randomBytes(8).toString('hex')}`;
}

/** The ids of all mails in a folder, newest first. */
export async function listIds(dir: string): Promise<string[]> {
  return (await readdir(dir))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => name.slice(0, -'.eml'.length))
    .filter(isMailId)
    .sort()
    .reverse();
}

/** A mail taken apart; what cannot be read in it is left empty. */
export async function parseMail(id: string, raw: Buffer): Promise<StoredMail> {
  const mail = await PostalMime.parse(raw).catch(unreadable);
  return {
    id,
    from: addressText(mail.from),
    to: (mail.to ?? []).map(addressText).join(', '),
    recipients: (mail.to ?? []).flatMap(bareAddresses),
    subject: mail.subject ?? '',
    date: dateOf(mail.date) ?? arrivalOf(id),
    bytes: raw.length,
    isPrivate: mail.headers.some(({ key, value }) => key === 'sensitivity' && /^\s*private\s*$/i.test(value)),
    text: mail.text ?? null,
    html: mail.html ?? null,
    messageId: mail.messageId ?? null,
    headers: mail.headers.map((header) => ({ name: header.key, value: header.value })),
    attachments: mail.attachments.map(storedAttachment),
  };
}

/** A mail beyond the reader's limits must not hide the others: it is listed, and can be had as it came */
function unreadable(error: unknown): Email {
  const text = `This mail cannot be shown: ${error instanceof Error ? error.message : String(error)}.`;
  return { headers: [], headerLines: [], attachments: [], subject: '(unreadable)', text };
}

/**
 * Only what a list shows, from the beginning of a mail.
 * @param bytes the size of the whole
 */
export async function parseSummary(id: string, beginning: Buffer, bytes: number): Promise<MailSummary> {
  const end = beginning.indexOf('\r\n\r\n');
  const headers = end === -1 ? beginning : beginning.subarray(0, end);
  const mail = await parseMail(id, Buffer.concat([headers, BLANK_LINE]));
  const { from, to, recipients, subject, date, isPrivate } = mail;
  return { id, from, to, recipients, subject, date, bytes, isPrivate };
}

function addressText(address: Address | undefined): string {
  if (address === undefined) return '';
  if (address.group !== undefined) return address.group.map(addressText).join(', ');
  return address.name === '' ? address.address : `${address.name} <${address.address}>`;
}

function bareAddresses(address: Address): string[] {
  if (address.group !== undefined) return address.group.flatMap(bareAddresses);
  return address.address === '' ? [] : [address.address.toLowerCase()];
}

function dateOf(text: string | undefined): Date | null {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** When a mail came, from its id. */
function arrivalOf(id: string): Date {
  const digits = id.replace(/\D/g, '');
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)];
  const [hour, minute, second] = [digits.slice(8, 10), digits.slice(10, 12), digits.slice(12, 14)];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${digits.slice(14, 17)}Z`);
}

function storedAttachment(attachment: Attachment, index: number): StoredAttachment {
  const { content, filename, mimeType } = attachment;
  const name = (filename ?? '').split(/[/\\]/).at(-1) ?? '';
  return {
    filename: name === '' ? `attachment-${index + 1}` : name,
    mimeType,
    content: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
  };
}
