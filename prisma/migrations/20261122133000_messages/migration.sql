-- AlterEnum
ALTER TYPE "DeliveryKind" ADD VALUE 'message';

-- AlterEnum
ALTER TYPE "MailRequestKind" ADD VALUE 'message';

-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "gmMessageId" UUID;

-- CreateTable
CREATE TABLE "GmMessage" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "gmId" INTEGER,
    "accountId" INTEGER,
    "seatId" UUID,
    "fromGm" BOOLEAN NOT NULL,
    "text" TEXT NOT NULL,
    "via" "LetterChannel" NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "GmMessage_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "GmMessage_gameId_sentAt_idx" ON "GmMessage"("gameId", "sentAt");

-- CreateIndex
CREATE INDEX "GmMessage_gmId_idx" ON "GmMessage"("gmId");

-- CreateIndex
CREATE INDEX "GmMessage_accountId_idx" ON "GmMessage"("accountId");

-- CreateIndex
CREATE INDEX "GmMessage_seatId_idx" ON "GmMessage"("seatId");

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_gmMessageId_fkey" FOREIGN KEY ("gmMessageId") REFERENCES "GmMessage"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GmMessage" ADD CONSTRAINT "GmMessage_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GmMessage" ADD CONSTRAINT "GmMessage_gmId_fkey" FOREIGN KEY ("gmId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GmMessage" ADD CONSTRAINT "GmMessage_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GmMessage" ADD CONSTRAINT "GmMessage_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE SET NULL ON UPDATE CASCADE;
