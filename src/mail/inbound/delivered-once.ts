import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import type { InboundMail } from './parse-inbound-mail.ts';
import type { Recipient } from './recipient.ts';
import { beginTaking, endTaking, INTERRUPTED, markingContext, TAKEN_ELSEWHERE } from './taken-once.ts';

/**
 * What tells a mail that a mail server hands over from others to the same address: its Message-ID and everything that its
 * sender wrote, because some programs give the same Message-ID to different mails. The other header lines are left out: mail
 * servers add to them. Null if it has no Message-ID: two mails without one may be equal, like STATUS twice.
 */
export function deliveredMailId(
  { handler, key }: Recipient,
  { messageId, subject }: InboundMail,
  raw: Buffer,
): string | null {
  if (messageId === null) return null;
  const name = [`${handler.prefix}-${key}`, messageId, subject].join('\0');
  return createHash('sha256').update(name).update('\0').update(bodyOf(raw)).digest('hex');
}

/** Everything below the header lines (RFC 5322, 2.1). */
function bodyOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return end === -1 ? raw : raw.subarray(end);
}

/** An attempt that did something so many milliseconds ago but has not ended will never end: its process was stopped. */
const LONGEST_ATTEMPT = 120_000;

/**
 * Handles a mail, unless it has been taken before: mail servers send a mail again if they missed the reply. A mail that was
 * refused may come again, and is handled again.
 * Problems: those of `handle`, and `interrupted` if an earlier attempt did something of what the mail asks for but did not
 * end.
 * @throws SmtpRefusal 451 if the mail is being taken on another connection; what `handle` throws
 */
export async function handleOnce(
  ctx: AppContext,
  id: string | null,
  handle: (ctx: AppContext) => Promise<Result<void>>,
): Promise<Result<void>> {
  if (id === null) return await handle(ctx);
  const { state, at } = await beginTaking(ctx, id);
  if (state === 'taken') return ok(undefined);
  if (state === 'acting' && ctx.now().getTime() - at.getTime() < LONGEST_ATTEMPT) throw TAKEN_ELSEWHERE;
  if (state === 'acting') return fail('', 'interrupted', INTERRUPTED);
  const handled = await handle(markingContext(ctx, id));
  if (handled.ok) await endTaking(ctx.db.prisma, id, 'taken');
  else await ctx.db.prisma.takenMail.deleteMany({ where: { id } });
  return handled;
}
