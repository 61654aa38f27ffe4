-- AlterEnum
ALTER TYPE "GameEventType" ADD VALUE 'seatGivenUp';

-- AlterEnum
ALTER TYPE "SeatChangeKind" ADD VALUE 'gaveUp';

-- AlterTable
ALTER TABLE "GameSchedule" ADD COLUMN     "timesExtended" INTEGER NOT NULL DEFAULT 0;
