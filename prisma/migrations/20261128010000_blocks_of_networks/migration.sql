-- AlterTable
ALTER TABLE "MailRequest" ADD COLUMN     "block" TEXT;

-- AlterTable
ALTER TABLE "PracticeGame" ADD COLUMN     "block" TEXT;

-- CreateIndex
CREATE INDEX "MailRequest_block_at_idx" ON "MailRequest"("block", "at");

-- CreateIndex
CREATE INDEX "PracticeGame_block_idx" ON "PracticeGame"("block");
