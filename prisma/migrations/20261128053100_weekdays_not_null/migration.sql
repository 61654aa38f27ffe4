-- A game without weekdays has an empty list. A damaged transfer file could write null, which no page can show.
UPDATE "GameSchedule" SET "weekdays" = '{}' WHERE "weekdays" IS NULL;
ALTER TABLE "GameSchedule" ALTER COLUMN "weekdays" SET NOT NULL;
