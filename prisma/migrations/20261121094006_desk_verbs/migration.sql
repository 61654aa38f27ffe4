-- CreateEnum
CREATE TYPE "ReleaseDecision" AS ENUM ('held', 'print', 'withhold');

-- AlterEnum
ALTER TYPE "DeliveryKind" ADD VALUE 'notice';

-- DropIndex
DROP INDEX "Printout_gameId_turn_seatId_key";

-- AlterTable
ALTER TABLE "Printout" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "rolledBackAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Seat" ADD COLUMN     "since" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Turn" DROP CONSTRAINT "Turn_pkey",
ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "rolledBackAt" TIMESTAMPTZ(3),
ADD CONSTRAINT "Turn_pkey" PRIMARY KEY ("gameId", "number", "attempt");

-- CreateTable
CREATE TABLE "Rollback" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "byId" INTEGER NOT NULL,
    "due" TIMESTAMPTZ(3),
    "sheetsThen" INTEGER NOT NULL,
    "undoneAt" TIMESTAMPTZ(3),
    "undoneById" INTEGER,

    CONSTRAINT "Rollback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HeldRelease" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "decision" "ReleaseDecision" NOT NULL DEFAULT 'held',
    "decidedById" INTEGER,
    "decidedAt" TIMESTAMPTZ(3),
    "printedTurn" INTEGER,

    CONSTRAINT "HeldRelease_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Rollback_gameId_idx" ON "Rollback"("gameId");

-- CreateIndex
CREATE UNIQUE INDEX "HeldRelease_gameId_turn_attempt_seatId_key" ON "HeldRelease"("gameId", "turn", "attempt", "seatId");

-- CreateIndex
CREATE INDEX "Printout_gameId_turn_idx" ON "Printout"("gameId", "turn");

-- AddForeignKey
ALTER TABLE "Rollback" ADD CONSTRAINT "Rollback_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rollback" ADD CONSTRAINT "Rollback_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rollback" ADD CONSTRAINT "Rollback_undoneById_fkey" FOREIGN KEY ("undoneById") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HeldRelease" ADD CONSTRAINT "HeldRelease_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HeldRelease" ADD CONSTRAINT "HeldRelease_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HeldRelease" ADD CONSTRAINT "HeldRelease_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Written by hand from here on.

-- Of all attempts at a turn one is in force; and of its printouts, one for each seat and one for the public.
CREATE UNIQUE INDEX "Turn_one_in_force" ON "Turn" ("gameId", "number") WHERE "rolledBackAt" IS NULL;
CREATE UNIQUE INDEX "Printout_gameId_turn_seatId_key" ON "Printout" ("gameId", "turn", "seatId") NULLS NOT DISTINCT
  WHERE "rolledBackAt" IS NULL;

-- A rollback is in force at most once for a turn at a time.
CREATE UNIQUE INDEX "Rollback_one_for_attempt" ON "Rollback" ("gameId", "turn", "attempt") WHERE "undoneAt" IS NULL;

ALTER TABLE "Turn"
  ADD CONSTRAINT "Turn_attempt" CHECK ("attempt" >= 1),
  ADD CONSTRAINT "Turn_beginning_stays" CHECK ("number" > 0 OR "rolledBackAt" IS NULL);
ALTER TABLE "Seat" ADD CONSTRAINT "Seat_since" CHECK ("since" >= 0);
ALTER TABLE "HeldRelease"
  ADD CONSTRAINT "HeldRelease_decided" CHECK (("decision" = 'held') = ("decidedAt" IS NULL)),
  ADD CONSTRAINT "HeldRelease_printed" CHECK ("printedTurn" IS NULL OR "decision" = 'print');

-- What has happened stays as it happened; only whether a turn is in force may change, and nothing with it.
CREATE OR REPLACE FUNCTION "keep_turns"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept "Turn";
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "Game" WHERE "id" = OLD."gameId") THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW."rolledBackAt" IS NULL) <> (OLD."rolledBackAt" IS NULL) THEN
    kept := NEW;
    kept."rolledBackAt" := OLD."rolledBackAt";
    IF kept::text = OLD::text THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'A processed turn cannot be changed or taken away (game %, turn %).', OLD."gameId", OLD."number";
END
$$;
