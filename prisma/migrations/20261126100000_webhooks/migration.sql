-- CreateEnum
CREATE TYPE "WebhookKind" AS ENUM ('program', 'discord', 'slack');

-- CreateEnum
CREATE TYPE "WebhookCallStatus" AS ENUM ('waiting', 'taken', 'failed');

-- AlterEnum
ALTER TYPE "LimitedActionKind" ADD VALUE 'webhook';

-- CreateTable
CREATE TABLE "Webhook" (
    "id" UUID NOT NULL,
    "kind" "WebhookKind" NOT NULL,
    "accountId" INTEGER NOT NULL,
    "gameId" UUID NOT NULL,
    "seatId" UUID,
    "url" TEXT NOT NULL,
    "secret" BYTEA,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "failingSince" TIMESTAMPTZ(3),
    "disabledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookCall" (
    "id" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "turn" INTEGER NOT NULL,
    "due" TIMESTAMPTZ(3),
    "status" "WebhookCallStatus" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "outcome" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "attemptedAt" TIMESTAMPTZ(3),
    "nextAttempt" TIMESTAMPTZ(3),

    CONSTRAINT "WebhookCall_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Webhook_accountId_idx" ON "Webhook"("accountId");

-- CreateIndex
CREATE INDEX "Webhook_gameId_idx" ON "Webhook"("gameId");

-- CreateIndex
CREATE UNIQUE INDEX "Webhook_seatId_accountId_key" ON "Webhook"("seatId", "accountId");

-- CreateIndex
CREATE INDEX "WebhookCall_webhookId_createdAt_idx" ON "WebhookCall"("webhookId", "createdAt");

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookCall" ADD CONSTRAINT "WebhookCall_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;
