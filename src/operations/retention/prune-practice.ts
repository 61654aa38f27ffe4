import type pg from 'pg';
import { daysBefore, deleteInBatches } from './delete-in-batches.ts';

/**
 * Deletes the practice games that were not played for so many days, and then the guests who came as many days ago and
 * have none left.
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
  await deleteInBatches(
    pool,
    `delete from "PracticePlayer" where "id" = any(array(
       select p."id" from "PracticePlayer" p
       where p."createdAt" < $1 and p."guestHash" is not null
         and not exists (select from "PracticeGame" g where g."playerId" = p."id")
       order by p."id" limit $2 for update skip locked))`,
    [before],
  );
  return games;
}
