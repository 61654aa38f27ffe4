import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { FetchedState } from '../../database/generated/client.ts';
import type { Tx } from '../../database/outbox.ts';

/*
 * Each fetched mail is taken once, although the server may die at any moment between fetching it and moving it away: a row
 * for each mail and address says how far it came. The row is marked in the first transaction in which the mail has an
 * effect, so a mail is taken up again only if it had none.
 */

/** Where a mail lies. */
export interface MailPlace {
  /** See `mailboxHash`. */
  mailbox: string;
  uidValidity: bigint;
  uid: number;
}

/** How far a mail had come before this attempt, and which attempt this is. */
export interface Begun {
  id: string;
  state: FetchedState;
  attempts: number;
}

/** What stands for a mail to one of our addresses: its Message-ID, or its place if it has none. */
export function fetchedMailId(address: string, messageId: string | null, place: MailPlace): string {
  const name = messageId ?? `${place.mailbox} ${place.uidValidity} ${place.uid}`;
  return createHash('sha256').update(`${address}\0${name}`).digest('hex');
}

/** Remembers that a mail is being taken, and counts the attempts that had no effect. */
export async function beginFetched(ctx: AppContext, id: string, place: MailPlace): Promise<Begun> {
  const row = { id, ...place, uid: BigInt(place.uid), attempts: 1, at: ctx.now() };
  const { state, attempts } = await ctx.db.prisma.fetchedMail.upsert({
    where: { id },
    create: row,
    update: { attempts: { increment: 1 } },
  });
  return { id, state, attempts };
}

/**
 * The context with which a mail is handled: the first transaction that commits also marks the mail, unless it is one of
 * `beforeEffects`.
 */
export function markingContext(ctx: AppContext, id: string): AppContext {
  const { prisma } = ctx.db;
  let marked = false;
  const $transaction = async <T>(work: (tx: Tx) => Promise<T>, options?: object): Promise<T> => {
    const result = await prisma.$transaction(async (tx) => {
      const value = await work(tx);
      if (!marked) await tx.fetchedMail.update({ where: { id }, data: { state: 'acting' } });
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

/** Remembers what became of a mail. */
export async function endFetched(tx: Tx, id: string, state: FetchedState): Promise<void> {
  await tx.fetchedMail.update({ where: { id }, data: { state } });
}

/**
 * The UID from which on mail has to be looked at: that of the first mail that is not done, or else that of the last one that
 * is, because the server may have died before it moved it away.
 */
export async function firstUidToLookAt(
  { db }: AppContext,
  { mailbox, uidValidity }: Pick<MailPlace, 'mailbox' | 'uidValidity'>,
): Promise<number> {
  const where = { mailbox, uidValidity };
  const open = await db.prisma.fetchedMail.aggregate({
    where: { ...where, state: { in: ['begun', 'acting'] } },
    _min: { uid: true },
  });
  const last = await db.prisma.fetchedMail.aggregate({ where, _max: { uid: true } });
  return Number(open._min.uid ?? last._max.uid ?? 1n);
}
