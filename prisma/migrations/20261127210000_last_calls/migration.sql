-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "mailLastCalls" BOOLEAN NOT NULL DEFAULT true;
