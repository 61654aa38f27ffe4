-- AlterEnum
ALTER TYPE "LimitedActionKind" ADD VALUE 'gmEvent';

-- AlterTable
ALTER TABLE "PracticeGame" ADD COLUMN     "notes" TEXT NOT NULL DEFAULT '';

