-- CreateTable
CREATE TABLE "MutedGame" (
    "gameId" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MutedGame_pkey" PRIMARY KEY ("gameId","accountId")
);

-- CreateIndex
CREATE INDEX "MutedGame_accountId_idx" ON "MutedGame"("accountId");

-- AddForeignKey
ALTER TABLE "MutedGame" ADD CONSTRAINT "MutedGame_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MutedGame" ADD CONSTRAINT "MutedGame_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
