-- AlterTable
ALTER TABLE "Webhook" ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "nextAttempt" TIMESTAMPTZ(3);
