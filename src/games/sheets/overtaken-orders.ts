import type { Tx } from '../../database/client.ts';
import type { AdvanceOrders, Channel, Sheet } from '../../database/generated/client.ts';
import { formatDateTime } from '../../text/dates.ts';

/*
 * A mail may wait on its way for hours. Orders in it must not replace those that the same player has sent after it, by mail or
 * in another way, and it must not mark orders as final or reopen them if their player has done so after it.
 */

/** When orders came, and when the mail that brought them was sent; null if they came in another way. */
type Sent = Pick<Sheet | AdvanceOrders, 'sentAt' | 'receivedAt'>;

/** How much the clock of a mail server may differ from that of this server. */
const TOLERANCE = 2 * 60_000;

/** How players send the sheet of the open turn themselves. What the GM or the computer enters overtakes no mail of theirs. */
const OWN_CHANNELS: ReadonlySet<Channel> = new Set(['web', 'api', 'mail', 'pdf']);

/**
 * What a player has done with the sheet of a turn after sending a mail about it, in words for them; null if they have done nothing.
 * @param mail.marks whether the mail marks orders as final, or reopens them
 */
export async function overtakenBy(
  tx: Tx,
  of: { seatId: string; turn: number },
  mail: { sentAt: Date; sentById: number; marks: boolean },
): Promise<((zone: string) => string) | null> {
  const standing = await tx.sheet.findFirst({ where: { ...of, outcome: 'standing' } });
  if (standing !== null && isSheetAfter(standing, mail))
    return (zone) => overtakenInWords(mail.sentAt, standing, zone);
  if (!mail.marks) return null;
  const { _max: last } = await tx.sheet.aggregate({ where: of, _max: { markedAt: true } });
  const { markedAt } = last;
  if (markedAt === null || markedAt.getTime() - TOLERANCE <= mail.sentAt.getTime()) return null;
  return (zone) => markOvertakenInWords(mail.sentAt, markedAt, zone);
}

/** Whether a version of a sheet is one that its player sent after a mail of theirs. */
function isSheetAfter(
  sheet: Sent & Pick<Sheet, 'channel' | 'sentById'>,
  mail: { sentAt: Date; sentById: number },
): boolean {
  return (
    OWN_CHANNELS.has(sheet.channel) && sheet.sentById === mail.sentById && wereSentAfter(sheet, mail.sentAt)
  );
}

/** Whether orders were sent after a mail that was sent at this time. */
export function wereSentAfter(orders: Sent, mail: Date): boolean {
  return orders.sentAt === null
    ? orders.receivedAt.getTime() - TOLERANCE > mail.getTime()
    : orders.sentAt > mail;
}

/** What the player is told whose mail came too late. @param counting the orders that count */
export function overtakenInWords(mail: Date, counting: Sent, zone: string): string {
  const [sent, newer] = [mail, counting.sentAt ?? counting.receivedAt].map((date) =>
    formatDateTime(date, zone),
  );
  return `Your e-mail was sent ${sent}. The orders that count are newer: you sent them ${newer}. Nothing was changed. If the orders in your e-mail should count, send them again in a new e-mail or on the website.`;
}

function markOvertakenInWords(mail: Date, marked: Date, zone: string): string {
  const [sent, later] = [mail, marked].map((date) => formatDateTime(date, zone));
  return `Your e-mail was sent ${sent}. You marked your orders as final or reopened them after it: ${later}. Nothing was changed. If your e-mail should count, send it again or use the website.`;
}
