import type { AppContext } from '../../context.ts';
import type { InboundAddressHandler } from './address-handler.ts';
import { handleOnce } from './delivered-once.ts';
import { unlessFatal } from './fatal-mail.ts';
import { mailId } from './mail-id.ts';
import type { MailPlaceInQueue, ParseInTurn } from './parse-in-turn.ts';
import type { InboundMailResult } from './parse-inbound-mail.ts';
import type { Recipient } from './recipient.ts';
import { sentAt } from './sent-at.ts';

/** The maximum size of a mail in bytes: enough for text and a filled-in PDF. Everything else is dropped. */
export const MAX_BYTES = 3 * 1024 * 1024;

/** For the sender of a mail with which this server failed again and again. */
export const FAILED = 'This server could not read it. Send it again, or use the website.';

/** What became of a mail to one of our addresses, however it arrived. */
export type InboundOutcome =
  | { kind: 'taken' }
  /** A program wrote it, or it is our own: it must not be answered. `reason` is for the log. */
  | { kind: 'dropped'; reason: string }
  /** `messages` are for the sender: what would be right. */
  | { kind: 'refused'; messages: readonly string[] };

/** What taking a mail needs besides the mail. */
export interface TakeOptions {
  ctx: AppContext;
  /** The sender of the server's own mail: `Whistlestop <post@example.org>`. */
  from: string;
  parse: ParseInTurn;
}

/** A mail as it arrived. */
export interface ArrivedMail {
  /** The whole mail, of MAX_BYTES at most. */
  raw: Buffer;
  /** The return path; empty for a bounce. */
  envelopeFrom: string;
  /** When it came to the mailbox from which it was fetched; if it is missing, it has come just now. */
  arrivedAt?: Date;
  /** Whose place it has in the queue; if it is missing, only the whole queue has a limit. */
  place?: MailPlaceInQueue;
  /** Whether the caller remembers itself which mails were taken. Otherwise each is taken once: see `handleOnce`. */
  isRemembered?: boolean;
}

/**
 * Does what a mail to an address is for. Everything is committed when it resolves. Nothing of the mail is logged.
 * @throws SmtpRefusal if too many mails wait, or the sender is gone before it was its turn; any other error if the database fails
 */
export async function takeInboundMail(
  options: TakeOptions,
  recipient: Recipient,
  mail: ArrivedMail,
): Promise<InboundOutcome> {
  // Its attempts are counted already.
  if (mail.isRemembered === true) return await take(options, recipient, mail);
  const { ctx } = options;
  const outcome = await unlessFatal(ctx, { recipient, raw: mail.raw }, () => take(options, recipient, mail));
  return outcome ?? refused([FAILED], ctx.log.child({ handler: recipient.handler.prefix }));
}

async function take(
  { ctx, from, parse }: TakeOptions,
  recipient: Recipient,
  { raw, envelopeFrom, place, isRemembered, arrivedAt = ctx.now() }: ArrivedMail,
): Promise<InboundOutcome> {
  const { handler, key } = recipient;
  const log = ctx.log.child({ handler: handler.prefix });
  const parsed = await parse(raw, envelopeFrom, place);
  await handler.count?.(ctx, key);
  if (parsed.kind === 'refused') return refused([parsed.message], log);
  const reason = await dropReason(ctx, handler, parsed);
  if (parsed.kind === 'automatic' || reason !== null) {
    if (parsed.kind === 'automatic') await handler.handleAutomatic?.(ctx, key, raw);
    log.info({ reason }, 'automatic inbound mail dropped');
    return { kind: 'dropped', reason: reason ?? '' };
  }
  const { mail } = parsed;
  const { messageId, subject } = mail;
  const id =
    isRemembered === true || messageId === null ? null : mailId(recipient, { messageId, subject }, raw);
  const handled = await handleOnce(ctx, id, (marking) =>
    handler.handle(marking, { key, sender: from }, { ...mail, sentAt: sentAt(mail.received, arrivedAt) }),
  );
  if (!handled.ok)
    return refused(
      handled.problems.map(({ message }) => message),
      log,
    );
  log.info('inbound mail accepted');
  return { kind: 'taken' };
}

function refused(messages: readonly string[], log: AppContext['log']): InboundOutcome {
  log.info('inbound mail refused');
  return { kind: 'refused', messages };
}

/** Why the mail must not be answered or passed on; null if it is for the handler. */
async function dropReason(
  ctx: AppContext,
  handler: InboundAddressHandler,
  parsed: Exclude<InboundMailResult, { kind: 'refused' }>,
): Promise<string | null> {
  if (parsed.kind === 'automatic') return parsed.reason;
  const { list, messageId } = parsed.mail;
  return handler.takesListMail === true
    ? ownMailReason(ctx, messageId)
    : (list ?? ownMailReason(ctx, messageId));
}

/** Recognizes the server's own mail that was forwarded back to it, which would otherwise go around in circles. */
async function ownMailReason(ctx: AppContext, messageId: string | null): Promise<string | null> {
  if (messageId === null) return null;
  const where = { messageId };
  const own = await ctx.db.prisma.delivery.findUnique({ where, select: { id: true } });
  return own === null ? null : 'our own mail';
}
