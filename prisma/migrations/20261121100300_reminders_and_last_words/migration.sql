-- CreateEnum
CREATE TYPE "ReminderKind" AS ENUM ('reminder', 'lastCall');

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "remindHours" INTEGER NOT NULL DEFAULT 48;

-- AlterTable
ALTER TABLE "Game" ADD COLUMN     "closesWhenFinal" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "closingAt" TIMESTAMPTZ(3),
ADD COLUMN     "undoMinutes" INTEGER NOT NULL DEFAULT 30;

-- AlterTable
ALTER TABLE "Sheet" ADD COLUMN     "final" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Reminder" (
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "kind" "ReminderKind" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Reminder_pkey" PRIMARY KEY ("seatId","turn","kind")
);

-- AddForeignKey
ALTER TABLE "Reminder" ADD CONSTRAINT "Reminder_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand from here on.
ALTER TABLE "Account" ADD CONSTRAINT "Account_remindHours" CHECK ("remindHours" IN (0, 12, 24, 48, 72, 168));

ALTER TABLE "Game" ADD CONSTRAINT "Game_undoMinutes" CHECK ("undoMinutes" BETWEEN 0 AND 1440);
