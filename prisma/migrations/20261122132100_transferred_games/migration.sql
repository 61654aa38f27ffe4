-- AlterTable
ALTER TABLE "Game" ADD COLUMN     "transferredOutAt" TIMESTAMPTZ(3);

-- AlterEnum
ALTER TYPE "GameEventType" ADD VALUE 'transferTakenBack';

-- Written by hand from here on.

-- Games that were transferred before this column existed.
UPDATE "Game" g SET "transferredOutAt" = e."at"
FROM (SELECT "gameId", max("at") AS "at" FROM "GameEvent" WHERE "type" = 'gameTransferredOut' GROUP BY "gameId") e
  JOIN "GameSchedule" s ON s."gameId" = e."gameId"
WHERE g."id" = e."gameId" AND g."status" = 'running' AND s."pausedAt" IS NOT NULL AND s."pausedAt" <= e."at";
