-- AlterTable
ALTER TABLE "Game" ADD COLUMN     "voteDays" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "ExtensionVote" (
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "due" TIMESTAMPTZ(3) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ExtensionVote_pkey" PRIMARY KEY ("seatId","turn","due")
);

-- AddForeignKey
ALTER TABLE "ExtensionVote" ADD CONSTRAINT "ExtensionVote_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand from here on.
ALTER TABLE "Game" ADD CONSTRAINT "Game_voteDays" CHECK ("voteDays" BETWEEN 0 AND 60);
