-- Programs may repeat a request whose answer was lost: the key that they sent with it tells that it is the same.
ALTER TABLE "Sheet" ADD COLUMN "requestKey" TEXT, ADD COLUMN "requestHash" TEXT;
CREATE UNIQUE INDEX "Sheet_seatId_turn_requestKey_key" ON "Sheet"("seatId", "turn", "requestKey") WHERE "requestKey" IS NOT NULL;
