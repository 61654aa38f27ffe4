import type { Tx } from '../../database/client.ts';
import { NOT_ROLLED_BACK, type WholeGame } from '../game/game-store.ts';

/**
 * The accounts of a locked game whose printout with the sheet of the open turn was never sent, because the server's own mail server took
 * no mail. Those who play by mail do not know of the turn.
 */
export async function accountsWithoutPrintout(
  tx: Tx,
  game: Pick<WholeGame, 'id' | 'turn'>,
): Promise<ReadonlySet<number>> {
  const deliveries = await tx.delivery.findMany({
    where: {
      ...{ gameId: game.id, kind: 'printout' },
      printout: { turn: game.turn, ...NOT_ROLLED_BACK },
    },
    select: { accountId: true, status: true, obstacle: true },
  });
  const unsent = new Set<number>();
  for (const { accountId, obstacle } of deliveries)
    if (accountId !== null && obstacle === 'relay') unsent.add(accountId);
  for (const { accountId, status } of deliveries)
    if (accountId !== null && status === 'sent') unsent.delete(accountId);
  return unsent;
}
