-- CreateEnum
CREATE TYPE "SignInMethod" AS ENUM ('code', 'link', 'signUp');

-- CreateEnum
CREATE TYPE "LinkPurpose" AS ENUM ('signIn', 'invitation');

-- CreateEnum
CREATE TYPE "InspectionKind" AS ENUM ('preview', 'paperSheet', 'pressRelease');

-- CreateEnum
CREATE TYPE "MailRequestKind" AS ENUM ('invitation', 'broadcast', 'notice');

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "accessEpoch" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "addressProvedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Seat" ADD COLUMN     "acceptedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "challenge" TEXT,
ADD COLUMN     "challengeAt" TIMESTAMPTZ(3),
ADD COLUMN     "handle" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "method" "SignInMethod" NOT NULL DEFAULT 'code',
ADD COLUMN     "passkeyPending" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "userAgent" TEXT;

-- AlterTable
ALTER TABLE "ServerState" ADD COLUMN     "hashKey" BYTEA NOT NULL DEFAULT decode(replace((gen_random_uuid())::text || (gen_random_uuid())::text, '-', ''), 'hex');

-- AlterTable
ALTER TABLE "SignInLink" ADD COLUMN     "purpose" "LinkPurpose" NOT NULL DEFAULT 'signIn';

-- CreateTable
CREATE TABLE "Passkey" (
    "id" TEXT NOT NULL,
    "accountId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL DEFAULT 0,
    "transports" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "KnownNetwork" (
    "accountId" INTEGER NOT NULL,
    "network" TEXT NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "KnownNetwork_pkey" PRIMARY KEY ("accountId","network")
);

-- CreateTable
CREATE TABLE "Inspection" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "turn" INTEGER NOT NULL,
    "kind" "InspectionKind" NOT NULL,
    "seatId" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Inspection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MailRequest" (
    "id" UUID NOT NULL,
    "accountId" INTEGER,
    "addressHash" TEXT NOT NULL,
    "kind" "MailRequestKind" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MailRequest_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Passkey_accountId_idx" ON "Passkey"("accountId");

-- CreateIndex
CREATE INDEX "KnownNetwork_seenAt_idx" ON "KnownNetwork"("seenAt");

-- CreateIndex
CREATE INDEX "Inspection_gameId_accountId_idx" ON "Inspection"("gameId", "accountId");

-- CreateIndex
CREATE INDEX "Inspection_accountId_idx" ON "Inspection"("accountId");

-- CreateIndex
CREATE INDEX "Inspection_seatId_idx" ON "Inspection"("seatId");

-- CreateIndex
CREATE INDEX "MailRequest_addressHash_at_idx" ON "MailRequest"("addressHash", "at");

-- CreateIndex
CREATE INDEX "MailRequest_accountId_at_idx" ON "MailRequest"("accountId", "at");

-- CreateIndex
CREATE INDEX "MailRequest_at_idx" ON "MailRequest"("at");

-- CreateIndex
CREATE UNIQUE INDEX "Session_handle_key" ON "Session"("handle");

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "KnownNetwork" ADD CONSTRAINT "KnownNetwork_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Inspection" ADD CONSTRAINT "Inspection_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Inspection" ADD CONSTRAINT "Inspection_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Inspection" ADD CONSTRAINT "Inspection_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MailRequest" ADD CONSTRAINT "MailRequest_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Written by hand from here on.

-- The sessions so far: how they began is not known, and a handle is given by the server.
ALTER TABLE "Session" ALTER COLUMN "handle" DROP DEFAULT, ALTER COLUMN "method" DROP DEFAULT;

-- Signing out and the nightly work have deleted the traces of who has used an account, so every account counts as used.
UPDATE "Account" SET "addressProvedAt" = "createdAt";

-- GMs know the accounts of all players so far.
UPDATE "Seat" SET "acceptedAt" = g."createdAt" FROM "Game" g
WHERE g."id" = "Seat"."gameId" AND ("Seat"."accountId" IS NOT NULL OR "Seat"."reclaimableById" IS NOT NULL);

-- What GMs have seen so far.
INSERT INTO "Inspection" ("id", "gameId", "accountId", "turn", "kind", "at")
SELECT gen_random_uuid(), "gameId", "accountId", COALESCE(substring("detail" from 'turn (\d{1,6})')::integer, 0), 'preview', "at"
FROM "GameEvent" WHERE "type" = 'turnPreviewed' AND "accountId" IS NOT NULL;
INSERT INTO "Inspection" ("id", "gameId", "accountId", "turn", "kind", "seatId", "at")
SELECT gen_random_uuid(), "gameId", "sentById", "turn", 'paperSheet', "seatId", "receivedAt"
FROM "Sheet" WHERE "channel" = 'post' AND "sentById" IS NOT NULL;
INSERT INTO "Inspection" ("id", "gameId", "accountId", "turn", "kind", "seatId", "at")
SELECT gen_random_uuid(), "gameId", "decidedById", "turn", 'pressRelease', "seatId", "decidedAt"
FROM "HeldPressRelease" WHERE "decidedById" IS NOT NULL AND "decidedAt" IS NOT NULL;

-- Invitations used to sign in for two weeks. Sign-in links that were not used and lived longer than any other are theirs.
DELETE FROM "SignInLink" WHERE "usedAt" IS NULL AND "expiresAt" - "createdAt" > interval '48 hours';
