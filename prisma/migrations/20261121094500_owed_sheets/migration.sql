-- AlterTable
ALTER TABLE "Game" ADD COLUMN     "leastReliability" INTEGER,
ADD COLUMN     "missesAllowed" INTEGER NOT NULL DEFAULT 2;

-- AlterTable
ALTER TABLE "Seat" ADD COLUMN     "keptForId" INTEGER;

-- CreateTable
CREATE TABLE "OwedSheet" (
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "gameId" UUID NOT NULL,
    "accountId" INTEGER,
    "processedAt" TIMESTAMPTZ(3) NOT NULL,
    "missed" BOOLEAN NOT NULL,
    "excused" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "OwedSheet_pkey" PRIMARY KEY ("seatId","turn")
);

-- CreateIndex
CREATE INDEX "OwedSheet_gameId_turn_idx" ON "OwedSheet"("gameId", "turn");

-- CreateIndex
CREATE INDEX "OwedSheet_accountId_processedAt_idx" ON "OwedSheet"("accountId", "processedAt");

-- AddForeignKey
ALTER TABLE "Seat" ADD CONSTRAINT "Seat_keptForId_fkey" FOREIGN KEY ("keptForId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OwedSheet" ADD CONSTRAINT "OwedSheet_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OwedSheet" ADD CONSTRAINT "OwedSheet_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OwedSheet" ADD CONSTRAINT "OwedSheet_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Written by hand from here on.
ALTER TABLE "Game"
  ADD CONSTRAINT "Game_missesAllowed" CHECK ("missesAllowed" BETWEEN 0 AND 20),
  ADD CONSTRAINT "Game_leastReliability" CHECK ("leastReliability" BETWEEN 1 AND 100);

ALTER TABLE "OwedSheet" ADD CONSTRAINT "OwedSheet_excused" CHECK ("missed" OR NOT "excused");

ALTER TABLE "Seat" ADD CONSTRAINT "Seat_kept_by_computer" CHECK ("keptForId" IS NULL OR "opponent");
