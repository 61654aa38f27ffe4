import type { Tx } from '../../database/client.ts';
import type { WholeGame } from './game-store.ts';

/** The addresses that the GM of a game typed for people who have not accepted their seats. */
export interface TypedAddresses {
  /** By account; accounts without a seat are missing. */
  byAccount: ReadonlyMap<number, string>;
  /** All of them, including those that were corrected later. */
  all: ReadonlySet<string>;
}

/**
 * The addresses that the GM of a game typed for people who have not accepted their seats. Someone who was invited may
 * change the address of their account, and the GM must not learn the new one before they have accepted the seat. The
 * addresses of mail do not tell what was typed: mail goes to the account's present address.
 */
export async function typedAddresses(
  db: Tx,
  { id: gameId, seats }: Pick<WholeGame, 'id' | 'seats'>,
): Promise<TypedAddresses> {
  const invitations = await db.delivery.findMany({
    where: { gameId, kind: 'invitation' },
    select: { toAddress: true, detail: true },
  });
  const corrected = invitations.filter(({ detail }) => detail.corrected === true);
  const byAccount = new Map<number, string>();
  for (const { acceptedAt, accountId, reclaimableById, invitedAs } of seats) {
    const invited = accountId ?? reclaimableById;
    if (acceptedAt === null && invited !== null && invitedAs !== null) byAccount.set(invited, invitedAs);
  }
  const all = new Set([...byAccount.values(), ...corrected.map(({ toAddress }) => toAddress)]);
  return { byAccount, all };
}

/**
 * The address of a mail to someone who has not accepted their seat, as the GM may see it: the one that the GM typed, or ''
 * if it is not known.
 */
export function addressShownToGm(
  { accountId, toAddress }: { accountId: number | null; toAddress: string },
  typed: TypedAddresses,
): string {
  if (accountId === null || typed.all.has(toAddress)) return toAddress;
  return typed.byAccount.get(accountId) ?? '';
}
