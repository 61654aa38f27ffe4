import { recordReturnedMail } from '../../accounts/address-marks.ts';
import { lockAccount } from '../../accounts/lock-account.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { Delivery } from '../../database/generated/client.ts';
import { runTransaction } from '../../database/transaction.ts';
import { tellGmsOfReturnedMail } from '../../games/notices/returned-mail.ts';
import { createInTurn } from '../../in-turn.ts';
import { ok } from '../../rules/result.ts';
import { updateDeliveryJob } from '../delivery/delivery-jobs.ts';
import { lockDelivery, writeState } from '../delivery/delivery-row.ts';
import type { DeliveryState } from '../delivery/delivery-status.ts';
import { BOUNCE_PREFIX, findBounced } from '../outbound/bounce-address.ts';
import { SmtpRefusal } from '../smtp/receive-mail.ts';
import type { InboundAddressHandler } from './address-handler.ts';
import { isLarge, readBounceIsolated } from './parse-isolated.ts';
import { type Bounce, bounceOf, type ReportedRecipient } from './read-bounce.ts';

/** Bounces that wait to be read. Reading one stops everything else for a moment, as parsing any mail does. */
const MAX_WAITING = 50;

const busy = () => new SmtpRefusal(451, '4.3.2 This server is busy with other mail. Try again later.');
const small = createInTurn({ waiting: MAX_WAITING, busy });
const large = createInTurn({ waiting: MAX_WAITING, busy, elsewhere: true });

const STILL_SENDING = new SmtpRefusal(451, '4.3.0 That mail is still being sent. Try again later.');

/**
 * How many mails the return path of one mail takes: the report that it failed, and before it absence notes of those it was
 * forwarded to and reports that it is late. Every mail has such an address, and someone who got many must not be able to send
 * mail without end.
 */
const MAX_RETURNS = 6;

/** Milliseconds after which no mail comes back anymore. Mail servers try for five days at most (RFC 5321, 4.5.4.1). */
const MAX_RETURN_TIME = 7 * 86_400_000;

/**
 * Handles `bounce-<delivery>-<proof>@…`, the return paths of our mail. A mail that came back for good is listed as failed,
 * with the kind of reason, where the GM sees the mail of a game, and if the address is the reason, it is marked. A mail that came back
 * from another address, to which it was forwarded, may have arrived as well: its reader is told on the pages. All else is
 * dropped: nothing that arrives there is ever answered.
 */
export const bounceHandler: InboundAddressHandler = {
  prefix: BOUNCE_PREFIX,
  async find(ctx, key) {
    const id = await findBounced(ctx, key);
    const where = { id: id ?? '', returns: { lt: MAX_RETURNS } };
    return id === null
      ? null
      : await ctx.db.prisma.delivery.findFirst({ where, select: { accountId: true } });
  },
  async count(ctx, key) {
    const id = await findBounced(ctx, key);
    if (id === null) return;
    await ctx.db.prisma.delivery.updateMany({ where: { id }, data: { returns: { increment: 1 } } });
  },
  handle: async () => ok(undefined),
  async handleAutomatic(ctx, key, raw) {
    const id = await findBounced(ctx, key);
    const inTurn = isLarge(raw) ? large : small;
    const report = id === null ? null : await inTurn(() => readBounceIsolated(raw));
    if (id === null || report === null) return;
    const taken = await runTransaction(ctx.db, (tx) => takeReport(tx, ctx, id, report)).catch(
      async (error: unknown) => {
        // It is returned again, and must not have used up its returns by then.
        if (error === STILL_SENDING)
          await ctx.db.prisma.delivery.updateMany({ where: { id }, data: { returns: { decrement: 1 } } });
        throw error;
      },
    );
    if (taken !== null)
      ctx.log.warn(
        { delivery: id, hard: taken.isHard, at: taken.failedAt, reason: cameBack(taken) },
        'a mail came back',
      );
  },
};

/** That a mail came back, for the GM: without the words of the other mail server, which can name the address or say anything. */
function cameBack({ isHard, status }: Bounce): string {
  if (isHard) return `The e-mail came back: there is no such mailbox (${status}).`;
  if (status.startsWith('4.')) return `The e-mail came back: it could not be delivered in time (${status}).`;
  if (/^5\.2\./.test(status)) return `The e-mail came back: the mailbox did not take it (${status}).`;
  return `The e-mail came back: the other mail server did not take it (${status}).`;
}

/** Lists a mail as come back, and its account's address. Returns null if the mail did not come back, or had not been sent. */
async function takeReport(
  tx: Tx,
  ctx: AppContext,
  id: string,
  report: readonly ReportedRecipient[],
): Promise<Bounce | null> {
  const known = await tx.delivery.findUnique({ where: { id }, select: { accountId: true } });
  if (known === null) return null;
  const { accountId } = known;
  // Before the delivery, as by those who delete an account or change its address.
  if (accountId !== null) await lockAccount(tx, accountId);
  const delivery = await lockDelivery(tx, id);
  const bounce = delivery === null ? null : bounceOf(report, delivery.toAddress);
  if (delivery === null || bounce === null || !(await canComeBack(tx, ctx, delivery))) return null;
  const next = { ...delivery, ...changesBy(bounce, delivery) };
  await writeState(tx, delivery, next);
  if (bounce.isHard) await updateDeliveryJob(tx, ctx, id, { state: next });
  if (accountId === null || !bounce.isAboutAddress) return bounce;
  const { toAddress: address, sentAt, createdAt } = delivery;
  const isPassedOn = bounce.failedAt === 'passedOn';
  const mail = { accountId, deliveryId: id, address, sentAt: sentAt ?? createdAt, isPassedOn, ...bounce };
  if (await recordReturnedMail(tx, ctx, mail)) await tellGmsOfReturnedMail(tx, ctx, accountId);
  return bounce;
}

/** What a bounce changes about the state of a mail. See `forwarded-mail.ts` for a mail that is listed as sent and as come back. */
function changesBy(bounce: Bounce, { status }: Delivery): Partial<DeliveryState> {
  const lastError = cameBack(bounce);
  if (bounce.isHard)
    return { lastError, status: 'failed', obstacle: 'bounce', sentAt: null, nextAttempt: null };
  return { lastError, ...(status === 'sent' && bounce.failedAt !== 'address' && { obstacle: 'bounce' }) };
}

/**
 * Whether a bounce can be of a locked mail as it is. A mail that is tried again may have been taken before, if the reply was
 * lost; unless its account has a new address, to which it goes next.
 * @throws SmtpRefusal 451 if the mail is being sent: the server that took it may be quicker than its own reply
 */
async function canComeBack(tx: Tx, ctx: AppContext, delivery: Delivery): Promise<boolean> {
  const { status, sentAt, accountId, toAddress } = delivery;
  if (status === 'sending') throw STILL_SENDING;
  if (status === 'sent') return sentAt === null || ctx.now().getTime() - sentAt.getTime() <= MAX_RETURN_TIME;
  if (status !== 'retrying') return false;
  if (accountId === null) return true;
  const account = await tx.account.findUnique({ where: { id: accountId }, select: { email: true } });
  return account?.email === toAddress.toLowerCase();
}
