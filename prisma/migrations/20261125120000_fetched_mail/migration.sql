-- AlterEnum
ALTER TYPE "DeliveryKind" ADD VALUE 'refusal';

-- CreateEnum
CREATE TYPE "FetchedState" AS ENUM ('begun', 'acting', 'taken', 'dropped', 'refused');

-- CreateTable
CREATE TABLE "FetchedMail" (
    "id" TEXT NOT NULL,
    "mailbox" TEXT NOT NULL,
    "uidValidity" BIGINT NOT NULL,
    "uid" BIGINT NOT NULL,
    "state" "FetchedState" NOT NULL DEFAULT 'begun',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FetchedMail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "FetchedMail_mailbox_uidValidity_uid_idx" ON "FetchedMail"("mailbox", "uidValidity", "uid");
