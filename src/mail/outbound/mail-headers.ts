import type { SendMailOptions } from 'nodemailer';
import type { Delivery, DeliveryKind } from '../../database/generated/client.ts';
import { printable } from '../../text/printable.ts';
import { UnsendableError } from '../delivery/delivery-failure.ts';

/** What is the same for all mail: its sender and the address of the server's pages. */
export interface MailSettings {
  /** The sender: `Whistlestop <post@example.org>`. */
  from: string;
  /** The address that players use, without a trailing slash. */
  publicUrl: string;
}

/** One plain address, without anything that could be read as a second one, a name or a comment. */
const ADDRESS = /^[^\s@<>()[\],:;"\\\p{Cc}]{1,64}@[^\s@<>()[\],:;"\\\p{Cc}]{1,255}$/u;

/** Asks mail programs not to send automatic replies (RFC 3834, 5); the second header is for Outlook. */
export const AUTOMATIC_HEADERS = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
} as const;

/** What the server answers to a mail (RFC 3834, 5). */
const ANSWERS: readonly DeliveryKind[] = ['answer', 'refusal'];

/** The maximum length of a name in a header, in code points. */
const MAX_NAME_LENGTH = 80;

/**
 * Returns the headers of a delivery's mail. The only user input in headers are names (the recipient's, and in a letter
 * its writer's), which go through `nameInHeader`; everything else in subjects, ids and file names is made from numbers
 * and identifiers that the server assigned. The envelope is explicit, so that no header can add a recipient.
 * @param about.game the game number, or null if the mail is not about a game
 * @param about.toName the name of the recipient; '' for none
 * @throws UnsendableError if the address is not a valid one
 */
export function mailHeaders(
  delivery: Delivery,
  settings: MailSettings,
  { game, toName }: { game: string | null; toName: string },
): SendMailOptions {
  const address = delivery.toAddress;
  if (!ADDRESS.test(address)) throw new UnsendableError('The account has no usable e-mail address.');
  return {
    from: settings.from,
    to: toName === '' ? address : { name: nameInHeader(toName), address },
    envelope: { from: envelopeSender(delivery, settings), to: [address] },
    messageId: delivery.messageId,
    date: delivery.createdAt,
    ...threadHeaders(delivery, game),
    headers: {
      ...AUTOMATIC_HEADERS,
      ...(ANSWERS.includes(delivery.kind) && { 'Auto-Submitted': 'auto-replied' }),
      ...(isPrivate(delivery) && { Sensitivity: 'Private' }),
      ...(game !== null && { 'List-Id': `<${game.toLowerCase()}.${domainOf(delivery)}>` }),
    },
  };
}

/**
 * Whether a mail is only for its reader (RFC 4021, 2.1.55): one that says what is in a letter or a message, on a seat's sheet or in its
 * printout, or has the sheet that a seat owes. The built-in mailbox hides it from the operator, who may play in the game or run it.
 */
function isPrivate({ kind, detail }: Delivery): boolean {
  if (kind === 'notice') return detail.confidential === true || detail.missingSheet !== undefined;
  return ['letter', 'message', 'printout', 'receipt', 'answer', 'digest'].includes(kind);
}

/**
 * A person's name fit for a header: one line, no invisible characters, not too long, and nothing that mail programs would
 * decode (RFC 2047). nodemailer encodes it.
 */
export function nameInHeader(name: string): string {
  return Array.from(printable(name).replaceAll('=?', '= ?').trim()).slice(0, MAX_NAME_LENGTH).join('');
}

/** Puts all mail of a game in one thread: all refer to an id that stands for the game and is no mail itself. */
function threadHeaders(delivery: Delivery, game: string | null): SendMailOptions {
  if (game === null || delivery.gameId === null) return {};
  const thread = gameThread(delivery, delivery.gameId);
  return { inReplyTo: thread, references: [thread] };
}

/** The id that stands for a game in the headers of its mail. */
export function gameThread(delivery: Pick<Delivery, 'messageId'>, gameId: string): string {
  return `<game-${gameId}@${domainOf(delivery)}>`;
}

/** The right side of the Message-ID: the server's own domain. */
export function domainOf(delivery: Pick<Delivery, 'messageId'>): string {
  return delivery.messageId.replace(/^.*@/, '').replace(/>$/, '');
}

/** The return path of a delivery's mail. An answer to a mail has none, so that nothing ever answers it (RFC 3834, 3.3). */
export function envelopeSender(
  { kind }: Pick<Delivery, 'kind'>,
  { from }: Pick<MailSettings, 'from'>,
): string {
  return kind === 'refusal' ? '' : bareAddress(from);
}

/** The address in a sender such as `Whistlestop <post@example.org>`. */
export function bareAddress(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** The name of an attached file. Everything in its parts but letters and digits becomes a hyphen. */
export function fileName(parts: readonly (string | number)[], extension: string): string {
  return `${parts.join('-').replace(/[^A-Za-z0-9]+/g, '-')}.${extension}`;
}
