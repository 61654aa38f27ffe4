-- AlterTable
ALTER TABLE "PracticePlayer" ADD COLUMN     "guestNetwork" TEXT;

-- CreateIndex
CREATE INDEX "PracticePlayer_guestNetwork_idx" ON "PracticePlayer"("guestNetwork");
