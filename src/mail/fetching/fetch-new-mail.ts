import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { AppContext } from '../../context.ts';
import { MAX_BYTES } from '../inbound/take-inbound-mail.ts';
import type { BreakingMail } from './breaking-mail.ts';
import type { DoneMail } from './done-mail.ts';
import type { FailedSheets } from './failed-sheets.ts';
import { MAX_HEADER_BYTES, readFetchedHeaders } from './fetched-headers.ts';
import type { HeldBackMail } from './held-back-mail.ts';
import { isRefusal } from './imap-failure.ts';
import { type Cursor, storeCursor, storedCursor } from './mail-place.ts';
import { claimOf, type MailClaim, type MailShares } from './mail-shares.ts';
import { answerPlainAddress } from './plain-address.ts';
import { type FetchedOptions, type FetchedOutcome, type FoundMail, takeFetched } from './take-fetched.ts';
import { namesOurAddress, type UnreadableMail } from './unreadable-mail.ts';

/** Where mail goes that is done. The separator is that of the mail server. */
const FOLDERS = { done: ['Whistlestop', 'Taken'], refused: ['Whistlestop', 'Refused'] };

/** Mail that has lain in the mailbox for more days was not meant for a server that begins to fetch from it. */
const OLDEST_DAYS = 30;

/** Mail to the plain address that has lain there for more days was there before the server, or no one waits for an answer anymore. */
const ANSWERED_DAYS = 3;

const DAY = 24 * 3_600_000;

/** What looking through a mailbox needs. */
export interface FetchOptions extends FetchedOptions {
  inbound: NonNullable<AppContext['inbound']>;
  /** See `mailboxHash`. */
  mailbox: string;
  breaking: BreakingMail;
  unreadable: UnreadableMail;
  heldBack: HeldBackMail;
  failedSheets: FailedSheets;
  done: DoneMail;
  shares: MailShares;
  /** Whether mail can be stored now. */
  canStore: () => boolean;
  isStopped: () => boolean;
  /** Is called after each mail. It must not throw. */
  onProgress: () => Promise<void>;
}

/** What a look through a mailbox found out. */
export interface Look {
  /** How far the mailbox was looked through; mail that has to be tried again is not counted. */
  cursor: Cursor;
  /** Whether it was looked through to its end, and no sheet is left that could not be taken and is tried again. */
  isComplete: boolean;
}

/** After so many milliseconds, a mail for several addresses is held back for the rest of them: others wait. */
const MAX_TIME = 5_000;

/**
 * Takes all new mail in the selected folder, one after another, and moves it away. Mail that is not for one of our
 * addresses stays as it is. Mail that is too much for its account waits, and mail behind it is taken first.
 * @throws if the database or the mail server fails
 */
export async function fetchNewMail(client: ImapFlow, options: FetchOptions, last: Cursor): Promise<Look> {
  const selected = client.mailbox;
  if (selected === false) throw new Error('no folder of the mailbox is open');
  const { uidValidity } = selected;
  const { ctx, mailbox } = options;
  const begun = last.uidValidity === uidValidity ? last : await storedCursor(ctx, mailbox, uidValidity);
  const retry = options.breaking.firstToRetry(uidValidity);
  const from = retry === null ? begun : { ...begun, next: Math.min(begun.next, retry) };
  const look = await lookThrough(client, options, from);
  const { cursor } = look;
  // Mail that is passed over is tried again when the server starts the next time, too.
  const next = Math.min(cursor.next, options.breaking.firstPassedOver(uidValidity) ?? cursor.next);
  if (cursor.next !== begun.next || retry !== null) await storeCursor(ctx, mailbox, { uidValidity, next });
  return look;
}

