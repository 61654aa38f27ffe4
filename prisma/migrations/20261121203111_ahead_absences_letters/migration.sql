-- CreateEnum
CREATE TYPE "LetterRule" AS ENUM ('none', 'open', 'before');

-- CreateEnum
CREATE TYPE "LetterWay" AS ENUM ('web', 'mail');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "Channel" ADD VALUE 'advance';
ALTER TYPE "Channel" ADD VALUE 'standing';

-- AlterEnum
ALTER TYPE "DeliveryKind" ADD VALUE 'letter';

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "mailLetters" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "letterCopyId" UUID;

-- AlterTable
ALTER TABLE "Game" ADD COLUMN     "awayMoves" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "letters" "LetterRule" NOT NULL DEFAULT 'none',
ADD COLUMN     "lettersBefore" INTEGER,
ADD COLUMN     "offersSeats" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Seat" ADD COLUMN     "offered" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "AdvanceSheet" (
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "gameId" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "raw" JSON NOT NULL,
    "final" BOOLEAN NOT NULL DEFAULT false,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AdvanceSheet_pkey" PRIMARY KEY ("seatId","turn")
);

-- CreateTable
CREATE TABLE "Absence" (
    "id" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "firstDay" TEXT NOT NULL,
    "lastDay" TEXT NOT NULL,
    "announcedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Absence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Letter" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "seatId" UUID NOT NULL,
    "accountId" INTEGER,
    "text" TEXT NOT NULL,
    "via" "LetterWay" NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Letter_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LetterCopy" (
    "id" UUID NOT NULL,
    "letterId" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "seatId" UUID NOT NULL,
    "accountId" INTEGER,
    "readAt" TIMESTAMPTZ(3),
    "replyHash" TEXT,

    CONSTRAINT "LetterCopy_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AdvanceSheet_gameId_turn_idx" ON "AdvanceSheet"("gameId", "turn");

-- CreateIndex
CREATE INDEX "AdvanceSheet_accountId_idx" ON "AdvanceSheet"("accountId");

-- CreateIndex
CREATE INDEX "Absence_accountId_lastDay_idx" ON "Absence"("accountId", "lastDay");

-- CreateIndex
CREATE INDEX "Letter_gameId_sentAt_idx" ON "Letter"("gameId", "sentAt");

-- CreateIndex
CREATE INDEX "Letter_accountId_idx" ON "Letter"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "LetterCopy_replyHash_key" ON "LetterCopy"("replyHash");

-- CreateIndex
CREATE INDEX "LetterCopy_accountId_readAt_idx" ON "LetterCopy"("accountId", "readAt");

-- CreateIndex
CREATE INDEX "LetterCopy_gameId_idx" ON "LetterCopy"("gameId");

-- CreateIndex
CREATE UNIQUE INDEX "LetterCopy_letterId_seatId_key" ON "LetterCopy"("letterId", "seatId");

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_letterCopyId_fkey" FOREIGN KEY ("letterCopyId") REFERENCES "LetterCopy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdvanceSheet" ADD CONSTRAINT "AdvanceSheet_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdvanceSheet" ADD CONSTRAINT "AdvanceSheet_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdvanceSheet" ADD CONSTRAINT "AdvanceSheet_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Absence" ADD CONSTRAINT "Absence_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Letter" ADD CONSTRAINT "Letter_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Letter" ADD CONSTRAINT "Letter_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Letter" ADD CONSTRAINT "Letter_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LetterCopy" ADD CONSTRAINT "LetterCopy_letterId_fkey" FOREIGN KEY ("letterId") REFERENCES "Letter"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LetterCopy" ADD CONSTRAINT "LetterCopy_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LetterCopy" ADD CONSTRAINT "LetterCopy_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LetterCopy" ADD CONSTRAINT "LetterCopy_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
