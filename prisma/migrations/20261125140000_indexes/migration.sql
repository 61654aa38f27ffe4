-- Lists of games, the newest first.
CREATE INDEX "Game_forFriends_status_createdAt_id_idx" ON "Game"("forFriends", "status", "createdAt" DESC, "id" DESC);
CREATE INDEX "Game_createdAt_id_idx" ON "Game"("createdAt" DESC, "id" DESC);

-- Foreign keys: without an index, each row that is deleted searches the whole table of those that refer to it. Most rows
-- have no such reference, and Prisma's language has no partial indexes.
CREATE INDEX "Delivery_seatId_idx" ON "Delivery"("seatId") WHERE "seatId" IS NOT NULL;
CREATE INDEX "Delivery_printoutId_idx" ON "Delivery"("printoutId") WHERE "printoutId" IS NOT NULL;
CREATE INDEX "Delivery_sheetId_idx" ON "Delivery"("sheetId") WHERE "sheetId" IS NOT NULL;
CREATE INDEX "Delivery_letterCopyId_idx" ON "Delivery"("letterCopyId") WHERE "letterCopyId" IS NOT NULL;
CREATE INDEX "Delivery_gmMessageId_idx" ON "Delivery"("gmMessageId") WHERE "gmMessageId" IS NOT NULL;
CREATE INDEX "GameEvent_accountId_idx" ON "GameEvent"("accountId") WHERE "accountId" IS NOT NULL;
CREATE INDEX "HeldPressRelease_seatId_idx" ON "HeldPressRelease"("seatId") WHERE "seatId" IS NOT NULL;
CREATE INDEX "HeldPressRelease_decidedById_idx" ON "HeldPressRelease"("decidedById") WHERE "decidedById" IS NOT NULL;
CREATE INDEX "Letter_seatId_idx" ON "Letter"("seatId") WHERE "seatId" IS NOT NULL;
CREATE INDEX "LetterCopy_seatId_idx" ON "LetterCopy"("seatId") WHERE "seatId" IS NOT NULL;
CREATE INDEX "Printout_seatId_idx" ON "Printout"("seatId") WHERE "seatId" IS NOT NULL;
CREATE INDEX "Rollback_byId_idx" ON "Rollback"("byId") WHERE "byId" IS NOT NULL;
CREATE INDEX "Rollback_undoneById_idx" ON "Rollback"("undoneById") WHERE "undoneById" IS NOT NULL;
CREATE INDEX "Seat_reclaimableById_idx" ON "Seat"("reclaimableById") WHERE "reclaimableById" IS NOT NULL;
CREATE INDEX "Sheet_sentById_idx" ON "Sheet"("sentById") WHERE "sentById" IS NOT NULL;
CREATE INDEX "Turn_processedById_idx" ON "Turn"("processedById") WHERE "processedById" IS NOT NULL;

-- The seats that the lobby offers.
CREATE INDEX "Seat_offered_idx" ON "Seat"("gameId") WHERE "offered";