async function lookThrough(client: ImapFlow, options: FetchOptions, begun: Cursor): Promise<Look> {
  const { uidValidity } = begun;
  const cursor = { ...begun };
  const since = new Date(options.ctx.now().getTime() - OLDEST_DAYS * DAY);
  // Some mail servers refuse to search a folder without mail.
  if (client.mailbox !== false && client.mailbox.exists === 0) {
    options.breaking.forgetMissing({ uidValidity, from: 1, uids: [] });
    return { cursor, isComplete: true };
  }
  const found = await client.search({ uid: `${cursor.next}:*`, since }, { uid: true });
  // The mail server refused to search, which does not mean that there is no new mail.
  if (found === false || found === undefined) throw new Error('it does not search');
  options.breaking.forgetMissing({ uidValidity, from: cursor.next, uids: found });
  let isHeldUp = false;
  options.heldBack.beginLook();
  options.shares.beginLook();
  // `n:*` names the last mail even if its UID is below n (RFC 3501, 6.4.8).
  for (const uid of found.filter((one) => one >= cursor.next).sort((a, b) => a - b)) {
    if (options.isStopped() || !options.canStore()) return { cursor, isComplete: false };
    const place = { uidValidity, uid };
    const isDone = options.done.has(place) || (await takeUnlessItBreaks(client, options, place));
    if (isDone) options.failedSheets.clear(place);
    else isHeldUp = true;
    // Mail that is passed over is tried again later.
    if (isDone && !options.breaking.isPassedOver(place)) options.done.add(place);
    if (!isHeldUp) cursor.next = uid + 1;
    await options.onProgress();
  }
  options.done.forget(cursor);
  return { cursor, isComplete: !options.failedSheets.areAmong({ uidValidity, uids: found }) };
}

/**
 * Takes one mail, unless the connection has broken with it too often, or the mail server has refused to hand it out for too long.
 * Returns false if it has to be tried again.
 * @throws if the connection broke, or the mail server refused: mail behind it waits, so that of two sheets the later one counts
 */
async function takeUnlessItBreaks(
  client: ImapFlow,
  options: FetchOptions,
  place: { uidValidity: bigint; uid: number },
): Promise<boolean> {
  const { ctx, breaking, isStopped } = options;
  if (breaking.isPassedOver(place)) return true;
  try {
    const isDone = await takeOne(client, options, place);
    // Otherwise the next mail would be blamed.
    if (!client.usable) throw new Error('the connection to the mail server broke');
    breaking.clear(place);
    return isDone;
  } catch (error) {
    const trouble = client.usable && isRefusal(error) ? 'refused' : 'broken';
    if (!isStopped() && breaking.count(place, trouble))
      ctx.log.error(
        { uid: place.uid, trouble },
        'a mail cannot be fetched again and again, and is passed over for now',
      );
    throw error;
  }
}

/** The beginning of a mail, which is fetched whatever its size. A longer header than this has nothing to say. */
const HEADER_PART = { key: 'header', start: 0, maxLength: MAX_HEADER_BYTES };

/** Takes one mail for all of its addresses. Returns false if it has to be tried again. */
async function takeOne(
  client: ImapFlow,
  options: FetchOptions,
  place: { uidValidity: bigint; uid: number },
): Promise<boolean> {
  const { heldBack } = options;
  const { uid } = place;
  if (heldBack.isStill(place)) return false;
  const query = { bodyParts: [HEADER_PART], size: true, internalDate: true };
  const fetched = await client.fetchOne(uid, query, { uid: true });
  const mail = fetched && (await readFound(client, options, { fetched, ...place }));
  if (mail === 'later') return false;
  if (!mail) return true;
  const claim = await claimOrLater(options, mail);
  if (claim === null || heldBack.holds(place, claim)) return false;
  const outcomes = await takeForAll(options, mail, claim);
  if (outcomes.includes('later')) return false;
  heldBack.clear(place);
  await moveAway(client, options, uid, outcomes.includes('refused') ? FOLDERS.refused : FOLDERS.done);
  return true;
}

/** Whose shares a mail uses; null if the database fails, so that it has to be tried again, before later mail to its addresses. */
async function claimOrLater(
  { ctx, heldBack, failedSheets }: FetchOptions,
  mail: FoundMail,
): Promise<MailClaim | null> {
  try {
    return await claimOf(ctx, mail);
  } catch (error) {
    ctx.log.error({ err: error }, 'could not look up the addresses of fetched mail');
    failedSheets.add(mail.place, mail.headers.recipients);
    heldBack.waitFor({ addresses: mail.headers.recipients.map(({ address }) => address) });
    return null;
  }
}

