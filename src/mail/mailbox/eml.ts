import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';

/** What a list shows of a mail. Addresses have the form `Ann Baker <ann@example.org>`. */
export interface MailSummary {
  id: string;
  from: string;
  to: string;
  /**
   * The bare addresses of the recipients in lower case. Use these to decide who may see the mail, never `to`: a name in
   * `to` can look like an address.
   */
  recipients: string[];
  subject: string;
  /** The date in the mail, or the time of its arrival if it has none. */
  date: Date;
  /** The size of the whole mail. */
  bytes: number;
  /** Whether only the recipient may read it (RFC 4021, `Sensitivity`): see `mail-headers.ts`. */
  isPrivate: boolean;
}

/** A mail in the mailbox, parsed. */
export interface StoredMail extends MailSummary {
  text: string | null;
  /** Unsanitized: it must be shown only where it can do no harm. */
  html: string | null;
  messageId: string | null;
  /** All headers in order, names in lower case. */
  headers: { name: string; value: string }[];
  attachments: StoredAttachment[];
}

export interface StoredAttachment {
  /** The original name without folders. It must be quoted in headers. */
  filename: string;
  mimeType: string;
  content: Buffer;
}

/** Time of arrival, a number for mails of the same millisecond, and random digits: sorts by arrival, cannot be guessed. */
const MAIL_ID = /^\d{8}T\d{9}Z-\d{4}-[0-9a-f]{16}$/;

/** Whether this has the form of a mail id. */
export function isMailId(id: string): boolean {
  return MAIL_ID.test(id);
}

const BLANK_LINE = Buffer.from('\r\n\r\n');

let lastStamp = '';
let withinStamp = 0;

/** Creates the id of a mail that arrives now. */
export function newMailId(now: Date): string {
  const stamp = now.toISOString().replace(/[-:.]/g, '');
  withinStamp = stamp === lastStamp ? withinStamp + 1 : 0;
  lastStamp = stamp;
  return `${stamp}-${String(withinStamp % 10_000).padStart(4, '0')}-${randomBytes(8).toString('hex')}`;
}

/** The ids of all mails in a folder, newest first. */
export async function listMailIds(dir: string): Promise<string[]> {
  return (await readdir(dir))
    .filter((name) => name.endsWith('.eml'))
    .map((name) => name.slice(0, -'.eml'.length))
    .filter(isMailId)
    .sort()
    .reverse();
}

/** Parses a mail. Parts that cannot be read are left empty. */
export async function parseMail(id: string, raw: Buffer): Promise<StoredMail> {
  const mail = await PostalMime.parse(raw).catch(unreadable);
  return {
    id,
    from: addressText(mail.from),
    to: (mail.to ?? []).map(addressText).join(', '),
    recipients: (mail.to ?? []).flatMap(bareAddresses),
    subject: mail.subject ?? '',
    date: dateOf(mail.date) ?? mailArrival(id),
    bytes: raw.length,
    isPrivate: mail.headers.some(({ key, value }) => key === 'sensitivity' && /^\s*private\s*$/i.test(value)),
    text: mail.text ?? null,
    html: mail.html ?? null,
    messageId: mail.messageId ?? null,
    headers: mail.headers.map((header) => ({ name: header.key, value: header.value })),
    attachments: mail.attachments.map(storedAttachment),
  };
}

/** Stands for a mail that the parser refuses: it is listed, so that it can be downloaded and hides no others. */
function unreadable(error: unknown): Email {
  const text = `This e-mail cannot be displayed: ${error instanceof Error ? error.message : String(error)}`;
  return { headers: [], headerLines: [], attachments: [], subject: '(unreadable)', text };
}

/**
 * Parses what a list shows, from the beginning of a mail.
 * @param bytes the size of the whole mail
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

/** The time of a mail's arrival, from its id. */
export function mailArrival(id: string): Date {
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
