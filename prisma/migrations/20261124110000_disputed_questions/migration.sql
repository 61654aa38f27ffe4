-- AlterEnum
ALTER TYPE "GameEventType" ADD VALUE 'questionDisputed';

-- AlterEnum
ALTER TYPE "LimitedActionKind" ADD VALUE 'dispute';

-- CreateEnum
CREATE TYPE "DisputeState" AS ENUM ('retired', 'restored');

-- CreateTable
CREATE TABLE "DisputedQuestion" (
    "id" UUID NOT NULL,
    "ruleset" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "question" TEXT NOT NULL,
    "state" "DisputeState" NOT NULL DEFAULT 'retired',
    "gameId" UUID,
    "accountId" INTEGER,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "decidedAt" TIMESTAMPTZ(3),
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "DisputedQuestion_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "DisputedQuestion_ruleset_state_idx" ON "DisputedQuestion"("ruleset", "state");

-- CreateIndex
CREATE INDEX "DisputedQuestion_accountId_at_idx" ON "DisputedQuestion"("accountId", "at");

-- CreateIndex
CREATE INDEX "DisputedQuestion_gameId_idx" ON "DisputedQuestion"("gameId");

-- CreateIndex
CREATE UNIQUE INDEX "DisputedQuestion_ruleset_bank_question_key" ON "DisputedQuestion"("ruleset", "bank", "question");

-- AddForeignKey
ALTER TABLE "DisputedQuestion" ADD CONSTRAINT "DisputedQuestion_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DisputedQuestion" ADD CONSTRAINT "DisputedQuestion_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
