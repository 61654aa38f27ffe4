import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { PracticePlayer } from '../../database/generated/client.ts';
import { deleteLongestUnplayed } from './delete-games.ts';

/** How many practice games all guests together may have, unless the settings say otherwise. */
const GUEST_PRACTICE_GAMES = 2000;
/** How many of them the guests of one network may have. */
export const GAMES_PER_NETWORK = 100;

const DAY = 86_400_000;

/**
 * Makes room for one more practice game of a guest. If the guests of the network have as many as they may, the one of them
 * that was not played for the longest time is deleted. If all guests together have as many as they may, those are deleted
 * that were not played for a day; and if there are none, one of the network that has the most: no network can keep the
 * others from playing. Where no network has more than one game, no one can push out the games of those who are playing.
 * @returns whether there is room
 */
export async function makeRoomForGuest(
  tx: Tx,
  ctx: Pick<AppContext, 'now' | 'guestPracticeGames'>,
  { guestNetwork }: Pick<PracticePlayer, 'guestNetwork'>,
): Promise<boolean> {
  const max = ctx.guestPracticeGames ?? GUEST_PRACTICE_GAMES;
  if (max === 0) return false;
  const ofGuests = { player: { accountId: null } };
  if (guestNetwork !== null) {
    const ofNetwork = { player: { accountId: null, guestNetwork } };
    const above = (await tx.practiceGame.count({ where: ofNetwork })) + 1 - GAMES_PER_NETWORK;
    await deleteLongestUnplayed(tx, ofNetwork, above);
  }
  let tooMany = (await tx.practiceGame.count({ where: ofGuests })) + 1 - max;
  const unplayed = { ...ofGuests, playedAt: { lt: new Date(ctx.now().getTime() - DAY) } };
  tooMany -= await deleteLongestUnplayed(tx, unplayed, tooMany);
  for (; tooMany > 0; tooMany -= 1) {
    if (!(await deleteOfLargestNetwork(tx))) return false;
  }
  return true;
}

/**
 * Deletes the game of the network with the most games that was not played for the longest time. A guest whose network is
 * not known, because an older version did not keep it, counts as a network. Returns false if no network has two games.
 */
async function deleteOfLargestNetwork(tx: Tx): Promise<boolean> {
  const deleted = await tx.$executeRaw`
    WITH "Guest" AS (
      SELECT "id", coalesce("guestNetwork", "id"::text) AS "network" FROM "PracticePlayer"
      WHERE "accountId" IS NULL),
    "Largest" AS (
      SELECT p."network" FROM "PracticeGame" g JOIN "Guest" p ON p."id" = g."playerId"
      GROUP BY p."network" HAVING count(*) > 1
      ORDER BY count(*) DESC, min(g."playedAt"), p."network" LIMIT 1)
    DELETE FROM "PracticeGame" WHERE "id" = (
      SELECT g."id" FROM "PracticeGame" g JOIN "Guest" p ON p."id" = g."playerId"
      WHERE p."network" = (SELECT "network" FROM "Largest")
      ORDER BY g."playedAt", g."id" LIMIT 1)`;
  return deleted > 0;
}
