-- Which accounts a game had when it moved to another server, so that it finds them when it comes back.
CREATE TABLE "MovedAccount" (
    "gameId" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "addressHash" TEXT NOT NULL,

    CONSTRAINT "MovedAccount_pkey" PRIMARY KEY ("gameId", "accountId")
);
CREATE INDEX "MovedAccount_accountId_idx" ON "MovedAccount"("accountId");
ALTER TABLE "MovedAccount" ADD CONSTRAINT "MovedAccount_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "MovedAccount" ADD CONSTRAINT "MovedAccount_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
