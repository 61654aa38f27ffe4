import type pg from 'pg';
import { REVIVAL_DAYS } from '../../games/game/abandon-game.ts';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/**
 * Deletes the records of mail that was sent or has failed, so many days later. Mail that may still be sent is not
 * touched. These records are kept longer, because decisions rely on them:
 *
 * - of a game that goes on: they show who had a seat in it, which printouts a rollback has to mail again, and when the
 *   GM looks for a mail, where it went. They are deleted when the game has been over for as many days. A game that was abandoned
 *   or has moved to another server can go on here: its records are kept for as long as an abandoned one can be revived, or longer.
 * - of letters to an account whose address was not proved: they show that someone may read its mail, so that no GM can
 *   give it another address.
 * @returns how many were deleted
 */
export function pruneDeliveries(pool: pg.Pool, now: Date, keepDays: number): Promise<number> {
  return deleteInBatches(
    pool,
    `delete from "Delivery" where "id" = any(array(
       select d."id" from "Delivery" d
       where d."status" in ('sent', 'failed')
         and coalesce(d."sentAt", d."createdAt") < $1
         and (d."gameId" is null
           or exists (select from "Game" g where g."id" = d."gameId" and least(g."endedAt", g."transferredOutAt")
             < case when g."status" = 'over' then $1 else $2::timestamptz end))
         and (d."kind" <> 'letter' or d."accountId" is null
           or exists (select from "Account" a
             where a."id" = d."accountId" and a."addressProvedAt" is not null))
       order by d."id" limit $3
       for update of d skip locked))`,
    [daysBefore(now, keepDays), daysBefore(now, Math.max(keepDays, REVIVAL_DAYS))],
  );
}
