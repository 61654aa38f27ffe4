import { createHash } from 'node:crypto';
import type { Recipient } from './recipient.ts';

/**
 * What tells a mail from others to the same address of this server: its Message-ID and everything that its sender wrote,
 * because some programs give the same Message-ID to different mails. The other header lines are left out: mail servers add to
 * them.
 */
export function mailId(
  { handler, key }: Recipient,
  { messageId, subject }: { messageId: string; subject: string },
  raw: Buffer,
): string {
  const name = [`${handler.prefix}-${key}`, messageId, subject].join('\0');
  return createHash('sha256').update(name).update('\0').update(bodyOf(raw)).digest('hex');
}

/** Everything below the header lines (RFC 5322, 2.1). */
export function bodyOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return end === -1 ? raw : raw.subarray(end);
}
