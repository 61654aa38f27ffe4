-- AlterEnum
ALTER TYPE "DeliveryKind" ADD VALUE 'confirmation' BEFORE 'notice';

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3),
ADD COLUMN     "mailPrintouts" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "mailReceipts" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "AddressProof" (
    "id" TEXT NOT NULL,
    "accountId" INTEGER,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AddressProof_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AddressProof_email_createdAt_idx" ON "AddressProof"("email", "createdAt");

-- CreateIndex
CREATE INDEX "AddressProof_accountId_idx" ON "AddressProof"("accountId");

-- AddForeignKey
ALTER TABLE "AddressProof" ADD CONSTRAINT "AddressProof_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand from here on.
ALTER TABLE "AddressProof"
  ADD CONSTRAINT "AddressProof_id_hash" CHECK ("id" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "AddressProof_email_lower_case" CHECK ("email" = lower("email") AND "email" <> '');

ALTER TABLE "Account" ADD CONSTRAINT "Account_deleted" CHECK ("deletedAt" IS NULL OR ("codeHash" IS NULL AND "address" IS NULL));
