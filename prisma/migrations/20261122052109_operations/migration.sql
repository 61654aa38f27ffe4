-- CreateEnum
CREATE TYPE "DeliveryObstacle" AS ENUM ('relay', 'slow', 'answer');

-- CreateEnum
CREATE TYPE "HeldReason" AS ENUM ('operator', 'restored', 'olderDatabase');

-- AlterEnum
ALTER TYPE "GameEventType" ADD VALUE 'dueDatePutOff';
ALTER TYPE "GameEventType" ADD VALUE 'earlyProcessingPutOff';
ALTER TYPE "GameEventType" ADD VALUE 'mailRetried';

-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "obstacle" "DeliveryObstacle";

-- AlterTable
ALTER TABLE "GameSchedule" ADD COLUMN     "missesExcused" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ComposedMail" (
    "deliveryId" UUID NOT NULL,
    "message" BYTEA NOT NULL,

    CONSTRAINT "ComposedMail_pkey" PRIMARY KEY ("deliveryId")
);

-- CreateTable
CREATE TABLE "ServerState" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "databaseId" UUID NOT NULL DEFAULT gen_random_uuid(),
    "seenAt" TIMESTAMPTZ(3),
    "heldAt" TIMESTAMPTZ(3),
    "heldReason" "HeldReason",

    CONSTRAINT "ServerState_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Downtime" (
    "id" UUID NOT NULL,
    "from" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Downtime_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Downtime_until_idx" ON "Downtime"("until");

-- AddForeignKey
ALTER TABLE "ComposedMail" ADD CONSTRAINT "ComposedMail_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand from here on.

ALTER TABLE "ServerState" ADD CONSTRAINT "ServerState_one_row" CHECK ("id" = 1);
ALTER TABLE "ServerState" ADD CONSTRAINT "ServerState_held" CHECK (("heldAt" IS NULL) = ("heldReason" IS NULL));
ALTER TABLE "Downtime" ADD CONSTRAINT "Downtime_order" CHECK ("from" <= "until");
INSERT INTO "ServerState" DEFAULT VALUES;
