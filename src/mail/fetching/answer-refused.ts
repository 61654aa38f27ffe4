import { emailSchema, parseInput } from '../../accounts/account-details.ts';
import type { AppContext } from '../../context.ts';
import { enqueueDelivery, type Tx } from '../../database/outbox.ts';
import { answeredId } from '../../text/message-id.ts';
import type { AddressOwner } from '../inbound/address-handler.ts';
import type { FetchedHeaders } from './fetched-headers.ts';

/*
 * A fetched mail that is not taken is answered by mail: its sender's server has handed it over long ago, so there is no
 * conversation in which to refuse it. Spam has forged senders, so strangers get an answer only if they knew one of our secret
 * addresses, and all answers have limits. Some mail services have return paths of their own, which no one reads; so if only
 * the address in From is that of an account, the answer goes there. A From is easy to forge, so to senders who knew no secret
 * address there is only one such answer: others cannot use up the answers to a player with it.
 */

/**
 * Answers within 24 hours: to one address, also if it may be forged, to all strangers, and to all people with an account. Strangers have a share of
 * their own, so that mail with many forged senders does not use up the answers to players. And for mail to the addresses of
 * one account, which only those know who got its mail: no one can use up the answers with one's own addresses.
 */
export const REFUSALS_A_DAY = {
  toAddress: 3,
  toForgeable: 1,
  perAccount: 5,
  toStrangers: 100,
  toPeople: 300,
};

const DAY = 24 * 3_600_000;

/** A refused mail. */
export interface RefusedMail {
  headers: Pick<FetchedHeaders, 'returnPath' | 'from' | 'messageId' | 'automatic'>;
  /** Whose address it was sent to, which only those know who got a mail from us; null if it does not exist. */
  owner: AddressOwner | null;
  /** For the sender: what would be right. */
  messages: readonly string[];
  /** Whether anyone may know the address it was sent to, so that all that it says of its sender may be forged; false by default. */
  isPublic?: boolean;
}

/**
 * Answers a mail that was not taken, unless a program wrote it, its sender is a stranger, or the limits are reached.
 * @returns whether an answer is sent
 */
export async function answerRefused(
  tx: Tx,
  ctx: AppContext,
  { headers, owner, messages, isPublic = false }: RefusedMail,
): Promise<boolean> {
  if (headers.automatic !== null || headers.returnPath === '') return false;
  const returnPath = addressIn(headers.returnPath);
  const senders = [returnPath, addressIn(headers.from)].filter((one) => one !== null);
  const known = await knownOf(tx, senders);
  const knownSender = senders.find((one) => known.includes(one));
  const address = knownSender ?? (owner === null ? null : returnPath);
  if (address === null) return false;
  const accountId = owner?.accountId ?? null;
  const isForgeable = isPublic || (owner === null && address !== returnPath);
  const isKnown = knownSender !== undefined;
  if (await limitReached(tx, ctx, { toAddress: address, isForgeable, isKnown, accountId })) {
    ctx.log.info('a refused mail is not answered: there were too many');
    return false;
  }
  const detail = { messages, inReplyTo: answeredId(headers.messageId), accountId };
  await enqueueDelivery(tx, { kind: 'refusal', address, name: '', detail }, ctx);
  return true;
}

/** An address as accounts have it; null if it is none. */
function addressIn(text: string): string | null {
  const checked = parseInput(emailSchema, { email: text });
  return checked.ok ? checked.value.email : null;
}

/** Those of the addresses that someone who has used their account has. */
async function knownOf(tx: Tx, addresses: readonly string[]): Promise<string[]> {
  const where = { email: { in: [...new Set(addresses)] }, addressProvedAt: { not: null }, deletedAt: null };
  return (await tx.account.findMany({ where, select: { email: true } })).map(({ email }) => email);
}

async function limitReached(
  tx: Tx,
  ctx: AppContext,
  {
    toAddress,
    isForgeable,
    isKnown,
    accountId,
  }: { toAddress: string; isForgeable: boolean; isKnown: boolean; accountId: number | null },
): Promise<boolean> {
  const where = { kind: 'refusal' as const, createdAt: { gt: new Date(ctx.now().getTime() - DAY) } };
  const answers = await tx.delivery.findMany({ where, select: { toAddress: true, detail: true } });
  const ofAccount = answers.filter(({ detail }) => accountId !== null && detail.accountId === accountId);
  if (ofAccount.length >= REFUSALS_A_DAY.perAccount) return true;
  const sent = answers.map((one) => one.toAddress);
  const max = isForgeable ? REFUSALS_A_DAY.toForgeable : REFUSALS_A_DAY.toAddress;
  if (sent.filter((one) => one === toAddress).length >= max) return true;
  const known = new Set(await knownOf(tx, sent));
  const toPeople = sent.filter((one) => known.has(one)).length;
  return isKnown ? toPeople >= REFUSALS_A_DAY.toPeople : sent.length - toPeople >= REFUSALS_A_DAY.toStrangers;
}
