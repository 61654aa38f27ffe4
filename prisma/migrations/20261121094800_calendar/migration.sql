-- AlterTable
ALTER TABLE "Game" ADD COLUMN     "automatic" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "blackouts" JSON NOT NULL DEFAULT '[]',
ADD COLUMN     "dueTime" TEXT,
ADD COLUMN     "graceHours" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "leastHours" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "pausedAt" TIMESTAMPTZ(3),
ADD COLUMN     "weekdays" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

-- Written by hand from here on.
ALTER TABLE "Game"
  ADD CONSTRAINT "Game_weekdays" CHECK ("weekdays" <@ ARRAY[1, 2, 3, 4, 5, 6, 7]),
  ADD CONSTRAINT "Game_dueTime" CHECK ("dueTime" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD CONSTRAINT "Game_graceHours" CHECK ("graceHours" BETWEEN 0 AND 720),
  ADD CONSTRAINT "Game_leastHours" CHECK ("leastHours" BETWEEN 0 AND 720);
