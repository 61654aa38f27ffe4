import type { AppContext } from '../context.ts';
import type { Tx } from '../database/client.ts';
import { runTransaction } from '../database/transaction.ts';
import { keyedHash } from './keyed-hash.ts';
import { holdAccount } from './lock-account.ts';

/** How many networks of an account are kept: the latest. */
export const NETWORKS_KEPT = 20;

/** After how many milliseconds it is noted again that a network is in use. */
const NOTE_AGAIN = 24 * 3_600_000;

/** Whether someone has signed in to the account from this network. Takes as long if there is no such account. */
export async function isKnownNetwork(ctx: AppContext, accountId: number, network: string): Promise<boolean> {
  return isKnownNetworkHash(ctx.db.prisma, accountId, await networkHash(ctx, network));
}

/** The form in which networks are kept. Finding it looks nothing up that depends on the network. */
export function networkHash(ctx: Pick<AppContext, 'db'>, network: string): Promise<string> {
  return keyedHash(ctx, 'network', network);
}

/** The same for a block of networks (`blockOf`). An IPv6 /32 begins like one of its /48 networks: the hashes of the two differ. */
export function blockHash(ctx: Pick<AppContext, 'db'>, block: string): Promise<string> {
  return networkHash(ctx, `block ${block}`);
}

/** As `isKnownNetwork`, for a network that is given as its hash (`networkHash`). */
export async function isKnownNetworkHash(
  tx: Pick<Tx, 'knownNetwork'>,
  accountId: number,
  hash: string,
): Promise<boolean> {
  const where = { accountId_network: { accountId, network: hash } };
  return (await tx.knownNetwork.findUnique({ where })) !== null;
}

/**
 * Notes that someone has signed in to the account from this network, and forgets the oldest network of the account if
 * there are too many. Networks are kept as keyed hashes. Does nothing for an account that is deleted.
 */
export async function rememberNetwork(ctx: AppContext, accountId: number, network: string): Promise<void> {
  const hashed = await networkHash(ctx, network);
  const where = { accountId_network: { accountId, network: hashed } };
  const seenAt = ctx.now();
  const known = await ctx.db.prisma.knownNetwork.findUnique({ where });
  if (known !== null && seenAt.getTime() - known.seenAt.getTime() < NOTE_AGAIN) return;
  await runTransaction(ctx.db, async (tx) => {
    if ((await holdAccount(tx, accountId)) === null) return;
    const create = { accountId, network: hashed, seenAt };
    await tx.knownNetwork.upsert({ where, create, update: { seenAt } });
  });
  if (known === null) await forgetOldest(ctx, accountId);
}

async function forgetOldest({ db }: AppContext, accountId: number): Promise<void> {
  const { knownNetwork } = db.prisma;
  const orderBy = [{ seenAt: 'desc' as const }, { network: 'asc' as const }];
  const tooMany = await knownNetwork.findMany({ where: { accountId }, orderBy, skip: NETWORKS_KEPT });
  const networks = tooMany.map(({ network }) => network);
  if (networks.length > 0) await knownNetwork.deleteMany({ where: { accountId, network: { in: networks } } });
}
