-- CreateEnum
CREATE TYPE "NoticeMail" AS ENUM ('single', 'daily', 'none');

-- AlterEnum
ALTER TYPE "DeliveryKind" ADD VALUE 'digest';

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "digestHour" INTEGER NOT NULL DEFAULT 7,
ADD COLUMN     "noticeMail" "NoticeMail" NOT NULL DEFAULT 'single';

-- CreateTable
CREATE TABLE "DigestLine" (
    "id" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "gameId" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "paragraphs" TEXT[],
    "words" TEXT[],
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DigestLine_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "DigestLine_accountId_at_idx" ON "DigestLine"("accountId", "at");

-- CreateIndex
CREATE INDEX "DigestLine_gameId_idx" ON "DigestLine"("gameId");

-- AddForeignKey
ALTER TABLE "DigestLine" ADD CONSTRAINT "DigestLine_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DigestLine" ADD CONSTRAINT "DigestLine_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;
