import type { AppContext } from '../context.ts';
import type { Tx } from '../database/outbox.ts';

/*
 * A limit for each network on the mail that strangers cause: sign-up links, links to a new address, and sign-in links to
 * accounts that were never used from there. All of them count together, and a network is an IPv4 address or an IPv6 /48,
 * since one customer of a provider may have a whole /48. The limit is far below those of the server: one person with an
 * IPv4 address and a /48 causes 40 mails an hour, and people in other networks still get theirs. Someone who has 256 IPv4
 * addresses side by side has one limit for all of them: a block of networks (`blockOf`) causes twice as much as a network.
 *
 * Every request counts, before anything is looked up: also one for an address without an account, for an account that was used
 * from there, and for mail that other limits stop. Otherwise someone could use up all but one, ask for a link to an address,
 * and then see by a mail to an address of their own whether that link was mailed.
 *
 * As with the other limits, nobody who asks is told that it is reached. The log tells which network it was.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Mails an hour unless the operator expects many people in one network. */
const DEFAULT_PER_HOUR = 20;
/** How many times the limit of one network its block has. */
const NETWORKS_PER_BLOCK = 2;
/** In how many networks of one block people may ask for mail within an hour while only the kept part of a limit of the server is left. */
const NEW_NETWORKS_OF_BLOCK = 3;
/** Tells the locks of this file from others; the rest of their key is the network. */
const LOCK_SEED = 0x6e65747773;
/** Hexadecimal digits of a network's hash in the log, as many as for sign-ins. */
const DIGITS = 12;

/** Where a stranger's request comes from, as keyed hashes; blank or missing if it is not known. */
export interface Origin {
  /** The IPv4 address or IPv6 /48. */
  network?: string | undefined;
  /** The block that the network is in: the IPv4 /24 or IPv6 /32. */
  block?: string | undefined;
}

/** As a field of a line in the log. The hash is that of failed sign-ins, except for IPv6. */
export function loggedNetwork(network: string | undefined): { networkHash: string | null } {
  return { networkHash: network ? network.slice(0, DIGITS) : null };
}

/**
 * Counts a request for mail, unless there were too many in its network or block. Until the transaction ends, no other request
 * of the block is counted. What is not known of the origin has no limit. Callers must have looked nothing up and locked
 * nothing yet.
 * @returns false if strangers in this network may cause no mail now
 */
export async function countRequestOfNetwork(
  tx: Tx,
  ctx: AppContext,
  { network, block }: Origin,
): Promise<boolean> {
  const limit = ctx.networkMails ?? DEFAULT_PER_HOUR;
  // Always in this order, so that no two requests wait for each other.
  const isNetworkSpent = network ? await isSpent(tx, ctx, { network }, limit) : false;
  const isBlockSpent = block ? await isSpent(tx, ctx, { block }, limit * NETWORKS_PER_BLOCK) : false;
  if (!isNetworkSpent && !isBlockSpent) {
    const where = { network: network || null, block: block || null };
    const data = { kind: 'askedInNetwork' as const, addressHash: '', ...where, at: ctx.now() };
    if (network || block) await tx.mailRequest.create({ data });
    return true;
  }
  const which = isNetworkSpent ? 'network' : 'block of networks';
  ctx.log.warn(
    { limit, ...loggedNetwork(network) },
    `no more mail for strangers in this ${which} within this hour`,
  );
  return false;
}

/** Whether as many mails were asked for in a network or block within the hour as may be; it is locked for other transactions. */
async function isSpent(
  tx: Tx,
  ctx: AppContext,
  where: { network: string } | { block: string },
  limit: number,
): Promise<boolean> {
  const [key] = Object.values(where) as [string];
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, ${LOCK_SEED}::bigint))`;
  const asked = { ...where, kind: 'askedInNetwork' as const, at: within(ctx, HOUR) };
  return (await tx.mailRequest.count({ where: asked })) >= limit;
}

/** How much of a limit of the server is used up: the part that is for all networks, or also the one that is kept for new ones. */
export type Spent = 'no' | 'common' | 'all';

/**
 * The part of a limit of the server that is for all networks. The last third is kept for networks in which no one has asked for
 * mail within a day: otherwise a few networks could use up all of it, and no one else could sign up. Of each block of networks it is
 * for a few in an hour: a block may be one person's, but may also have most customers of a provider in it.
 */
export function commonPart(limit: number): number {
  return Math.ceil((limit * 2) / 3);
}

/** How much of a limit of the server is used up after so many mails within the hour. */
export function spentOf(mails: number, limit: number): Spent {
  if (mails >= limit) return 'all';
  return mails >= commonPart(limit) ? 'common' : 'no';
}

/**
 * Whether a limit of the server leaves nothing for this origin. One that is not known counts as one in which no one has asked. It
 * counts requests, not mails: otherwise someone could ask for a link to an address, and then see by a mail to themselves whether it
 * was mailed. The request itself has been counted already (`countRequestOfNetwork`), except one by the link of an invitation.
 */
export async function isSpentFor(
  tx: Tx,
  ctx: AppContext,
  { network, block }: Origin,
  spent: Spent,
): Promise<boolean> {
  if (spent !== 'common') return spent === 'all';
  const askedWithin = (time: number) => ({ kind: 'askedInNetwork' as const, at: within(ctx, time) });
  if (network && (await tx.mailRequest.count({ where: { ...askedWithin(DAY), network } })) > 1) return true;
  if (!block) return false;
  const where = { ...askedWithin(HOUR), block };
  const networks = await tx.mailRequest.groupBy({ by: ['network'], where });
  return networks.length > NEW_NETWORKS_OF_BLOCK;
}

function within(ctx: AppContext, time: number) {
  return { gt: new Date(ctx.now().getTime() - time) };
}
