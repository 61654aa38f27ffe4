import { DateTime } from 'luxon';
import type { ParsedMail } from './mail-parser.ts';

/*
 * When a mail was sent: orders that come late must not replace those that were sent after them. Every mail server on the way writes
 * down when it got the mail (RFC 5321, 4.4), above what the servers before it wrote. The Date header is not used, because it
 * goes by the clock of the sender's device.
 */

/** So many of the first mail servers are asked. Few mails pass more than ten. */
const MAX_SERVERS = 20;

/** The maximum length of a date, with its comments. */
const MAX_DATE_LENGTH = 100;

const DAY = 24 * 3_600_000;

/** A mail server whose clock says that a mail was longer on its way has a wrong one: it must not keep someone from playing. */
const MAX_WAY = 7 * DAY;

/** The dates that the first mail servers on the way of a mail wrote into it, as far as they can be read. */
export function receivedDates({ headers }: Pick<ParsedMail, 'headers'>): Date[] {
  return headers
    .filter(({ key }) => key === 'received')
    .slice(-MAX_SERVERS)
    .map(({ value }) =>
      DateTime.fromRFC2822(value.slice(value.lastIndexOf(';') + 1).slice(0, MAX_DATE_LENGTH)),
    )
    .flatMap((date) => (date.isValid ? [date.toJSDate()] : []));
}

/**
 * When a mail was sent, in whole seconds, as mail servers count.
 * @param received see `receivedDates`
 * @param arrivedAt when it came to this server, or to the mailbox from which it was fetched
 */
export function sentAt(received: readonly Date[], arrivedAt: Date): Date {
  const arrived = arrivedAt.getTime();
  const times = received.map((date) => date.getTime());
  const first = Math.min(arrived, ...times.filter((time) => arrived - time <= MAX_WAY));
  return new Date(Math.floor(first / 1000) * 1000);
}
