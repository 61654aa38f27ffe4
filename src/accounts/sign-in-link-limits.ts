import type { AppContext } from '../context.ts';
import type { Account } from '../database/generated/client.ts';
import type { Tx } from '../database/outbox.ts';
import { addressHash } from './address-hash.ts';
import { browserOf } from './known-browser.ts';
import { isKnownNetworkHash } from './known-networks.ts';
import { isSpentFor, loggedNetwork, type Spent, spentOf } from './network-mail.ts';

/*
 * Limits on sign-in links. Anyone can ask for a link to any account, so without limits one person could be mailed all day
 * long. Links that are asked for from a network from which the account has been signed in to have the limit by hour and a
 * high one by day of their own: strangers elsewhere must not be able to use up the links of its owner. All others also have
 * limits by day for each account, one by hour for each network and block of networks (network-mail.ts), and one by hour for the whole server. What
 * has a limit by day is counted in `MailRequest`.
 *
 * The limits by day are for each account and network, and for each account: otherwise one stranger could use up the links
 * of an owner who is in a new network, every day. So the first request of a network is not refused because others asked
 * often. Links that are asked for in a browser in which someone has signed in to the account before count like those from such
 * a network, and so do those by the link of an invitation, which only the account itself got, and those that a session asks for
 * to prove the address of its account again. The latter count for neither network nor browser at first: someone who has one
 * of the sessions must not use up the links of its owner. One person with an IPv4 address and an IPv6 /48 can cause 8 links to an account in a day. Flooding a mailbox takes
 * dozens of networks, and so does keeping an owner out who is in a network of their own.
 *
 * As with verification mail, nobody who asks is told that a limit is reached.
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Sign-in links that are mailed to one account within an hour, no matter from where they are requested. Above that one
 * more is mailed if none was within half of the time for which they are valid: someone who keeps asking for links to
 * another person's account must not keep that person from having a link that works.
 */
const MAX_LINKS_PER_HOUR = 4;
/** Sign-in links that are mailed to one account within a day at the request of one network that is new for it. */
const MAX_FROM_ONE_NETWORK = 4;
/**
 * The same at the request of one network or one browser in which the account was signed in to: someone else may use it, too. And by the
 * links of invitations, whose mail may have been passed on, and by sessions, which someone else may have.
 */
const MAX_FROM_KNOWN_NETWORK = 12;
/** What the links of invitations count for in place of a network or a browser. */
const INVITATIONS = 'invitations';
/** The same for links that prove the address of someone who is signed in again. */
const CONFIRMATIONS = 'confirmations';
/** The same for all networks that are new for it together, unless a network asks for the first time. */
const MAX_FROM_NEW_NETWORKS = 24;
/** The same, also for networks that ask for the first time. */
const MAX_FROM_ALL_NETWORKS = 72;
/**
 * Sign-in links that the server mails in an hour at the request of networks that are new for the account, in all. Part of them
 * is for networks that have caused no mail within a day.
 */
export const NEW_NETWORK_LINKS_PER_HOUR = 300;

/** Whether the server has mailed as many links within the hour as it may at the request of new networks. */
export async function signInLinksSpent(
  tx: Pick<Tx, 'mailRequest'>,
  ctx: Pick<AppContext, 'now'>,
): Promise<Spent> {
  const where = { kind: 'signInLink' as const, at: { gt: new Date(ctx.now().getTime() - HOUR) } };
  return spentOf(await tx.mailRequest.count({ where }), NEW_NETWORK_LINKS_PER_HOUR);
}

/** A sign-in link that someone asks for. */
interface CountedLink {
  /** How long it is valid. */
  minutes: number;
  /** The keyed hash of the network from which it is asked for, if that is known. */
  network?: string | undefined;
  /** The same for the IPv4 address or IPv6 /48. */
  wideNetwork?: string | undefined;
  /** The same for its block: the IPv4 /24 or IPv6 /32. */
  block?: string | undefined;
  /** Whether it may be sent only if the network or browser is known for the account, or if it counts apart. */
  onlyIfKnown: boolean;
  /** Whether the link of an invitation was used. */
  isInvited?: boolean | undefined;
  /** Whether a session of the account asks for it, to prove the address again. */
  isConfirmation?: boolean | undefined;
  /** The account that was last signed in to in the browser, as `browserOf` has it. */
  browser?: string | undefined;
}

