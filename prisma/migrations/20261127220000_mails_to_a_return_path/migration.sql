-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "returns" INTEGER NOT NULL DEFAULT 0;
