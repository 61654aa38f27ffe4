-- AlterTable
ALTER TABLE "Game" ADD COLUMN     "forFriends" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "GameSchedule" ADD COLUMN     "minutesPerTurn" INTEGER;
