-- The grace period of the open turn, if the GM has shortened it since the turn opened: players were told the longer one.
ALTER TABLE "GameSchedule" ADD COLUMN "turnGraceHours" INTEGER;
ALTER TABLE "GameSchedule"
  ADD CONSTRAINT "GameSchedule_turnGraceHours" CHECK ("turnGraceHours" BETWEEN 1 AND 720);
