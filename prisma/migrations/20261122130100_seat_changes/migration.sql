-- AlterTable
ALTER TABLE "Inspection" ADD COLUMN     "playerId" INTEGER,
ADD COLUMN     "seatName" TEXT;

-- CreateTable
CREATE TABLE "SeatChange" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "seatId" UUID NOT NULL,
    "accountId" INTEGER,
    "turn" INTEGER NOT NULL,
    "replaced" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SeatChange_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Inspection_playerId_idx" ON "Inspection"("playerId");

-- CreateIndex
CREATE INDEX "SeatChange_gameId_accountId_idx" ON "SeatChange"("gameId", "accountId");

-- CreateIndex
CREATE INDEX "SeatChange_accountId_idx" ON "SeatChange"("accountId");

-- CreateIndex
CREATE INDEX "SeatChange_seatId_idx" ON "SeatChange"("seatId");

-- AddForeignKey
ALTER TABLE "Inspection" ADD CONSTRAINT "Inspection_playerId_fkey" FOREIGN KEY ("playerId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SeatChange" ADD CONSTRAINT "SeatChange_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SeatChange" ADD CONSTRAINT "SeatChange_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SeatChange" ADD CONSTRAINT "SeatChange_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Written by hand from here on.

-- Until now, only mail about a seat showed that someone had it for a part of a turn. In which turn they got it is not known.
INSERT INTO "SeatChange" ("id", "gameId", "seatId", "accountId", "turn", "replaced", "at")
SELECT gen_random_uuid(), d."gameId", d."seatId", d."accountId", 0, false, min(d."createdAt")
FROM "Delivery" d JOIN "Seat" s ON s."id" = d."seatId" AND s."gameId" = d."gameId"
WHERE d."accountId" IS NOT NULL
GROUP BY d."gameId", d."seatId", d."accountId";
