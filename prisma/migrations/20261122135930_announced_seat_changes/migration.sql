-- CreateEnum
CREATE TYPE "SeatChangeKind" AS ENUM ('seated', 'replaced', 'corrected', 'takenOver');

-- AlterTable
ALTER TABLE "SeatChange" ADD COLUMN     "kind" "SeatChangeKind";
UPDATE "SeatChange" SET "kind" = CASE WHEN "replaced" THEN 'replaced'::"SeatChangeKind" ELSE 'seated' END;
ALTER TABLE "SeatChange" ALTER COLUMN "kind" SET NOT NULL;
ALTER TABLE "SeatChange" DROP COLUMN "replaced";

-- AlterTable
ALTER TABLE "Rollback" ADD COLUMN     "seatId" UUID;
ALTER TABLE "Rollback" ADD CONSTRAINT "Rollback_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "Rollback_seatId_idx" ON "Rollback"("seatId");

-- Dates far in the future do not fit into a JavaScript date, and no schedule can be computed from them.
UPDATE "GameSchedule" SET "due" = NULL WHERE "due" >= '3000-01-01';
UPDATE "Rollback" SET "due" = NULL WHERE "due" >= '3000-01-01';
ALTER TABLE "GameSchedule" ADD CONSTRAINT "GameSchedule_due_near" CHECK ("due" < '3000-01-01');
ALTER TABLE "Rollback" ADD CONSTRAINT "Rollback_due_near" CHECK ("due" < '3000-01-01');

-- AlterTable
ALTER TABLE "Attendance" ADD COLUMN     "counts" BOOLEAN NOT NULL DEFAULT true;
