import type { SendMailOptions } from 'nodemailer';
import type { Delivery } from '../../database/generated/client.ts';
import { printable } from '../../text/printable.ts';
import { UnsendableError } from '../delivery/delivery-failure.ts';

/** What is the same for all mails: who sends them, and where the server's pages are. */
export interface MailSettings {
  /** The sender: `Whistlestop <post@example.org>`. */
  from: string;
  /** The address that players use, without a slash at its end. */
  publicUrl: string;
}

/** One plain address: nothing that could be read as a second one, a name or a comment. */
const ADDRESS = /^[^\s@<>()[\],:;"\\\p{Cc}]{1,64}@[^\s@<>()[\],:;"\\\p{Cc}]{1,255}$/u;

/** A name in a header is for the eye alone, and not long. */
const MAX_NAME = 80;

/**
 * The headers of a delivery's mail. Only names are a person's words in headers (the recipient's, and in a letter its
 * writer's), and they go through `nameInHeader`: all else in subjects, and all ids and file names, is made from
 * numbers and identifiers that we gave.
 * The envelope is spelled out, so that no header can add a recipient.
 * @throws UnsendableError when the address is none
 */
export function mailHeaders(
  delivery: Delivery,
  settings: MailSettings,
  game: string | null,
): SendMailOptions {
  const address = delivery.toAddress;
  if (!ADDRESS.test(address)) throw new UnsendableError('The account has no usable e-mail address.');
  return {
    from: settings.from,
    to: { name: nameInHeader(delivery.toName), address },
    envelope: { from: bareAddress(settings.from), to: [address] },
    messageId: delivery.messageId,
    date: delivery.createdAt,
    ...threadOf(delivery, game),
    headers: {
      // RFC 3834, 5: no answer by machine is wanted; the second is Outlook's word for the same.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // RFC 4021, 2.1.55: for its reader alone; the built-in mailbox keeps it from the operator.
      ...(delivery.kind === 'letter' && { Sensitivity: 'Private' }),
      ...(game !== null && { 'List-Id': `<${game.toLowerCase()}.${domainOf(delivery)}>` }),
    },
  };
}

/** A person's name as a header may carry it: one line, nothing that cannot be seen, not long. nodemailer encodes it. */
export function nameInHeader(name: string): string {
  return Array.from(printable(name).trim()).slice(0, MAX_NAME).join('');
}

/** All mails of a game hang on one thread: an id that stands for the game and is no mail itself. */
function threadOf(delivery: Delivery, game: string | null): SendMailOptions {
  if (game === null || delivery.gameId === null) return {};
  const thread = `<game-${delivery.gameId}@${domainOf(delivery)}>`;
  return { inReplyTo: thread, references: [thread] };
}

/** The right side of the Message-ID: the server's own domain. */
export function domainOf(delivery: Pick<Delivery, 'messageId'>): string {
  return delivery.messageId.replace(/^.*@/, '').replace(/>$/, '');
}

/** The address alone: of `Whistlestop <post@example.org>`, `post@example.org`. */
export function bareAddress(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** The name of an attached file, from parts that we gave; whatever else gets in becomes a hyphen. */
export function fileName(parts: readonly (string | number)[], extension: string): string {
  return `${parts.join('-').replace(/[^A-Za-z0-9]+/g, '-')}.${extension}`;
}
