import { normalized } from '../../text/normalized.ts';
import { SmtpRefusal } from '../smtp/receive-mail.ts';

/* What senders of inbound mail are told. */

// The codes with periods are those of RFC 3463: 4.3.0 temporary failure of this system, 4.3.1 system full, 4.5.3 too many recipients,
// 4.7.0 sending too much, 5.1.1 no such address, 5.7.1 refused because of its content.
export const TOO_MANY_CONNECTIONS = new SmtpRefusal(
  421,
  '4.7.0 Too many connections from your network. Try again later.',
);
/** For a stranger whose connection makes room for others: it is not about their network. */
export const CROWDED_OUT = new SmtpRefusal(421, '4.7.0 Too many connections. Try again later.');
/** For a sender whose mail takes memory that others need. */
export const TOO_SLOW = new SmtpRefusal(421, '4.3.1 This server is busy with other mail. Try again later.');
export const TOO_MANY_RECIPIENTS = new SmtpRefusal(
  421,
  '4.5.3 Too many recipients on this connection, or unknown ones of your network. Try again later.',
);
export const TOO_MANY_MAILS = new SmtpRefusal(
  451,
  '4.7.0 Too many messages to this address, or from your network. Try again later.',
);
export const UNKNOWN_ADDRESS = new SmtpRefusal(
  550,
  '5.1.1 This address does not exist or is no longer valid.',
);
export const STORAGE_FULL = new SmtpRefusal(452, '4.3.1 This server cannot store mail now. Try again later.');
/** No one hears this: the sending server is gone, and tries again. */
export const SENDER_GONE = new SmtpRefusal(451, '4.4.2 The connection was lost.');
/** The sending server tries again, for days if necessary. */
export const TEMPORARY_FAILURE = new SmtpRefusal(
  451,
  '4.3.0 Temporary failure of this server. Try again later.',
);

/** A permanent refusal with messages for the sender, as SMTP needs them: one short line of ASCII (RFC 5321, 4.2). */
export function contentRefusal(messages: readonly string[]): SmtpRefusal {
  const ascii = normalized(messages.join(' '), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/[^\x20-\x7e]/g, '?');
  return new SmtpRefusal(550, `5.7.1 ${ascii.slice(0, 440)}`);
}
