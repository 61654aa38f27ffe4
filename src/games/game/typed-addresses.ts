import type { Tx } from '../../database/client.ts';
import type { WholeGame } from './game-store.ts';

/** The addresses to which the GM of a game invited people. */
export interface TypedAddresses {
  /** By account; accounts whose mail was deleted are missing. */
  byAccount: ReadonlyMap<number, string>;
  /** All of them, including those that were corrected later. */
  all: ReadonlySet<string>;
}

/**
 * The addresses that the GM of a game typed. Someone who was invited may change the address of their account, and the GM
 * must not learn the new one before they have accepted the seat.
 */
export async function typedAddresses(db: Tx, { id: gameId }: Pick<WholeGame, 'id'>): Promise<TypedAddresses> {
  const invitations = await db.delivery.findMany({
    where: { gameId, kind: 'invitation' },
    select: { accountId: true, toAddress: true, detail: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const byAccount = new Map<number, string>();
  const all = new Set<string>();
  for (const { accountId, toAddress, detail } of invitations) {
    const isCorrected = detail.corrected === true;
    if (isCorrected) all.add(toAddress);
    // Only the first one: an invitation that is sent again goes to the account's present address.
    if (isCorrected || accountId === null || byAccount.has(accountId)) continue;
    byAccount.set(accountId, toAddress);
    all.add(toAddress);
  }
  return { byAccount, all };
}

/** The address of a mail as the GM may see it. */
export function addressShownToGm(
  { accountId, toAddress }: { accountId: number | null; toAddress: string },
  typed: TypedAddresses,
): string {
  if (accountId === null || typed.all.has(toAddress)) return toAddress;
  return typed.byAccount.get(accountId) ?? toAddress;
}