/**
 * Counts a sign-in link that someone asks for, unless a limit has been reached.
 * @param account must be locked in this transaction, so that no link is left out
 * @returns false if the link must not be sent
 */
export async function countSignInLink(
  tx: Tx,
  ctx: AppContext,
  account: Pick<Account, 'id' | 'email'>,
  link: CountedLink,
): Promise<boolean> {
  const since = (time: number) => ({ gt: new Date(ctx.now().getTime() - time) });
  const mailed = (minutes: number) => {
    const createdAt = since(minutes * 60_000);
    return tx.delivery.count({ where: { accountId: account.id, kind: 'signInLink', createdAt } });
  };
  if ((await mailed(60)) >= MAX_LINKS_PER_HOUR && (await mailed(link.minutes / 2)) > 0) return false;
  const isKnown = await isKnownNetworkHash(tx, account.id, link.network ?? '');
  for (const place of await placesOf(ctx, account.id, link, isKnown)) {
    if (await countFromKnown(tx, ctx, account, place)) return true;
  }
  if (isKnown) return false;
  if (link.onlyIfKnown || (await isDaySpent(tx, ctx, account.id, link.wideNetwork))) return false;
  const origin = { network: link.wideNetwork, block: link.block };
  const from = loggedNetwork(link.wideNetwork);
  const spent = await signInLinksSpent(tx, ctx);
  if (await isSpentFor(tx, ctx, origin, spent)) {
    const limit = NEW_NETWORK_LINKS_PER_HOUR;
    ctx.log.warn(
      { limit, spent, ...from },
      'no more sign-in links to networks that are new for an account within this hour',
    );
    return false;
  }
  ctx.log.info(from, 'a sign-in link is mailed at the request of a network that is new for the account');
  const own = { kind: 'signInLink' as const, accountId: account.id, addressHash: addressHash(account.email) };
  const networks = { network: link.wideNetwork || null, block: link.block || null };
  await tx.mailRequest.create({ data: { ...own, ...networks, at: ctx.now() } });
  return true;
}

/**
 * What a link counts for before it counts for a new network. The next one is for when the one before is used up: neighbors
 * may have used up what a network has, and someone with a session what sessions have.
 */
async function placesOf(
  ctx: AppContext,
  accountId: number,
  { network = '', browser, isInvited, isConfirmation }: CountedLink,
  isKnown: boolean,
): Promise<string[]> {
  const isOwnBrowser = browser !== undefined && browser === (await browserOf(ctx, accountId));
  return [
    ...(isInvited ? [INVITATIONS] : []),
    ...(isConfirmation ? [CONFIRMATIONS] : []),
    ...(isKnown ? [network] : []),
    ...(isOwnBrowser ? [browser] : []),
  ];
}

/**
 * Counts a link that is asked for in a network that is known for the account, or a browser, by the link of an invitation, or by a
 * session: for all but the first, all networks count together, because someone else may have one. Returns false if there were too many.
 */
async function countFromKnown(
  tx: Tx,
  ctx: AppContext,
  account: Pick<Account, 'id' | 'email'>,
  place: string,
): Promise<boolean> {
  const own = { kind: 'knownNetworkLink' as const, accountId: account.id, network: place };
  const at = { gt: new Date(ctx.now().getTime() - DAY) };
  if ((await tx.mailRequest.count({ where: { ...own, at } })) >= MAX_FROM_KNOWN_NETWORK) return false;
  await tx.mailRequest.create({ data: { ...own, addressHash: addressHash(account.email), at: ctx.now() } });
  return true;
}

/** Whether new networks, or this one of them, have got as many links to the account as they may within a day. */
async function isDaySpent(
  tx: Tx,
  ctx: AppContext,
  accountId: number,
  wideNetwork: string | undefined,
): Promise<boolean> {
  const at = { gt: new Date(ctx.now().getTime() - DAY) };
  const own = { kind: 'signInLink' as const, accountId, at };
  const all = await tx.mailRequest.count({ where: own });
  const network = wideNetwork || null;
  const here = await tx.mailRequest.count({ where: { ...own, network } });
  if (network !== null && here >= MAX_FROM_ONE_NETWORK) return true;
  return all >= (here === 0 ? MAX_FROM_ALL_NETWORKS : MAX_FROM_NEW_NETWORKS);
}
