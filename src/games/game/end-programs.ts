import type { Tx } from '../../database/client.ts';

/**
 * Removes the webhooks of a seat that others than its player have set, with the events that wait for them. Callers must
 * call this whenever a seat gets another player.
 * @param accountId the account of the player now; null if a computer plays the seat, or no one
 */
export async function endProgramsOfOthers(tx: Tx, seatId: string, accountId: number | null): Promise<void> {
  const others = accountId === null ? {} : { accountId: { not: accountId } };
  await tx.webhook.deleteMany({ where: { seatId, ...others } });
}
