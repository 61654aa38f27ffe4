-- CreateEnum
CREATE TYPE "Grade" AS ENUM ('easy', 'standard', 'hard');

-- CreateTable
CREATE TABLE "PracticePlayer" (
    "id" UUID NOT NULL,
    "accountId" INTEGER,
    "guestHash" TEXT,
    "guidesDone" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PracticePlayer_pkey" PRIMARY KEY ("id"),
    -- Either a person with an account, or a guest who is known by a cookie.
    CONSTRAINT "PracticePlayer_is_one" CHECK (num_nonnulls("accountId", "guestHash") = 1)
);

-- CreateTable
CREATE TABLE "PracticeGame" (
    "id" UUID NOT NULL,
    "playerId" UUID NOT NULL,
    "ruleset" TEXT NOT NULL,
    "rulesetVersion" INTEGER NOT NULL,
    "seats" JSON NOT NULL,
    "options" JSON NOT NULL,
    "grade" "Grade" NOT NULL DEFAULT 'standard',
    "setup" JSON NOT NULL,
    "diceSecret" BYTEA NOT NULL,
    "turn" INTEGER NOT NULL DEFAULT 1,
    "over" BOOLEAN NOT NULL DEFAULT false,
    "draft" JSON,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "playedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PracticeGame_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PracticeTurn" (
    "gameId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "raw" JSON,
    "state" JSON NOT NULL,

    CONSTRAINT "PracticeTurn_pkey" PRIMARY KEY ("gameId","turn")
);

-- CreateIndex
CREATE UNIQUE INDEX "PracticePlayer_accountId_key" ON "PracticePlayer"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "PracticePlayer_guestHash_key" ON "PracticePlayer"("guestHash");

-- CreateIndex
CREATE INDEX "PracticeGame_playerId_playedAt_idx" ON "PracticeGame"("playerId", "playedAt");

-- CreateIndex
CREATE INDEX "PracticeGame_playedAt_idx" ON "PracticeGame"("playedAt");

-- AddForeignKey
ALTER TABLE "PracticePlayer" ADD CONSTRAINT "PracticePlayer_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PracticeGame" ADD CONSTRAINT "PracticeGame_playerId_fkey" FOREIGN KEY ("playerId") REFERENCES "PracticePlayer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PracticeTurn" ADD CONSTRAINT "PracticeTurn_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "PracticeGame"("id") ON DELETE CASCADE ON UPDATE CASCADE;
