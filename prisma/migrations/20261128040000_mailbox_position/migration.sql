-- How far a mailbox was read is stored as such: mail that is held back has no row of its own.
-- CreateTable
CREATE TABLE "MailboxPosition" (
    "mailbox" TEXT NOT NULL,
    "uidValidity" BIGINT NOT NULL,
    "next" BIGINT NOT NULL,

    CONSTRAINT "MailboxPosition_pkey" PRIMARY KEY ("mailbox")
);

-- Fetching goes on where it ended.
INSERT INTO "MailboxPosition" ("mailbox", "uidValidity", "next")
SELECT DISTINCT ON ("mailbox") "mailbox", "uidValidity",
    coalesce(min("uid") FILTER (WHERE "state" IN ('begun', 'acting')), max("uid") + 1)
FROM "TakenMail" WHERE "mailbox" IS NOT NULL
GROUP BY "mailbox", "uidValidity" ORDER BY "mailbox", max("at") DESC;

-- DropIndex
DROP INDEX "TakenMail_mailbox_uidValidity_uid_idx";

-- AlterTable
ALTER TABLE "TakenMail" DROP COLUMN "mailbox",
DROP COLUMN "uid",
DROP COLUMN "uidValidity";
