import type { Tx } from '../../database/client.ts';
import type { WholeGame } from './game-store.ts';

/**
 * The addresses to which the GM of a game invited people, by account. Someone who was invited may change the address of
 * their account, and the GM must not learn the new one before they have accepted the seat. Accounts are missing whose mail
 * was deleted.
 */
export async function typedAddresses(
  db: Tx,
  { id: gameId }: Pick<WholeGame, 'id'>,
): Promise<Map<number, string>> {
  const invitations = await db.delivery.findMany({
    where: { gameId, kind: 'invitation', accountId: { not: null } },
    select: { accountId: true, toAddress: true, detail: true },
    // The earliest comes last: an invitation that is sent again goes to the account's present address.
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return new Map(
    invitations.flatMap(({ accountId, toAddress, detail }) =>
      accountId === null || detail.corrected === true ? [] : [[accountId, toAddress] as const],
    ),
  );
}
