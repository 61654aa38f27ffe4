import type pg from 'pg';
import { REVIVAL_DAYS } from '../../games/game/abandon-game.ts';
import { daysBefore } from './delete-in-batches.ts';

/** For how many days after the end of a game its GM can still send the last printouts by post. */
const POSTAL_ADDRESS_DAYS = 30;

/** When a game `g` ended or moved away, and before when that must have been; null while it goes on. */
const ENDED = `least(g."endedAt", g."transferredOutAt")`;
const LATEST = `case when g."status" = 'abandoned' then $2::timestamptz else $1::timestamptz end`;

/**
 * Removes the postal addresses of paper players and of GMs, so many days after their games ended or moved to another server; of an
 * abandoned game, once it can no longer be revived. An account of a paper
 * player is in one game; if it has a seat in another that goes on, or can reclaim one, its address stays.
 * @returns how many were removed
 */
export async function prunePostalAddresses(pool: pg.Pool, now: Date): Promise<number> {
  const before = [daysBefore(now, POSTAL_ADDRESS_DAYS), daysBefore(now, REVIVAL_DAYS)];
  const players = await pool.query(
    `update "Account" a set "address" = null
       where a."address" is not null and a."email" like '%@paper.invalid'
         and not exists (select from "Seat" s join "Game" g on g."id" = s."gameId"
           where a."id" in (s."accountId", s."reclaimableById")
             and (${ENDED} is null or ${ENDED} >= ${LATEST}))`,
    before,
  );
  const gms = await pool.query(
    `update "GamePolicy" p set "gmPostalAddress" = null from "Game" g
       where g."id" = p."gameId" and p."gmPostalAddress" is not null and ${ENDED} < ${LATEST}`,
    before,
  );
  return (players.rowCount ?? 0) + (gms.rowCount ?? 0);
}
