import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/outbox.ts';
import { runTransaction } from '../../database/transaction.ts';
import type { AddressOwner } from '../inbound/address-handler.ts';
import type { ParseInTurn } from '../inbound/parse-in-turn.ts';
import { FAILED, type InboundOutcome, MAX_BYTES, takeInboundMail } from '../inbound/take-inbound-mail.ts';
import {
  beginTaking,
  endTaking,
  INTERRUPTED,
  markingContext,
  uncountAttempt,
} from '../inbound/taken-once.ts';
import { answerRefused } from './answer-refused.ts';
import type { FetchedHeaders, FetchedRecipient } from './fetched-headers.ts';
import { fetchedMailId, type MailPlace } from './mail-place.ts';

/** What became of a fetched mail for one address. `later`: it is tried again. */
export type FetchedOutcome = 'taken' | 'dropped' | 'refused' | 'later';

/** A mail that was found in the mailbox. */
export interface FoundMail {
  place: MailPlace;
  headers: FetchedHeaders;
  /** In bytes. */
  size: number;
  /** When it came to the mailbox, as its mail server says; never later than now. */
  arrivedAt: Date;
  /** Fetches the whole mail, once: it is the same for all addresses, so that it is parsed only once. */
  readWhole(): Promise<Buffer>;
}

/** What taking fetched mail needs. */
export interface FetchedOptions {
  ctx: AppContext;
  /** The sender of the server's own mail. */
  from: string;
  parse: ParseInTurn;
}

/**
 * After so many attempts without any effect, a mail is refused: it may be what makes them fail. What counts are attempts with
 * which the process died, and all attempts once TRY_FOR is over.
 */
const MAX_ATTEMPTS = 5;

/**
 * For so many milliseconds after the first attempt, those that ended with an error do not count: mostly, the server has some
 * trouble that passes, and nothing is wrong with the mail. After that, its sender must learn that it was not taken.
 */
const TRY_FOR = 4 * 3_600_000;

const TOO_LARGE = `It is too large: the limit is ${MAX_BYTES} bytes. Send it without pictures and other attachments.`;
const UNKNOWN = 'The address you wrote to does not exist or is no longer valid.';

/** The sender may be someone else who was given the address, so it does not say which of the two is true. */
const ENDED =
  'The address you wrote to is no longer valid, because your account has another e-mail address now or you no longer have the seat. If you have it, or take it back, send your orders on the website, or reply to a newer e-mail.';

/**
 * Takes a mail for one of its addresses, once.
 * @throws if the database or the mail server fails; the mail can be tried again
 */
export async function takeFetched(
  options: FetchedOptions,
  mail: FoundMail,
  recipient: FetchedRecipient,
): Promise<FetchedOutcome> {
  const { ctx } = options;
  const { headers, place } = mail;
  const owner = await recipient.handler.find(ctx, recipient.key);
  const raw = owner === null || mail.size > MAX_BYTES ? null : await mail.readWhole();
  const id = fetchedMailId(recipient, { headers, place, raw });
  const { state, attempts, at } = await beginTaking(ctx, id);
  if (state !== 'begun' && state !== 'acting') return state;
  const refuse = (message: string, about = { headers, owner }) =>
    end(ctx, id, { kind: 'refused', messages: [message] }, about);
  if (state === 'acting') return await refuse(INTERRUPTED);
  if (owner === null) {
    const senders = [headers.returnPath, headers.from];
    const ended = (await recipient.handler.findEnded?.(ctx, recipient.key, senders)) ?? null;
    return await refuse(ended === null ? UNKNOWN : ENDED, { headers, owner: ended });
  }
  if (raw === null) return await refuse(TOO_LARGE);
  if (attempts > MAX_ATTEMPTS) return await refuse(FAILED);
  const marking = { ...options, ctx: markingContext(ctx, id) };
  const arrived = { raw, envelopeFrom: headers.returnPath, arrivedAt: mail.arrivedAt, isRemembered: true };
  try {
    const outcome = await takeInboundMail(marking, recipient, arrived);
    return await end(ctx, id, outcome, { headers, owner });
  } catch (error) {
    if (ctx.now().getTime() - at.getTime() < TRY_FOR) await uncountAttempt(ctx, id);
    throw error;
  }
}

/** Stores what became of a mail, and answers it if it was refused. */
async function end(
  ctx: AppContext,
  id: string,
  outcome: InboundOutcome,
  about: { headers: FetchedHeaders; owner: AddressOwner | null },
): Promise<FetchedOutcome> {
  await runTransaction(ctx.db, async (tx: Tx) => {
    await endTaking(tx, id, outcome.kind);
    if (outcome.kind === 'refused') await answerRefused(tx, ctx, { ...about, messages: outcome.messages });
  });
  return outcome.kind;
}
