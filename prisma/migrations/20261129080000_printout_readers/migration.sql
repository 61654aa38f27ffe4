-- Who got the printout of a seat after its player is kept with the game, not only as the record of a mail: it moves with the game.
-- CreateTable
CREATE TABLE "PrintoutReader" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "printoutId" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,

    CONSTRAINT "PrintoutReader_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "PrintoutReader_printoutId_accountId_idx" ON "PrintoutReader"("printoutId", "accountId");

-- CreateIndex
CREATE INDEX "PrintoutReader_gameId_idx" ON "PrintoutReader"("gameId");

-- CreateIndex
CREATE INDEX "PrintoutReader_accountId_idx" ON "PrintoutReader"("accountId");

-- AddForeignKey
ALTER TABLE "PrintoutReader" ADD CONSTRAINT "PrintoutReader_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintoutReader" ADD CONSTRAINT "PrintoutReader_printoutId_fkey" FOREIGN KEY ("printoutId") REFERENCES "Printout"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrintoutReader" ADD CONSTRAINT "PrintoutReader_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Until now, the records of mail said it.
INSERT INTO "PrintoutReader" ("id", "gameId", "printoutId", "accountId")
SELECT gen_random_uuid(), p."gameId", p."id", d."accountId"
FROM "Printout" p JOIN (SELECT DISTINCT "printoutId", "accountId" FROM "Delivery") d ON d."printoutId" = p."id"
WHERE d."accountId" IS NOT NULL AND p."seatId" IS NOT NULL AND d."accountId" IS DISTINCT FROM p."accountId";
