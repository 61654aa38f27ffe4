import type { AppContext } from '../context.ts';
import type { Tx } from '../database/outbox.ts';

/*
 * A limit for each network on the mail that strangers cause: sign-up links, links to a new address, and sign-in links to
 * accounts that were never used from there. All of them count together, and a network is an IPv4 address or an IPv6 /48,
 * since one customer of a provider may have a whole /48. The limit is far below those of the server: one person with an
 * IPv4 address and a /48 causes 40 mails an hour, and people in other networks still get theirs.
 *
 * As with the other limits, nobody who asks is told that it is reached. The log tells which network it was.
 */

const HOUR = 3_600_000;
/** Mails an hour unless the operator expects many people in one network. */
const DEFAULT_PER_HOUR = 20;
/** Tells the locks of this file from others; the rest of their key is the network. */
const LOCK_SEED = 0x6e65747773;
/** Hexadecimal digits of a network's hash in the log, as many as for sign-ins. */
const DIGITS = 12;

/** As a field of a line in the log. The hash is that of failed sign-ins, except for IPv6. */
export function loggedNetwork(network: string | undefined): { networkHash: string | null } {
  return { networkHash: network ? network.slice(0, DIGITS) : null };
}

/**
 * Whether strangers in this network may cause another mail now. Until the transaction ends, no other mail of the network
 * is counted.
 * @param network the keyed hash of the IPv4 address or IPv6 /48; if it is not known, there is no limit
 */
export async function mayNetworkCauseMail(
  tx: Tx,
  ctx: AppContext,
  network: string | undefined,
): Promise<boolean> {
  if (!network) return true;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${network}, ${LOCK_SEED}::bigint))`;
  const limit = ctx.networkMails ?? DEFAULT_PER_HOUR;
  const at = { gt: new Date(ctx.now().getTime() - HOUR) };
  // Those who ask for links to accounts that are used in the network are no strangers.
  const kind = { not: 'knownNetworkLink' as const };
  if ((await tx.mailRequest.count({ where: { network, at, kind } })) < limit) return true;
  ctx.log.warn(
    { limit, ...loggedNetwork(network) },
    'no more mail for strangers in this network within this hour',
  );
  return false;
}
