import type { AppContext } from '../../context.ts';
import type { TakenMailState } from '../../database/generated/client.ts';
import type { Tx } from '../../database/outbox.ts';
import { SmtpRefusal } from '../smtp/receive-mail.ts';

/*
 * Each mail is taken once, although the server may die at any moment while it takes it, and although mail servers send a
 * mail again if they missed the reply: a row for each mail and address says how far it came. The row is marked in the first
 * transaction in which the mail has an effect, so a mail is taken up again only if it had none.
 */

/** How far a mail had come before this attempt, since when, and which attempt this is. */
export interface Begun {
  id: string;
  state: TakenMailState;
  at: Date;
  attempts: number;
}

/** What to tell the sender of a mail that may have been taken in part: trying again could do a thing twice. */
export const INTERRUPTED =
  'This server stopped while it took your e-mail, and cannot tell how far it came. Look on the website whether what you sent is there, and send it again if it is not.';

/** The sending server tries again, and learns then what became of the mail. */
export const TAKEN_ELSEWHERE = new SmtpRefusal(
  451,
  '4.3.0 This message is being taken on another connection. Try again later.',
);

/** Remembers that a mail is being taken, and counts the attempts that had no effect. */
export async function beginTaking(ctx: AppContext, id: string): Promise<Begun> {
  const { state, at, attempts } = await ctx.db.prisma.takenMail.upsert({
    where: { id },
    create: { id, attempts: 1, at: ctx.now() },
    update: { attempts: { increment: 1 } },
  });
  return { id, state, at, attempts };
}

/** Takes back that an attempt was counted. If this fails, the next attempt counts one more than there were. */
export async function uncountAttempt(ctx: AppContext, id: string): Promise<void> {
  const where = { id, state: 'begun' as const };
  const data = { attempts: { decrement: 1 } };
  await ctx.db.prisma.takenMail.updateMany({ where, data }).catch(() => undefined);
}

/**
 * The context with which a mail is handled: the first transaction that commits also marks the mail, unless it is one of
 * `beforeEffects`. If another attempt marked it meanwhile, that transaction has no effect and throws SmtpRefusal 451.
 */
export function markingContext(ctx: AppContext, id: string): AppContext {
  const { prisma } = ctx.db;
  let marked = false;
  const $transaction = async <T>(work: (tx: Tx) => Promise<T>, options?: object): Promise<T> => {
    const result = await prisma.$transaction(async (tx) => {
      const value = await work(tx);
      if (!marked) await mark(tx, id, ctx.now());
      return value;
    }, options);
    marked = true;
    return result;
  };
  const marking = new Proxy(prisma, {
    get: (target, name) => (name === '$transaction' ? $transaction : Reflect.get(target, name)),
  });
  return { ...ctx, db: { ...ctx.db, prisma: marking }, beforeEffects: ctx };
}

async function mark(tx: Tx, id: string, at: Date): Promise<void> {
  const where = { id, state: 'begun' as const };
  const { count } = await tx.takenMail.updateMany({ where, data: { state: 'acting', at } });
  if (count === 0) throw TAKEN_ELSEWHERE;
}

/** Remembers what became of a mail. */
export async function endTaking(tx: Tx, id: string, state: TakenMailState): Promise<void> {
  await tx.takenMail.update({ where: { id }, data: { state } });
}
