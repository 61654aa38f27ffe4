import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { bodyOf } from './mail-id.ts';
import type { Recipient } from './recipient.ts';
import { beginTaking } from './taken-once.ts';

/*
 * A mail with which the process dies is not answered, so its sender's server sends it again, for days. So each attempt is counted
 * before anything of the mail is parsed, and forgotten once it ended in any way: what stays are attempts with which a process died.
 */

/** After so many attempts that did not end, a mail is refused: it may be what ended the process. */
const MAX_ATTEMPTS = 5;

/** By mail: the attempts of this process that have not ended yet. The same mail may come on several connections at once. */
const underWay = new Map<string, number>();

/**
 * Takes a mail, unless earlier attempts to take it did not end.
 * @param take takes it
 * @returns what `take` returns; null if it was not called
 * @throws what `take` throws, or any error if the database fails
 */
export async function unlessFatal<T>(
  ctx: AppContext,
  { recipient, raw }: { recipient: Recipient; raw: Buffer },
  take: () => Promise<T>,
): Promise<T | null> {
  const id = attemptId(recipient, raw);
  const others = underWay.get(id) ?? 0;
  underWay.set(id, others + 1);
  try {
    const { attempts } = await beginTaking(ctx, id);
    if (attempts - others > MAX_ATTEMPTS) return null;
    return await take().finally(() => forget(ctx, id));
  } finally {
    const left = (underWay.get(id) ?? 1) - 1;
    if (left === 0) underWay.delete(id);
    else underWay.set(id, left);
  }
}

/** What tells a mail from others before it is parsed. Mail servers add to its header lines, which are left out. */
function attemptId({ handler, key }: Recipient, raw: Buffer): string {
  const name = `attempt\0${handler.prefix}-${key}\0`;
  return createHash('sha256').update(name).update(bodyOf(raw)).digest('hex');
}

async function forget(ctx: AppContext, id: string): Promise<void> {
  // If this fails, the next attempt counts one more than there were.
  await ctx.db.prisma.takenMail.deleteMany({ where: { id } }).catch(() => undefined);
}
