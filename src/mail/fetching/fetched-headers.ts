import { addressParser } from 'postal-mime';
import type { AppContext } from '../../context.ts';
import { hasLongAddressHeaders } from '../inbound/address-headers.ts';
import { type ParsedMail, parseMail } from '../inbound/mail-parser.ts';
import { automaticReason } from '../inbound/parse-inbound-mail.ts';
import { findRecipient, type Recipient } from '../inbound/recipient.ts';

/** What the headers of a fetched mail say. */
export interface FetchedHeaders {
  /** Those of our addresses to which it was sent. Empty if it is none of our business. */
  recipients: FetchedRecipient[];
  /** All addresses in To and Cc, in lower case. */
  writtenTo: string[];
  /** The return path, or else the address in From; empty for a bounce. */
  returnPath: string;
  /** The address in From; empty if there is none. */
  from: string;
  messageId: string | null;
  subject: string;
  /** Why no one waits for an answer (RFC 3834, 2); null if a person seems to have written it. */
  automatic: string | null;
}

/** One of our addresses, in lower case. */
export interface FetchedRecipient extends Recipient {
  address: string;
}

/** At most so much of a header is fetched and read. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Written by mail servers: for which address this copy of the mail was delivered. */
const ENVELOPE_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to'];

const LETTER_HEADERS = ['to', 'cc'];

/** At most so many of our addresses are served with one mail. */
const MAX_RECIPIENTS = 5;

/**
 * Reads the headers of a fetched mail. Returns null if they cannot be read, or have more addresses than a person writes.
 * @param raw the header, or the first MAX_HEADER_BYTES of it
 */
export async function readFetchedHeaders(
  raw: Buffer,
  inbound: NonNullable<AppContext['inbound']>,
): Promise<FetchedHeaders | null> {
  // Mail with so many addresses is not for a game.
  if (hasLongAddressHeaders(raw)) return null;
  const email = await parseMail(raw, { maxHeadersSize: MAX_HEADER_BYTES });
  if (email === null) return null;
  const envelope = recipientsIn(email, ENVELOPE_HEADERS, inbound);
  const recipients = envelope.length > 0 ? envelope : recipientsIn(email, LETTER_HEADERS, inbound);
  const returnPath = returnPathOf(email);
  return {
    recipients: recipients.slice(0, MAX_RECIPIENTS),
    writtenTo: addressesIn(email, LETTER_HEADERS),
    returnPath,
    from: fromOf(email),
    messageId: email.messageId?.replaceAll('\0', '') ?? null,
    subject: email.subject ?? '',
    automatic: automaticReason(email, returnPath),
  };
}

function recipientsIn(
  email: ParsedMail,
  names: readonly string[],
  inbound: NonNullable<AppContext['inbound']>,
): FetchedRecipient[] {
  const found = new Map<string, FetchedRecipient>();
  for (const address of addressesIn(email, names)) {
    const recipient = findRecipient(address, inbound);
    if (recipient !== null) found.set(address, { ...recipient, address });
  }
  return [...found.values()];
}

function addressesIn(email: ParsedMail, names: readonly string[]): string[] {
  return email.headers
    .filter(({ key }) => names.includes(key))
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
    .flatMap(({ address }) => (address ? [address.toLowerCase()] : []));
}

function returnPathOf(email: ParsedMail): string {
  const header = email.headers.find(({ key }) => key === 'return-path');
  if (header?.value.trim() === '<>') return '';
  const [address] = header === undefined ? [] : addressesIn(email, ['return-path']);
  return address ?? fromOf(email);
}

function fromOf(email: ParsedMail): string {
  return addressesIn(email, ['from'])[0] ?? '';
}
