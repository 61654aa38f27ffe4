-- AlterTable
ALTER TABLE "MailRequest" ADD COLUMN "network" TEXT;

-- CreateIndex
CREATE INDEX "MailRequest_network_at_idx" ON "MailRequest"("network", "at");
