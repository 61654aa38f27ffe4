-- CreateTable
CREATE TABLE "ServerProcess" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ServerProcess_pkey" PRIMARY KEY ("id")
);

-- Looked at every few seconds, by every process: the mail that waits, and the mail that was just sent. Both are few rows of a
-- table that grows for a year.
CREATE INDEX "Delivery_waiting" ON "Delivery" ("createdAt") WHERE "status" IN ('queued', 'sending', 'retrying');
CREATE INDEX "Delivery_sent" ON "Delivery" ("sentAt") WHERE "sentAt" IS NOT NULL;