/** Takes a mail for one of its addresses after another, and counts it. */
async function takeForAll(
  options: FetchOptions,
  mail: FoundMail,
  claim: MailClaim,
): Promise<FetchedOutcome[]> {
  const { shares, heldBack } = options;
  shares.count(claim);
  const begun = performance.now();
  const outcomes: FetchedOutcome[] = [];
  for (const recipient of mail.headers.recipients) {
    const isLong = performance.now() - begun > MAX_TIME;
    const outcome = isLong ? 'later' : await takeOrLater(options, mail, recipient);
    if (outcome === 'later') heldBack.waitFor(claim);
    outcomes.push(outcome);
  }
  shares.countTime(claim, performance.now() - begun);
  return outcomes;
}

/** Answers a mail that is for none of our addresses, if it needs an answer; `later` if the database fails. */
async function passBy(
  options: FetchOptions,
  { headers, arrivedAt }: Pick<FoundMail, 'headers' | 'arrivedAt'>,
): Promise<null | 'later'> {
  try {
    if (options.ctx.now().getTime() - arrivedAt.getTime() < ANSWERED_DAYS * DAY)
      await answerPlainAddress(options, headers);
    return null;
  } catch (error) {
    options.ctx.log.error({ err: error }, 'could not answer a mail to the plain address');
    return 'later';
  }
}

/** The mail that was found; null if it is not for one of our addresses, `later` if that could not be told to its sender. */
async function readFound(
  client: ImapFlow,
  options: FetchOptions,
  { fetched, uidValidity, uid }: { fetched: FetchMessageObject; uidValidity: bigint; uid: number },
): Promise<FoundMail | null | 'later'> {
  const { ctx, inbound, mailbox, unreadable } = options;
  const raw = fetched.headers ?? Buffer.alloc(0);
  const headers = await readFetchedHeaders(raw, inbound);
  if (headers === null && namesOurAddress(raw, inbound)) {
    unreadable.count();
    ctx.log.warn({ uid }, 'a mail has headers that are too long or cannot be read, and is passed over');
  }
  if (headers === null) return null;
  const arrivedAt = arrivalOf(fetched, ctx.now());
  if (headers.recipients.length === 0) return await passBy(options, { headers, arrivedAt });
  const read = async () => {
    const source = { maxLength: MAX_BYTES };
    const whole = await client.fetchOne(uid, { source }, { uid: true });
    if (!whole || whole.source === undefined) throw new Error('a mail in the mailbox is gone');
    return whole.source;
  };
  let whole: Promise<Buffer> | null = null;
  const readWhole = () => {
    whole ??= read();
    return whole;
  };
  return { place: { mailbox, uidValidity, uid }, headers, size: fetched.size ?? 0, arrivedAt, readWhole };
}

/** When a mail came to the mailbox (RFC 3501, 2.3.3); now if its mail server says nothing, or a time to come. */
function arrivalOf({ internalDate }: FetchMessageObject, now: Date): Date {
  return internalDate instanceof Date && internalDate < now ? internalDate : now;
}

/**
 * A mail that fails must not keep others from being taken, so it is tried again with the next look.
 * @throws if the mail server refuses to hand it out
 */
async function takeOrLater(
  options: FetchOptions,
  mail: FoundMail,
  recipient: FoundMail['headers']['recipients'][number],
): Promise<FetchedOutcome> {
  const { ctx, failedSheets } = options;
  try {
    return await takeFetched(options, mail, recipient);
  } catch (error) {
    if (isRefusal(error)) throw error;
    const { uid } = mail.place;
    ctx.log.error({ err: error, handler: recipient.handler.prefix, uid }, 'fetched mail failed');
    failedSheets.add(mail.place, [recipient]);
    return 'later';
  }
}

/** Moves a mail that is done to a folder of its own; if the mail server does not allow that, it is marked as read. */
async function moveAway(
  client: ImapFlow,
  { ctx }: FetchOptions,
  uid: number,
  folder: string[],
): Promise<void> {
  await client.messageFlagsAdd(uid, ['\\Seen'], { uid: true });
  try {
    await client.mailboxCreate(folder);
    if ((await client.messageMove(uid, folder, { uid: true })) === false) throw new Error('it was refused');
  } catch (error) {
    if (!client.usable) throw error;
    ctx.log.warn({ err: error, folder: folder.join('/') }, 'could not move a mail in the mailbox');
  }
}
