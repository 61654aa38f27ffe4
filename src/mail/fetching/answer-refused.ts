import { emailSchema, parseInput } from '../../accounts/account-details.ts';
import type { AppContext } from '../../context.ts';
import { enqueueDelivery, type Tx } from '../../database/outbox.ts';
import type { FetchedHeaders } from './fetched-headers.ts';

/*
 * A fetched mail that is not taken is answered by mail: its sender's server has handed it over long ago, so there is no
 * conversation in which to refuse it. Spam has forged senders, so strangers get an answer only if they knew one of our secret
 * addresses, and all answers have limits.
 */

/** Answers to one address, and to all, within 24 hours. */
export const REFUSALS_A_DAY = { toAddress: 3, toAll: 100 };

const DAY = 24 * 3_600_000;

/** A Message-ID that can be repeated in a header. */
const MESSAGE_ID = /^<[^<>\s]{1,250}>$/;

/** A refused mail. */
export interface RefusedMail {
  headers: Pick<FetchedHeaders, 'returnPath' | 'messageId' | 'automatic'>;
  /** Whether it was sent to an address that exists, which only those know who got a mail from us. */
  knewAddress: boolean;
  /** For the sender: what would be right. */
  messages: readonly string[];
}

/**
 * Answers a mail that was not taken, unless a program wrote it, its sender is a stranger, or the limits are reached.
 * @returns whether an answer is sent
 */
export async function answerRefused(
  tx: Tx,
  ctx: AppContext,
  { headers, knewAddress, messages }: RefusedMail,
): Promise<boolean> {
  if (headers.automatic !== null || headers.returnPath === '') return false;
  const checked = parseInput(emailSchema, { email: headers.returnPath });
  if (!checked.ok) return false;
  const address = checked.value.email;
  if (!knewAddress && !(await isKnown(tx, address))) return false;
  if (await limitReached(tx, ctx, address)) {
    ctx.log.info('a refused mail is not answered: there were too many');
    return false;
  }
  const { messageId } = headers;
  const inReplyTo = messageId !== null && MESSAGE_ID.test(messageId) ? messageId : null;
  const detail = { messages, inReplyTo };
  await enqueueDelivery(tx, { kind: 'refusal', address, name: '', detail }, ctx);
  return true;
}

/** Whether someone who has used their account has this address. */
async function isKnown(tx: Tx, email: string): Promise<boolean> {
  return (await tx.account.count({ where: { email, addressProvedAt: { not: null }, deletedAt: null } })) > 0;
}

async function limitReached(tx: Tx, ctx: AppContext, toAddress: string): Promise<boolean> {
  const where = { kind: 'refusal' as const, createdAt: { gt: new Date(ctx.now().getTime() - DAY) } };
  const toAll = await tx.delivery.count({ where });
  const toOne = await tx.delivery.count({ where: { ...where, toAddress } });
  return toAll >= REFUSALS_A_DAY.toAll || toOne >= REFUSALS_A_DAY.toAddress;
}
