-- CreateEnum
CREATE TYPE "Joining" AS ENUM ('invitation', 'open');

-- AlterTable
ALTER TABLE "Game" ADD COLUMN     "joinLink" TEXT,
ADD COLUMN     "joining" "Joining" NOT NULL DEFAULT 'invitation',
ADD COLUMN     "seatsWanted" INTEGER,
ADD COLUMN     "startsWhenFull" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "WaitingPlace" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "wish" JSON NOT NULL DEFAULT '{}',
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WaitingPlace_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "WaitingPlace_accountId_idx" ON "WaitingPlace"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "WaitingPlace_gameId_accountId_key" ON "WaitingPlace"("gameId", "accountId");

-- CreateIndex
CREATE UNIQUE INDEX "Game_joinLink_key" ON "Game"("joinLink");

-- AddForeignKey
ALTER TABLE "WaitingPlace" ADD CONSTRAINT "WaitingPlace_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WaitingPlace" ADD CONSTRAINT "WaitingPlace_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand from here on.
ALTER TABLE "Game"
  ADD CONSTRAINT "Game_joinLink_hash" CHECK ("joinLink" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "Game_seatsWanted" CHECK ("seatsWanted" >= 1);
