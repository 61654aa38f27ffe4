-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Paper" AS ENUM ('letter', 'a4');

-- CreateEnum
CREATE TYPE "GameStatus" AS ENUM ('forming', 'running', 'over', 'abandoned');

-- CreateEnum
CREATE TYPE "Channel" AS ENUM ('web', 'api', 'mail', 'pdf', 'post', 'opponent');

-- CreateEnum
CREATE TYPE "SheetOutcome" AS ENUM ('standing', 'superseded', 'refused');

-- CreateEnum
CREATE TYPE "DeliveryKind" AS ENUM ('printout', 'receipt', 'invitation', 'signInLink');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('queued', 'sending', 'retrying', 'sent', 'failed');

-- CreateTable
CREATE TABLE "Account" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "codeHash" TEXT,
    "operator" BOOLEAN NOT NULL DEFAULT false,
    "mayRunGames" BOOLEAN NOT NULL DEFAULT false,
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "paper" "Paper" NOT NULL DEFAULT 'letter',
    "address" TEXT,
    "publishAddress" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "accountId" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SignInLink" (
    "id" TEXT NOT NULL,
    "accountId" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "SignInLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Game" (
    "id" UUID NOT NULL,
    "ruleset" TEXT NOT NULL,
    "rulesetVersion" INTEGER NOT NULL,
    "prefix" TEXT NOT NULL,
    "serial" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "status" "GameStatus" NOT NULL DEFAULT 'forming',
    "gmId" INTEGER NOT NULL,
    "options" JSON NOT NULL,
    "turn" INTEGER NOT NULL DEFAULT 0,
    "setup" JSON,
    "state" JSON,
    "diceSecret" BYTEA NOT NULL,
    "diceCommitment" TEXT NOT NULL,
    "due" TIMESTAMPTZ(3),
    "daysPerTurn" INTEGER NOT NULL DEFAULT 14,
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "closesWhenComplete" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "begunAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Game_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Seat" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "identifier" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "wish" JSON NOT NULL DEFAULT '{}',
    "accountId" INTEGER,
    "opponent" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Seat_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Sheet" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "channel" "Channel" NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "outcome" "SheetOutcome" NOT NULL,
    "raw" JSON NOT NULL,
    "orders" JSON,
    "problems" JSON NOT NULL DEFAULT '[]',
    "advice" JSON NOT NULL DEFAULT '[]',
    "sentById" INTEGER,

    CONSTRAINT "Sheet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Turn" (
    "gameId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "processedAt" TIMESTAMPTZ(3) NOT NULL,
    "processedBy" INTEGER,
    "sheets" JSON NOT NULL,
    "dice" JSON NOT NULL,
    "head" JSON NOT NULL,
    "state" JSON NOT NULL,
    "hash" TEXT NOT NULL,
    "previousHash" TEXT,

    CONSTRAINT "Turn_pkey" PRIMARY KEY ("gameId","number")
);

-- CreateTable
CREATE TABLE "Printout" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "seatId" UUID,
    "accountId" INTEGER,
    "report" JSON NOT NULL,

    CONSTRAINT "Printout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Delivery" (
    "id" UUID NOT NULL,
    "kind" "DeliveryKind" NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'queued',
    "messageId" TEXT NOT NULL,
    "toAddress" TEXT NOT NULL,
    "toName" TEXT NOT NULL,
    "accountId" INTEGER,
    "gameId" UUID,
    "seatId" UUID,
    "printoutId" UUID,
    "sheetId" UUID,
    "detail" JSON NOT NULL DEFAULT '{}',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "nextAttempt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GameLog" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "accountId" INTEGER,
    "verb" TEXT NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "GameLog_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Account_email_key" ON "Account"("email");

-- CreateIndex
CREATE INDEX "Session_accountId_idx" ON "Session"("accountId");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "SignInLink_accountId_idx" ON "SignInLink"("accountId");

-- CreateIndex
CREATE INDEX "Game_gmId_idx" ON "Game"("gmId");

-- CreateIndex
CREATE INDEX "Game_status_idx" ON "Game"("status");

-- CreateIndex
CREATE UNIQUE INDEX "Game_prefix_serial_key" ON "Game"("prefix", "serial");

-- CreateIndex
CREATE INDEX "Seat_accountId_idx" ON "Seat"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "Seat_gameId_identifier_key" ON "Seat"("gameId", "identifier");

-- CreateIndex
CREATE UNIQUE INDEX "Seat_gameId_position_key" ON "Seat"("gameId", "position");

-- CreateIndex
CREATE INDEX "Sheet_gameId_turn_idx" ON "Sheet"("gameId", "turn");

-- CreateIndex
CREATE UNIQUE INDEX "Sheet_seatId_turn_version_key" ON "Sheet"("seatId", "turn", "version");

-- CreateIndex
CREATE INDEX "Printout_accountId_idx" ON "Printout"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "Printout_gameId_turn_seatId_key" ON "Printout"("gameId", "turn", "seatId");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_messageId_key" ON "Delivery"("messageId");

-- CreateIndex
CREATE INDEX "Delivery_gameId_status_idx" ON "Delivery"("gameId", "status");

-- CreateIndex
CREATE INDEX "Delivery_accountId_idx" ON "Delivery"("accountId");

-- CreateIndex
CREATE INDEX "GameLog_gameId_at_idx" ON "GameLog"("gameId", "at");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SignInLink" ADD CONSTRAINT "SignInLink_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Game" ADD CONSTRAINT "Game_gmId_fkey" FOREIGN KEY ("gmId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Seat" ADD CONSTRAINT "Seat_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Seat" ADD CONSTRAINT "Seat_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sheet" ADD CONSTRAINT "Sheet_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sheet" ADD CONSTRAINT "Sheet_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sheet" ADD CONSTRAINT "Sheet_sentById_fkey" FOREIGN KEY ("sentById") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Turn" ADD CONSTRAINT "Turn_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Turn" ADD CONSTRAINT "Turn_processedBy_fkey" FOREIGN KEY ("processedBy") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Printout" ADD CONSTRAINT "Printout_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Printout" ADD CONSTRAINT "Printout_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Printout" ADD CONSTRAINT "Printout_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_printoutId_fkey" FOREIGN KEY ("printoutId") REFERENCES "Printout"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_sheetId_fkey" FOREIGN KEY ("sheetId") REFERENCES "Sheet"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GameLog" ADD CONSTRAINT "GameLog_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GameLog" ADD CONSTRAINT "GameLog_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Written by hand from here on.

-- Account numbers begin at 10001, so that all have five digits.
ALTER SEQUENCE "Account_id_seq" START WITH 10001 RESTART WITH 10001;

-- The public's printout of a turn (no seat) is one, too.
DROP INDEX "Printout_gameId_turn_seatId_key";
CREATE UNIQUE INDEX "Printout_gameId_turn_seatId_key" ON "Printout" ("gameId", "turn", "seatId") NULLS NOT DISTINCT;

-- Of all versions of a seat's sheet for a turn, one stands.
CREATE UNIQUE INDEX "Sheet_one_standing" ON "Sheet" ("seatId", "turn") WHERE "outcome" = 'standing';

ALTER TABLE "Account"
  ADD CONSTRAINT "Account_email_lower_case" CHECK ("email" = lower("email") AND "email" <> ''),
  ADD CONSTRAINT "Account_name_given" CHECK ("name" <> '');

ALTER TABLE "Session" ADD CONSTRAINT "Session_id_hash" CHECK ("id" ~ '^[0-9a-f]{64}$');
ALTER TABLE "SignInLink" ADD CONSTRAINT "SignInLink_id_hash" CHECK ("id" ~ '^[0-9a-f]{64}$');

ALTER TABLE "Game"
  ADD CONSTRAINT "Game_prefix" CHECK ("prefix" ~ '^[A-Z]{2,3}$'),
  ADD CONSTRAINT "Game_serial" CHECK ("serial" >= 1),
  ADD CONSTRAINT "Game_turn" CHECK ("turn" >= 0),
  ADD CONSTRAINT "Game_days_per_turn" CHECK ("daysPerTurn" >= 1),
  ADD CONSTRAINT "Game_dice_secret" CHECK (octet_length("diceSecret") = 32),
  ADD CONSTRAINT "Game_dice_commitment" CHECK ("diceCommitment" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "Game_forming" CHECK (
    CASE "status"
      WHEN 'forming' THEN "turn" = 0 AND "setup" IS NULL AND "state" IS NULL AND "begunAt" IS NULL
      WHEN 'abandoned' THEN true
      ELSE "turn" >= 1 AND "setup" IS NOT NULL AND "state" IS NOT NULL AND "begunAt" IS NOT NULL
    END
  );

ALTER TABLE "Seat"
  ADD CONSTRAINT "Seat_identifier" CHECK ("identifier" ~ '^[A-Z]{2,3}$'),
  ADD CONSTRAINT "Seat_position" CHECK ("position" >= 0),
  -- An account, a computer opponent, or nobody yet.
  ADD CONSTRAINT "Seat_one_sitter" CHECK (NOT ("opponent" AND "accountId" IS NOT NULL));

ALTER TABLE "Sheet"
  ADD CONSTRAINT "Sheet_turn" CHECK ("turn" >= 0),
  ADD CONSTRAINT "Sheet_version" CHECK ("version" >= 1),
  ADD CONSTRAINT "Sheet_refused_has_no_orders" CHECK (("outcome" = 'refused') = ("orders" IS NULL));

ALTER TABLE "Turn"
  ADD CONSTRAINT "Turn_number" CHECK ("number" >= 0),
  ADD CONSTRAINT "Turn_hash" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "Turn_previous_hash" CHECK (
    CASE WHEN "number" = 0 THEN "previousHash" IS NULL
         ELSE "previousHash" IS NOT NULL AND "previousHash" ~ '^[0-9a-f]{64}$' END
  );

ALTER TABLE "Printout" ADD CONSTRAINT "Printout_turn" CHECK ("turn" >= 1);

ALTER TABLE "Delivery"
  ADD CONSTRAINT "Delivery_attempts" CHECK ("attempts" >= 0),
  ADD CONSTRAINT "Delivery_sent" CHECK (("status" = 'sent') = ("sentAt" IS NOT NULL));

-- What has happened stays as it happened: a processed turn is never changed, and goes only with its game.
CREATE FUNCTION "keep_turns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "Game" WHERE "id" = OLD."gameId") THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'A processed turn cannot be changed or taken away (game %, turn %).', OLD."gameId", OLD."number";
END
$$;
CREATE TRIGGER "keep_turns" BEFORE UPDATE OR DELETE ON "Turn" FOR EACH ROW EXECUTE FUNCTION "keep_turns"();
