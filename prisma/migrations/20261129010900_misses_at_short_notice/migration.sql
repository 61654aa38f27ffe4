-- From when misses of the open turn count for reliability, if the GM set its due date at short notice.
ALTER TABLE "GameSchedule" ADD COLUMN "missesCountFrom" TIMESTAMPTZ(3);
