import type { Tx } from '../../database/client.ts';

/** Deletes some games, those first that were not played for the longest time. Returns how many it found. */
export async function deleteLongestUnplayed(
  tx: Tx,
  where: NonNullable<Parameters<Tx['practiceGame']['findMany']>[0]>['where'],
  count: number,
): Promise<number> {
  if (count <= 0) return 0;
  const orderBy = [{ playedAt: 'asc' as const }, { id: 'asc' as const }];
  const found = await tx.practiceGame.findMany({ where, orderBy, take: count, select: { id: true } });
  await tx.practiceGame.deleteMany({ where: { id: { in: found.map(({ id }) => id) } } });
  return found.length;
}
