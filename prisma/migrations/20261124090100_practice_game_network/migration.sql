-- AlterTable
ALTER TABLE "PracticeGame" ADD COLUMN "network" TEXT;

-- CreateIndex
CREATE INDEX "PracticeGame_network_playedAt_idx" ON "PracticeGame"("network", "playedAt");
