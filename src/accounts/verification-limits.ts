import type { AppContext } from '../context.ts';
import type { Tx } from '../database/outbox.ts';
import { addressHash } from './address-hash.ts';
import { isSpentFor, loggedNetwork, type Origin, type Spent, spentOf } from './network-mail.ts';

/*
 * Limits on verification mail. It goes to addresses that anyone can type in, so without limits the server could be used to
 * flood one mailbox, or to mail strangers everywhere until its mail is taken for spam. It is counted in the database, so
 * that requests from many networks count together; and in `MailRequest`, whose rows stay when a proof is used or ended,
 * because anyone can end the proofs of their own account.
 *
 * Each network, and each block of networks, has a limit of its own, too: network-mail.ts.
 *
 * Nobody who asks is told that a limit is reached: only mail to addresses without an account counts, so the answer would show
 * which addresses have one.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * How many verification mails one address gets within some time: `each` from one account, and from all people without an
 * account; `inAll` from everyone.
 */
const TO_ADDRESS = [
  { within: HOUR, each: 4, inAll: 20 },
  { within: DAY, each: 12, inAll: 60 },
];
/**
 * How many verification mails one address gets within a day at the request of one network. One person can have many
 * accounts, but only a few networks.
 */
const TO_ADDRESS_FROM_NETWORK = 4;
/** How many verification mails one account can cause in a day, to any addresses. */
const BY_ACCOUNT_PER_DAY = 12;
/** How many sign-up links the server mails in an hour, to all addresses together. Part of them is for new networks. */
export const SIGN_UPS_PER_HOUR = 120;
/**
 * The same for links to new addresses of accounts. They are counted apart: people without an account must not be able to keep
 * those who have one from changing their address.
 */
export const ADDRESS_CHANGES_PER_HOUR = 60;
/** Tells the locks of this file from others; the rest of their key is the address. */
const LOCK_SEED = 0x70726f6f66;

/** Whether the server has mailed as many sign-up links within the hour as it may, no matter to whom. */
export async function signUpsSpent(
  tx: Pick<Tx, 'mailRequest'>,
  ctx: Pick<AppContext, 'now'>,
): Promise<Spent> {
  const where = { ...mailedWithinHour(ctx), accountId: null };
  return spentOf(await tx.mailRequest.count({ where }), SIGN_UPS_PER_HOUR);
}

/** The same for links to new addresses of accounts. */
export async function addressChangesSpent(
  tx: Pick<Tx, 'mailRequest'>,
  ctx: Pick<AppContext, 'now'>,
): Promise<Spent> {
  const where = { ...mailedWithinHour(ctx), accountId: { not: null } };
  return spentOf(await tx.mailRequest.count({ where }), ADDRESS_CHANGES_PER_HOUR);
}

function mailedWithinHour(ctx: Pick<AppContext, 'now'>) {
  return { kind: 'verification' as const, at: { gt: new Date(ctx.now().getTime() - HOUR) } };
}

/**
 * Counts a verification mail, unless a limit has been reached. That of the network is counted before: `countRequestOfNetwork`.
 * @param mail.accountId the account that wants the address; null for a sign-up
 * @param mail.origin where the request comes from
 * @returns false if the mail must not be sent
 */
export async function countVerification(
  tx: Tx,
  ctx: AppContext,
  { accountId, email, origin }: { accountId: number | null; email: string; origin: Origin },
): Promise<boolean> {
  const now = ctx.now();
  const { network, block } = origin;
  const kind = 'verification' as const;
  const to = { kind, addressHash: addressHash(email) };
  const since = (time: number) => ({ at: { gt: new Date(now.getTime() - time) } });
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${to.addressHash}, ${LOCK_SEED}::bigint))`;
  const here = network ? await tx.mailRequest.count({ where: { ...to, network, ...since(DAY) } }) : null;
  if (here !== null && here >= TO_ADDRESS_FROM_NETWORK) return false;
  // By account, by network and in all: one person's requests must not keep another from getting a link. So the first
  // request of a network does not count with those of others without an account, and is refused later than others.
  const isFirst = here === 0;
  for (const { within, each, inAll } of TO_ADDRESS) {
    const recent = { ...to, ...since(within) };
    const byThese = await tx.mailRequest.count({ where: { ...recent, accountId } });
    if (byThese >= each && !(isFirst && accountId === null)) return false;
    if ((await tx.mailRequest.count({ where: recent })) >= (isFirst ? 2 * inAll : inAll)) return false;
  }
  if (accountId !== null) {
    const own = { kind, accountId, ...since(DAY) };
    if ((await tx.mailRequest.count({ where: own })) >= BY_ACCOUNT_PER_DAY) return false;
  }
  const isSignUp = accountId === null;
  const spent = await (isSignUp ? signUpsSpent(tx, ctx) : addressChangesSpent(tx, ctx));
  if (await isSpentFor(tx, ctx, origin, spent)) {
    const limit = isSignUp ? SIGN_UPS_PER_HOUR : ADDRESS_CHANGES_PER_HOUR;
    ctx.log.warn({ limit, spent, ...loggedNetwork(network) }, 'no more verification mail within this hour');
    return false;
  }
  ctx.log.info(loggedNetwork(network), 'a link that proves an address is mailed');
  const from = { network: network || null, block: block || null };
  await tx.mailRequest.create({ data: { ...to, accountId, ...from, at: now } });
  return true;
}
