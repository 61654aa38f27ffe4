import { createHash } from 'node:crypto';
import { trimCharacters } from '../../text/trim-characters.ts';
import { isLoopback } from '../delivery/smtp-encryption.ts';

/** A mailbox on a mail server, from which mail is fetched by IMAP. */
export interface RemoteMailbox {
  host: string;
  port: number;
  /** Whether the connection is encrypted from its beginning. */
  secure: boolean;
  /** Whether a connection that is not must become encrypted (STARTTLS) before the password is sent. */
  requireTls: boolean;
  user: string;
  password: string;
  folder: string;
}

/**
 * Reads the address of a mailbox: `imaps://user:password@host/folder`. As with `smtpTarget`, the password crosses other
 * machines only encrypted, unless the address ends with `?tls=optional`.
 */
export function readMailboxUrl(address: string): RemoteMailbox {
  const url = new URL(address);
  const secure = url.protocol === 'imaps:';
  const isOptional = url.searchParams.get('tls') === 'optional';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 993 : 143) : Number(url.port),
    secure,
    requireTls: !secure && !isOptional && !isLoopback(url.hostname),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(trimCharacters(url.pathname, '/')) || 'INBOX',
  };
}

/** What the database stores instead of the mailbox: its SHA-256 as hex. */
export function mailboxHash({ host, user, folder }: RemoteMailbox): string {
  return createHash('sha256').update(`${host}\0${user}\0${folder}`).digest('hex');
}
