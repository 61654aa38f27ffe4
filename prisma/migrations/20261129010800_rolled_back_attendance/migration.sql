-- The attendance of a turn that is rolled back is kept apart, and is in force again when the turn is rolled forward.
-- AlterTable
ALTER TABLE "Rollback" ADD COLUMN     "keepsAttendance" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "RolledBackAttendance" (
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "gameId" UUID NOT NULL,
    "accountId" INTEGER,
    "processedAt" TIMESTAMPTZ(3) NOT NULL,
    "missed" BOOLEAN NOT NULL,
    "excused" BOOLEAN NOT NULL,
    "counts" BOOLEAN NOT NULL,

    CONSTRAINT "RolledBackAttendance_pkey" PRIMARY KEY ("seatId","turn")
);

-- CreateIndex
CREATE INDEX "RolledBackAttendance_gameId_turn_idx" ON "RolledBackAttendance"("gameId", "turn");

-- CreateIndex
CREATE INDEX "RolledBackAttendance_accountId_idx" ON "RolledBackAttendance"("accountId");

-- AddForeignKey
ALTER TABLE "RolledBackAttendance" ADD CONSTRAINT "RolledBackAttendance_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RolledBackAttendance" ADD CONSTRAINT "RolledBackAttendance_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RolledBackAttendance" ADD CONSTRAINT "RolledBackAttendance_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
