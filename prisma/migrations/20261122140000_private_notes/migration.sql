-- CreateTable
CREATE TABLE "PrivateNotes" (
    "gameId" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "savedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PrivateNotes_pkey" PRIMARY KEY ("gameId","accountId")
);

-- CreateIndex
CREATE INDEX "PrivateNotes_accountId_idx" ON "PrivateNotes"("accountId");

-- AddForeignKey
ALTER TABLE "PrivateNotes" ADD CONSTRAINT "PrivateNotes_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PrivateNotes" ADD CONSTRAINT "PrivateNotes_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
