import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { Prisma } from '../../database/generated/client.ts';

/** How many practice games all accounts together may have, unless the settings say otherwise. */
const ACCOUNT_PRACTICE_GAMES = 5000;
/** How many of them may have been started in one network: anyone can have many accounts. */
export const ACCOUNT_GAMES_PER_NETWORK = 200;
/** How many of them may have been started in one block of networks: an IPv4 /24 has 256 of them, and may be one person's. */
export const ACCOUNT_GAMES_PER_BLOCK = 400;

const DAY = 86_400_000;

/** Where a practice game was started, as keyed hashes; null if it is not known. */
export interface StartedIn {
  /** The IPv4 address or IPv6 /48. */
  network: string | null;
  /** The block that the network is in: the IPv4 /24 or IPv6 /32. */
  block: string | null;
}

/**
 * Makes room for one more practice game of an account.
 *
 * Where a network or a block of networks has as many as it may, games there make room that were not played for a day, those
 * of the accounts with the most games first; no account loses its only game. Where all accounts together have as many as
 * they may, those make room that were not played for a week; and if there are none, one of the block that has the most: no
 * block can keep the others from starting games.
 * @param startedIn where the game is started
 * @returns whether there is room
 */
export async function makeRoomForAccount(
  tx: Tx,
  ctx: Pick<AppContext, 'now' | 'accountPracticeGames'>,
  { network, block }: StartedIn,
): Promise<boolean> {
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY);
  const shares = [
    { where: network === null ? null : { network }, max: ACCOUNT_GAMES_PER_NETWORK },
    { where: block === null ? null : { block }, max: ACCOUNT_GAMES_PER_BLOCK },
  ];
  for (const { where, max } of shares) {
    if (where === null) continue;
    const tooMany = (await countOfAccounts(tx, where)) + 1 - max;
    if ((await deleteUnplayed(tx, where, { before: before(1), only: false, count: tooMany })) < tooMany)
      return false;
  }
  let tooMany = (await countOfAccounts(tx, {})) + 1 - (ctx.accountPracticeGames ?? ACCOUNT_PRACTICE_GAMES);
  tooMany -= await deleteUnplayed(tx, {}, { before: before(7), only: true, count: tooMany });
  for (; tooMany > 0; tooMany -= 1) {
    if (!(await deleteOfLargestBlock(tx))) return false;
  }
  return true;
}

/** Games of accounts that were started in a network, in a block, or anywhere. */
type Where = { network: string } | { block: string } | Record<string, never>;

function countOfAccounts(tx: Tx, where: Where): Promise<number> {
  return tx.practiceGame.count({ where: { ...where, player: { accountId: { not: null } } } });
}

/** The games of accounts, each with how many its account has, and with the block that it counts for. */
const GAMES_OF_ACCOUNTS = Prisma.sql`
  SELECT g."id", g."playedAt", g."network", g."block",
    coalesce(g."block", g."network", g."playerId"::text) AS "share",
    count(*) OVER (PARTITION BY g."playerId") AS "own"
  FROM "PracticeGame" g JOIN "PracticePlayer" p ON p."id" = g."playerId"
  WHERE p."accountId" IS NOT NULL`;

/**
 * Deletes games that were not played since a moment, those of the accounts with the most games first.
 * @param options.only whether an account may lose its only game
 * @returns how many it deleted
 */
async function deleteUnplayed(
  tx: Tx,
  where: Where,
  { before, only, count }: { before: Date; only: boolean; count: number },
): Promise<number> {
  if (count <= 0) return 0;
  const { network = null, block = null } = where as { network?: string; block?: string };
  let deleted = 0;
  // One after the other: each that is deleted changes which account has the most.
  for (; deleted < count; deleted += 1) {
    const found = await tx.$executeRaw`
      DELETE FROM "PracticeGame" WHERE "id" = (
        SELECT "id" FROM (${GAMES_OF_ACCOUNTS}) AS "Own"
        WHERE "playedAt" < ${before} AND ("own" > 1 OR ${only}::boolean)
          AND (${network}::text IS NULL OR "network" = ${network}::text)
          AND (${block}::text IS NULL OR "block" = ${block}::text)
        ORDER BY "own" DESC, "playedAt", "id" LIMIT 1)`;
    if (found === 0) break;
  }
  return deleted;
}

/**
 * Deletes a game of the block with the most games: of its account with the most games, the one that was not played for the
 * longest time. A game whose block is not known, because an older version did not keep it, counts for its network or
 * account. No account loses its only game.
 * @returns false if no account has two games
 */
async function deleteOfLargestBlock(tx: Tx): Promise<boolean> {
  const deleted = await tx.$executeRaw`
    WITH "Own" AS (${GAMES_OF_ACCOUNTS}),
    "Largest" AS (
      SELECT "share" FROM "Own" GROUP BY "share" HAVING max("own") > 1
      ORDER BY count(*) DESC, min("playedAt"), "share" LIMIT 1)
    DELETE FROM "PracticeGame" WHERE "id" = (
      SELECT "id" FROM "Own" WHERE "share" = (SELECT "share" FROM "Largest") AND "own" > 1
      ORDER BY "own" DESC, "playedAt", "id" LIMIT 1)`;
  return deleted > 0;
}
