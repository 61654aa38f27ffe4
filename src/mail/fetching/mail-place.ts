import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { mailId } from '../inbound/mail-id.ts';
import type { FetchedHeaders, FetchedRecipient } from './fetched-headers.ts';

/** Where a mail lies. */
export interface MailPlace {
  /** See `mailboxHash`. */
  mailbox: string;
  uidValidity: bigint;
  uid: number;
}

/** How far a mailbox was looked through. It begins at 1, and again when the mail server has numbered all mail anew. */
export interface Cursor {
  uidValidity: bigint;
  /** All mail below this UID is done, or none of our business. */
  next: number;
}

/**
 * What stands for a mail to one of our addresses: see `mailId`. Its place, if it has no Message-ID, or is refused unread.
 * @param mail.raw the whole mail; null if it is not read
 */
export function fetchedMailId(
  recipient: FetchedRecipient,
  mail: { headers: FetchedHeaders; place: MailPlace; raw: Buffer | null },
): string {
  const { headers, place, raw } = mail;
  const { messageId, subject } = headers;
  if (messageId !== null && raw !== null) return mailId(recipient, { messageId, subject }, raw);
  const name = `${recipient.address}\0${place.mailbox} ${place.uidValidity} ${place.uid}`;
  return createHash('sha256').update(name).digest('hex');
}

/** How far a mailbox was looked through when the server, or another one, last did so. */
export async function storedCursor(
  { db }: AppContext,
  mailbox: string,
  uidValidity: bigint,
): Promise<Cursor> {
  const stored = await db.prisma.mailboxPosition.findUnique({ where: { mailbox } });
  return { uidValidity, next: stored?.uidValidity === uidValidity ? Number(stored.next) : 1 };
}

/** Remembers how far a mailbox was looked through. */
export async function storeCursor({ db }: AppContext, mailbox: string, cursor: Cursor): Promise<void> {
  const data = { uidValidity: cursor.uidValidity, next: BigInt(cursor.next) };
  await db.prisma.mailboxPosition.upsert({ where: { mailbox }, create: { mailbox, ...data }, update: data });
}
