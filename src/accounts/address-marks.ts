import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import type { AddressMark } from '../database/generated/client.ts';
import { lockAccount } from './lock-account.ts';

/*
 * Whether mail to an account's address comes back. A bounce that says that there is no such mailbox marks the address if our
 * own mail server refused another mail to it, or such a bounce came on another day as well: someone to whom mail was forwarded
 * knows its return paths, and could forge several bounces at once. Other bounces (a full mailbox) are counted, one for each day, and mark it after
 * several. So are those from another address to which this one passes its mail on, with any reason; but they do not count for a
 * month after someone has used a mailed link, who gets the mail in any case. Those that do not concern the address (a filter, a
 * fault on the way) must not be recorded: our mail server may be the reason, and would silence all players of one mail service. The
 * mark belongs to the address: it ends once the account has another one, or someone has used a link that was mailed to it. If the reason may have
 * passed, the address is tried again after two weeks (see `end-old-marks.ts`).
 */

/** On how many different days (UTC) mail has to come back for a passing reason before the address is marked. */
export const DAYS_TO_MARK = 3;

/** Days without a bounce after which earlier passing ones are forgotten. */
const FORGET_AFTER_DAYS = 30;

const DAY = 86_400_000;

/** A mail that came back. */
export interface ReturnedMail {
  accountId: number;
  deliveryId: string;
  /** Where it went. */
  address: string;
  /** When it was sent; null if that is not known. */
  sentAt: Date | null;
  /** Whether the address passed it on to another one, from which it came back. */
  isPassedOn: boolean;
  /** Whether there is no such mailbox. */
  isHard: boolean;
  /** What the other mail server said, for the owner of the account. */
  reason: string;
}

/**
 * Records that a mail came back, in the caller's transaction. Mail to an earlier address of the account does not count, and
 * neither does mail that was sent before someone proved that they read the address.
 * @returns whether the address is marked from now on and was not before
 */
export async function recordReturnedMail(
  tx: Tx,
  ctx: Pick<AppContext, 'now'>,
  mail: ReturnedMail,
): Promise<boolean> {
  const { accountId } = mail;
  await lockAccount(tx, accountId);
  const account = await tx.account.findUnique({ where: { id: accountId }, include: { addressMark: true } });
  if (account === null || account.deletedAt !== null || account.email !== mail.address.toLowerCase())
    return false;
  const known = account.addressMark?.email === account.email ? account.addressMark : null;
  const { provedAt = null, markedAt = null } = known ?? {};
  if (markedAt !== null) return false;
  if (provedAt !== null && mail.sentAt !== null && mail.sentAt < provedAt) return false;
  const now = ctx.now();
  if (mail.isPassedOn && provedAt !== null && daysBetween(provedAt, now) <= FORGET_AFTER_DAYS) return false;
  const days = daysWith(known, now);
  const hardAt = known?.hardAt ?? null;
  const isConfirmed = isOnEarlierDay(hardAt, now) || (await refusedBefore(tx, mail, { now, provedAt }));
  const hasNoMailbox = mail.isHard && isConfirmed;
  const isMarked = hasNoMailbox || days >= DAYS_TO_MARK;
  const data = {
    // Such a mark has no days, so that it does not end by itself: see `endOldMarks`.
    ...{ email: account.email, reason: mail.reason, days: hasNoMailbox ? 0 : days, lastAt: now, provedAt },
    hardAt: mail.isHard ? now : hardAt,
    markedAt: isMarked ? now : null,
  };
  await tx.addressMark.upsert({ where: { accountId }, create: { accountId, ...data }, update: data });
  return isMarked;
}

/** How the reason begins for which mail to a marked address was not sent. */
export const HELD_BY_MARK = 'Not sent, because mail to this address comes back.';

/**
 * Whether our own mail server refused another mail to the address since it was proved, and not long ago. It was not asked about mail that
 * was held because the address was marked.
 */
async function refusedBefore(
  tx: Tx,
  { accountId, deliveryId, address }: ReturnedMail,
  { now, provedAt }: { now: Date; provedAt: Date | null },
): Promise<boolean> {
  const recent = new Date(now.getTime() - FORGET_AFTER_DAYS * DAY);
  const since = provedAt !== null && provedAt > recent ? provedAt : recent;
  const refused = { status: 'failed' as const, obstacle: 'answer' as const };
  const asked = { OR: [{ lastError: null }, { NOT: { lastError: { startsWith: HELD_BY_MARK } } }] };
  const where = { accountId, toAddress: address, ...refused, ...asked };
  const others = { ...where, id: { not: deliveryId }, createdAt: { gte: since } };
  return (await tx.delivery.count({ where: others })) > 0;
}

/** On how many days mail came back, today included. */
function daysWith(known: AddressMark | null, now: Date): number {
  if (known === null || known.days === 0) return 1;
  const between = daysBetween(known.lastAt, now);
  if (between === 0) return known.days;
  return between > FORGET_AFTER_DAYS ? 1 : known.days + 1;
}

/** Whether a time was on an earlier day, and not long ago. */
function isOnEarlierDay(time: Date | null, now: Date): boolean {
  if (time === null) return false;
  const between = daysBetween(time, now);
  return between > 0 && between <= FORGET_AFTER_DAYS;
}

/** The number of days (UTC) from one time to another: 0 on the same day. */
function daysBetween(from: Date, to: Date): number {
  return Math.floor(to.getTime() / DAY) - Math.floor(from.getTime() / DAY);
}

/** Records that someone reads the mail of an account's address: a mark of it ends, and earlier bounces do not count. */
export async function clearAddressMark(
  tx: Tx,
  { now }: Pick<AppContext, 'now'>,
  accountId: number,
): Promise<void> {
  const data = { markedAt: null, days: 0, hardAt: null, provedAt: now() };
  const account = await tx.account.findUnique({ where: { id: accountId }, select: { email: true } });
  if (account === null) return;
  const proved = { email: account.email, ...data };
  const create = { accountId, reason: '', lastAt: now(), ...proved };
  await tx.addressMark.upsert({ where: { accountId }, create, update: proved });
}

/** The mark of an account's present address; null if it has none. */
export async function addressMarkOf(
  tx: Pick<Tx, 'addressMark'>,
  { id, email }: { id: number; email: string },
): Promise<AddressMark | null> {
  return await tx.addressMark.findFirst({ where: { accountId: id, email, markedAt: { not: null } } });
}
