-- Mail that a mail server hands over is taken once, like fetched mail: one table for both.
-- RenameEnum
ALTER TYPE "FetchedState" RENAME TO "TakenMailState";

-- RenameTable
ALTER TABLE "FetchedMail" RENAME TO "TakenMail";
ALTER TABLE "TakenMail" RENAME CONSTRAINT "FetchedMail_pkey" TO "TakenMail_pkey";
ALTER INDEX "FetchedMail_mailbox_uidValidity_uid_idx" RENAME TO "TakenMail_mailbox_uidValidity_uid_idx";

-- AlterTable
ALTER TABLE "TakenMail" ALTER COLUMN "mailbox" DROP NOT NULL,
ALTER COLUMN "uidValidity" DROP NOT NULL,
ALTER COLUMN "uid" DROP NOT NULL;
