import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';

/** How many practice games all guests together may have, unless the settings say otherwise. */
const GUEST_PRACTICE_GAMES = 2000;

const DAY = 86_400_000;

/**
 * Makes room for one more practice game of a guest. If guests have as many games together as they may, those are deleted that
 * were not played for the longest time, but none that was played within a day: no one can push out the games of those who
 * are playing.
 * @returns whether there is room
 */
export async function makeRoomForGuest(
  tx: Tx,
  ctx: Pick<AppContext, 'now' | 'guestPracticeGames'>,
): Promise<boolean> {
  const max = ctx.guestPracticeGames ?? GUEST_PRACTICE_GAMES;
  const ofGuests = { player: { accountId: null } };
  const tooMany = (await tx.practiceGame.count({ where: ofGuests })) + 1 - max;
  if (tooMany <= 0) return true;
  if (max === 0) return false;
  const unplayed = await tx.practiceGame.findMany({
    where: { ...ofGuests, playedAt: { lt: new Date(ctx.now().getTime() - DAY) } },
    orderBy: [{ playedAt: 'asc' }, { id: 'asc' }],
    take: tooMany,
    select: { id: true },
  });
  if (unplayed.length < tooMany) return false;
  await tx.practiceGame.deleteMany({ where: { id: { in: unplayed.map(({ id }) => id) } } });
  return true;
}
