import type pg from 'pg';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/**
 * A guest's practice game is deleted so many days after it began, also if it is still played: otherwise one network could
 * keep games of many guests, which all guests together share, by opening them again and again. An account keeps its games.
 */
const GUEST_DAYS = 30;

/**
 * Deletes the practice games that were not played for so many days, those of guests that began too long ago, and then the
 * guests who came as many days ago and have none left.
 * @returns how many games were deleted
 */
export async function prunePractice(pool: pg.Pool, now: Date, keepDays: number): Promise<number> {
  const before = daysBefore(now, keepDays);
  const games = await deleteInBatches(
    pool,
    `delete from "PracticeGame" where "id" = any(array(
       select "id" from "PracticeGame" where "playedAt" < $1 order by "playedAt" limit $2 for update skip locked))`,
    [before],
  );
  const old = await deleteInBatches(
    pool,
    `delete from "PracticeGame" where "id" = any(array(
       select g."id" from "PracticeGame" g join "PracticePlayer" p on p."id" = g."playerId"
       where g."createdAt" < $1 and p."accountId" is null order by g."createdAt" limit $2 for update of g skip locked))`,
    [daysBefore(now, Math.max(keepDays, GUEST_DAYS))],
  );
  await deleteInBatches(
    pool,
    `delete from "PracticePlayer" where "id" = any(array(
       select p."id" from "PracticePlayer" p
       where p."createdAt" < $1 and p."guestHash" is not null
         and not exists (select from "PracticeGame" g where g."playerId" = p."id")
       order by p."id" limit $2 for update skip locked))`,
    [before],
  );
  return games + old;
}
