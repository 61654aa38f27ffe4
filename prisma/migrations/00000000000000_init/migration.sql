-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "Paper" AS ENUM ('letter', 'a4');

-- CreateEnum
CREATE TYPE "GameStatus" AS ENUM ('forming', 'running', 'over', 'abandoned');

-- CreateEnum
CREATE TYPE "LettersPolicyKind" AS ENUM ('none', 'open', 'before');

-- CreateEnum
CREATE TYPE "Joining" AS ENUM ('invitation', 'open');

-- CreateEnum
CREATE TYPE "Channel" AS ENUM ('web', 'api', 'mail', 'pdf', 'post', 'opponent', 'advance', 'standing');

-- CreateEnum
CREATE TYPE "SheetOutcome" AS ENUM ('standing', 'superseded', 'refused');

-- CreateEnum
CREATE TYPE "DeliveryKind" AS ENUM ('printout', 'receipt', 'invitation', 'signInLink', 'confirmation', 'notice', 'letter');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('queued', 'sending', 'retrying', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "GameEventType" AS ENUM ('gameCreated', 'seatAdded', 'seatRemoved', 'gameBegun', 'dueDateSet', 'scheduleSet', 'dueDateMovedForAbsences', 'absenceAnnounced', 'absenceWithdrawn', 'turnExtended', 'gamePaused', 'gameResumed', 'extensionVoteGiven', 'extensionVoteWithdrawn', 'turnExtendedByVote', 'earlyProcessingScheduled', 'earlyProcessingCanceled', 'ordersReopened', 'sheetReceived', 'advanceOrdersSent', 'advanceOrdersWithdrawn', 'turnProcessed', 'gameOver', 'missExcused', 'excuseWithdrawn', 'seatLeftToComputer', 'seatReclaimed', 'playerPolicySet', 'playerJoined', 'playerLeft', 'waitlistJoined', 'joinLinkSet', 'turnRolledBack', 'turnRolledForward', 'turnPreviewed', 'pressDecided', 'playerReplaced', 'seatGivenToComputer', 'addressCorrected', 'mailResent', 'mailGivenUp', 'broadcastSent', 'gameAbandoned', 'gameRevived', 'seatOffered', 'offerWithdrawn', 'seatTakenOver', 'gameTransferredIn', 'gameTransferredOut');

-- CreateEnum
CREATE TYPE "LimitedActionKind" AS ENUM ('extensionVote', 'advanceOrders');

-- CreateEnum
CREATE TYPE "ReleaseDecision" AS ENUM ('held', 'print', 'withhold');

-- CreateEnum
CREATE TYPE "ReminderKind" AS ENUM ('reminder', 'lastCall');

-- CreateEnum
CREATE TYPE "LetterChannel" AS ENUM ('web', 'mail');

-- CreateTable
CREATE TABLE "Account" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "operator" BOOLEAN NOT NULL DEFAULT false,
    "mayRunGames" BOOLEAN NOT NULL DEFAULT false,
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "paper" "Paper" NOT NULL DEFAULT 'letter',
    "address" TEXT,
    "publishAddress" BOOLEAN NOT NULL DEFAULT false,
    "remindHours" INTEGER NOT NULL DEFAULT 48,
    "mailPrintouts" BOOLEAN NOT NULL DEFAULT true,
    "mailReceipts" BOOLEAN NOT NULL DEFAULT true,
    "mailLetters" BOOLEAN NOT NULL DEFAULT true,
    "deletedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SecurityCode" (
    "accountId" INTEGER NOT NULL,
    "codeHash" TEXT NOT NULL,

    CONSTRAINT "SecurityCode_pkey" PRIMARY KEY ("accountId")
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
    "turn" INTEGER NOT NULL DEFAULT 0,
    "diceCommitment" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "begunAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Game_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GameSchedule" (
    "gameId" UUID NOT NULL,
    "due" TIMESTAMPTZ(3),
    "pausedAt" TIMESTAMPTZ(3),
    "earlyProcessingAt" TIMESTAMPTZ(3),
    "timesReopened" INTEGER NOT NULL DEFAULT 0,
    "daysPerTurn" INTEGER NOT NULL DEFAULT 14,
    "timeZone" TEXT NOT NULL DEFAULT 'UTC',
    "weekdays" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "dueTime" TEXT,
    "graceHours" INTEGER NOT NULL DEFAULT 0,
    "autoProcess" BOOLEAN NOT NULL DEFAULT false,
    "minHours" INTEGER NOT NULL DEFAULT 0,
    "blackouts" JSON NOT NULL DEFAULT '[]',
    "processWhenComplete" BOOLEAN NOT NULL DEFAULT false,
    "processWhenFinal" BOOLEAN NOT NULL DEFAULT true,
    "reopenMinutes" INTEGER NOT NULL DEFAULT 30,
    "voteExtensionDays" INTEGER NOT NULL DEFAULT 0,
    "avoidAbsences" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "GameSchedule_pkey" PRIMARY KEY ("gameId")
);

-- CreateTable
CREATE TABLE "GamePolicy" (
    "gameId" UUID NOT NULL,
    "letters" "LettersPolicyKind" NOT NULL DEFAULT 'none',
    "lettersBefore" INTEGER,
    "maxMisses" INTEGER NOT NULL DEFAULT 2,
    "offerAbandonedSeats" BOOLEAN NOT NULL DEFAULT false,
    "minReliability" INTEGER,
    "joining" "Joining" NOT NULL DEFAULT 'invitation',
    "joinLink" TEXT,
    "seatsWanted" INTEGER,
    "beginWhenFull" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "GamePolicy_pkey" PRIMARY KEY ("gameId")
);

-- CreateTable
CREATE TABLE "GameState" (
    "gameId" UUID NOT NULL,
    "options" JSON NOT NULL,
    "setup" JSON,
    "state" JSON,

    CONSTRAINT "GameState_pkey" PRIMARY KEY ("gameId")
);

-- CreateTable
CREATE TABLE "GameSecret" (
    "gameId" UUID NOT NULL,
    "diceSecret" BYTEA NOT NULL,

    CONSTRAINT "GameSecret_pkey" PRIMARY KEY ("gameId")
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
    "reclaimableById" INTEGER,
    "offered" BOOLEAN NOT NULL DEFAULT false,
    "offerAnnouncedAt" TIMESTAMPTZ(3),
    "since" INTEGER NOT NULL DEFAULT 0,

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
    "final" BOOLEAN NOT NULL DEFAULT false,
    "sentById" INTEGER,

    CONSTRAINT "Sheet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Turn" (
    "gameId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "rolledBackAt" TIMESTAMPTZ(3),
    "processedAt" TIMESTAMPTZ(3) NOT NULL,
    "processedById" INTEGER,
    "sheets" JSON NOT NULL,
    "dice" JSON NOT NULL,
    "header" JSON NOT NULL,
    "state" JSON NOT NULL,
    "hash" TEXT NOT NULL,
    "previousHash" TEXT,

    CONSTRAINT "Turn_pkey" PRIMARY KEY ("gameId","turn","attempt")
);

-- CreateTable
CREATE TABLE "Printout" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "rolledBackAt" TIMESTAMPTZ(3),
    "seatId" UUID,
    "accountId" INTEGER,
    "report" JSON NOT NULL,
    "reportVersion" TEXT NOT NULL,

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
    "letterCopyId" UUID,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "nextAttempt" TIMESTAMPTZ(3),
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GameEvent" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "accountId" INTEGER,
    "type" "GameEventType" NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "GameEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LimitedAction" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "kind" "LimitedActionKind" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LimitedAction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Rollback" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "byId" INTEGER NOT NULL,
    "due" TIMESTAMPTZ(3),
    "sheetCount" INTEGER NOT NULL,
    "undoneAt" TIMESTAMPTZ(3),
    "undoneById" INTEGER,

    CONSTRAINT "Rollback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HeldPressRelease" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "decision" "ReleaseDecision" NOT NULL DEFAULT 'held',
    "decidedById" INTEGER,
    "decidedAt" TIMESTAMPTZ(3),
    "printedTurn" INTEGER,

    CONSTRAINT "HeldPressRelease_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Attendance" (
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "gameId" UUID NOT NULL,
    "accountId" INTEGER,
    "processedAt" TIMESTAMPTZ(3) NOT NULL,
    "missed" BOOLEAN NOT NULL,
    "excused" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Attendance_pkey" PRIMARY KEY ("seatId","turn")
);

-- CreateTable
CREATE TABLE "WaitlistEntry" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "wish" JSON NOT NULL DEFAULT '{}',
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WaitlistEntry_pkey" PRIMARY KEY ("id")
);

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

-- CreateTable
CREATE TABLE "Reminder" (
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "kind" "ReminderKind" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Reminder_pkey" PRIMARY KEY ("seatId","turn","kind")
);

-- CreateTable
CREATE TABLE "ExtensionVote" (
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "due" TIMESTAMPTZ(3) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ExtensionVote_pkey" PRIMARY KEY ("seatId","turn","due")
);

-- CreateTable
CREATE TABLE "AdvanceOrders" (
    "seatId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "gameId" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "raw" JSON NOT NULL,
    "final" BOOLEAN NOT NULL DEFAULT false,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AdvanceOrders_pkey" PRIMARY KEY ("seatId","turn")
);

-- CreateTable
CREATE TABLE "Absence" (
    "id" UUID NOT NULL,
    "accountId" INTEGER NOT NULL,
    "firstDay" TEXT NOT NULL,
    "lastDay" TEXT NOT NULL,
    "announcedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Absence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Letter" (
    "id" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "turn" INTEGER NOT NULL,
    "seatId" UUID NOT NULL,
    "accountId" INTEGER,
    "text" TEXT NOT NULL,
    "via" "LetterChannel" NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Letter_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LetterCopy" (
    "id" UUID NOT NULL,
    "letterId" UUID NOT NULL,
    "gameId" UUID NOT NULL,
    "seatId" UUID NOT NULL,
    "accountId" INTEGER,
    "readAt" TIMESTAMPTZ(3),
    "replyHash" TEXT,

    CONSTRAINT "LetterCopy_pkey" PRIMARY KEY ("id")
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
CREATE UNIQUE INDEX "GamePolicy_joinLink_key" ON "GamePolicy"("joinLink");

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
CREATE INDEX "Printout_gameId_turn_idx" ON "Printout"("gameId", "turn");

-- CreateIndex
CREATE INDEX "Printout_accountId_idx" ON "Printout"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "Delivery_messageId_key" ON "Delivery"("messageId");

-- CreateIndex
CREATE INDEX "Delivery_gameId_status_idx" ON "Delivery"("gameId", "status");

-- CreateIndex
CREATE INDEX "Delivery_accountId_idx" ON "Delivery"("accountId");

-- CreateIndex
CREATE INDEX "GameEvent_gameId_at_idx" ON "GameEvent"("gameId", "at");

-- CreateIndex
CREATE INDEX "LimitedAction_gameId_accountId_kind_at_idx" ON "LimitedAction"("gameId", "accountId", "kind", "at");

-- CreateIndex
CREATE INDEX "LimitedAction_accountId_idx" ON "LimitedAction"("accountId");

-- CreateIndex
CREATE INDEX "Rollback_gameId_idx" ON "Rollback"("gameId");

-- CreateIndex
CREATE UNIQUE INDEX "HeldPressRelease_gameId_turn_attempt_seatId_key" ON "HeldPressRelease"("gameId", "turn", "attempt", "seatId");

-- CreateIndex
CREATE INDEX "Attendance_gameId_turn_idx" ON "Attendance"("gameId", "turn");

-- CreateIndex
CREATE INDEX "Attendance_accountId_processedAt_idx" ON "Attendance"("accountId", "processedAt");

-- CreateIndex
CREATE INDEX "WaitlistEntry_accountId_idx" ON "WaitlistEntry"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "WaitlistEntry_gameId_accountId_key" ON "WaitlistEntry"("gameId", "accountId");

-- CreateIndex
CREATE INDEX "AddressProof_email_createdAt_idx" ON "AddressProof"("email", "createdAt");

-- CreateIndex
CREATE INDEX "AddressProof_accountId_idx" ON "AddressProof"("accountId");

-- CreateIndex
CREATE INDEX "AdvanceOrders_gameId_turn_idx" ON "AdvanceOrders"("gameId", "turn");

-- CreateIndex
CREATE INDEX "AdvanceOrders_accountId_idx" ON "AdvanceOrders"("accountId");

-- CreateIndex
CREATE INDEX "Absence_accountId_lastDay_idx" ON "Absence"("accountId", "lastDay");

-- CreateIndex
CREATE INDEX "Letter_gameId_sentAt_idx" ON "Letter"("gameId", "sentAt");

-- CreateIndex
CREATE INDEX "Letter_accountId_idx" ON "Letter"("accountId");

-- CreateIndex
CREATE UNIQUE INDEX "LetterCopy_replyHash_key" ON "LetterCopy"("replyHash");

-- CreateIndex
CREATE INDEX "LetterCopy_accountId_readAt_idx" ON "LetterCopy"("accountId", "readAt");

-- CreateIndex
CREATE INDEX "LetterCopy_gameId_idx" ON "LetterCopy"("gameId");

-- CreateIndex
CREATE UNIQUE INDEX "LetterCopy_letterId_seatId_key" ON "LetterCopy"("letterId", "seatId");

-- AddForeignKey
ALTER TABLE "SecurityCode" ADD CONSTRAINT "SecurityCode_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SignInLink" ADD CONSTRAINT "SignInLink_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Game" ADD CONSTRAINT "Game_gmId_fkey" FOREIGN KEY ("gmId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GameSchedule" ADD CONSTRAINT "GameSchedule_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GamePolicy" ADD CONSTRAINT "GamePolicy_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GameState" ADD CONSTRAINT "GameState_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GameSecret" ADD CONSTRAINT "GameSecret_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Seat" ADD CONSTRAINT "Seat_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Seat" ADD CONSTRAINT "Seat_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Seat" ADD CONSTRAINT "Seat_reclaimableById_fkey" FOREIGN KEY ("reclaimableById") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sheet" ADD CONSTRAINT "Sheet_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sheet" ADD CONSTRAINT "Sheet_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Sheet" ADD CONSTRAINT "Sheet_sentById_fkey" FOREIGN KEY ("sentById") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Turn" ADD CONSTRAINT "Turn_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Turn" ADD CONSTRAINT "Turn_processedById_fkey" FOREIGN KEY ("processedById") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_letterCopyId_fkey" FOREIGN KEY ("letterCopyId") REFERENCES "LetterCopy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GameEvent" ADD CONSTRAINT "GameEvent_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GameEvent" ADD CONSTRAINT "GameEvent_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LimitedAction" ADD CONSTRAINT "LimitedAction_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LimitedAction" ADD CONSTRAINT "LimitedAction_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rollback" ADD CONSTRAINT "Rollback_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rollback" ADD CONSTRAINT "Rollback_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rollback" ADD CONSTRAINT "Rollback_undoneById_fkey" FOREIGN KEY ("undoneById") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HeldPressRelease" ADD CONSTRAINT "HeldPressRelease_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HeldPressRelease" ADD CONSTRAINT "HeldPressRelease_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HeldPressRelease" ADD CONSTRAINT "HeldPressRelease_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attendance" ADD CONSTRAINT "Attendance_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attendance" ADD CONSTRAINT "Attendance_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attendance" ADD CONSTRAINT "Attendance_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WaitlistEntry" ADD CONSTRAINT "WaitlistEntry_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WaitlistEntry" ADD CONSTRAINT "WaitlistEntry_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AddressProof" ADD CONSTRAINT "AddressProof_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reminder" ADD CONSTRAINT "Reminder_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExtensionVote" ADD CONSTRAINT "ExtensionVote_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdvanceOrders" ADD CONSTRAINT "AdvanceOrders_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdvanceOrders" ADD CONSTRAINT "AdvanceOrders_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdvanceOrders" ADD CONSTRAINT "AdvanceOrders_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Absence" ADD CONSTRAINT "Absence_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Letter" ADD CONSTRAINT "Letter_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Letter" ADD CONSTRAINT "Letter_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Letter" ADD CONSTRAINT "Letter_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LetterCopy" ADD CONSTRAINT "LetterCopy_letterId_fkey" FOREIGN KEY ("letterId") REFERENCES "Letter"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LetterCopy" ADD CONSTRAINT "LetterCopy_gameId_fkey" FOREIGN KEY ("gameId") REFERENCES "Game"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LetterCopy" ADD CONSTRAINT "LetterCopy_seatId_fkey" FOREIGN KEY ("seatId") REFERENCES "Seat"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LetterCopy" ADD CONSTRAINT "LetterCopy_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Written by hand from here on.

-- Account numbers begin at 10001, so that all have five digits.
ALTER SEQUENCE "Account_id_seq" START WITH 10001 RESTART WITH 10001;

ALTER TABLE "Account"
  ADD CONSTRAINT "Account_email_lower_case" CHECK ("email" = lower("email") AND "email" <> ''),
  ADD CONSTRAINT "Account_name_given" CHECK ("name" <> ''),
  ADD CONSTRAINT "Account_deleted" CHECK ("deletedAt" IS NULL OR "address" IS NULL),
  ADD CONSTRAINT "Account_remindHours" CHECK ("remindHours" IN (0, 12, 24, 48, 72, 168));

ALTER TABLE "Session" ADD CONSTRAINT "Session_id_hash" CHECK ("id" ~ '^[0-9a-f]{64}$');
ALTER TABLE "SignInLink" ADD CONSTRAINT "SignInLink_id_hash" CHECK ("id" ~ '^[0-9a-f]{64}$');
ALTER TABLE "AddressProof"
  ADD CONSTRAINT "AddressProof_id_hash" CHECK ("id" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "AddressProof_email_lower_case" CHECK ("email" = lower("email") AND "email" <> '');

ALTER TABLE "Game"
  ADD CONSTRAINT "Game_prefix" CHECK ("prefix" ~ '^[A-Z]{2,3}$'),
  ADD CONSTRAINT "Game_serial" CHECK ("serial" >= 1),
  ADD CONSTRAINT "Game_turn" CHECK ("turn" >= 0),
  ADD CONSTRAINT "Game_dice_commitment" CHECK ("diceCommitment" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "Game_forming" CHECK (
    CASE "status"
      WHEN 'forming' THEN "turn" = 0 AND "begunAt" IS NULL
      WHEN 'abandoned' THEN true
      ELSE "turn" >= 1 AND "begunAt" IS NOT NULL
    END
  );

ALTER TABLE "GameSchedule"
  ADD CONSTRAINT "GameSchedule_daysPerTurn" CHECK ("daysPerTurn" >= 1),
  ADD CONSTRAINT "GameSchedule_weekdays" CHECK ("weekdays" <@ ARRAY[1, 2, 3, 4, 5, 6, 7]),
  ADD CONSTRAINT "GameSchedule_dueTime" CHECK ("dueTime" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD CONSTRAINT "GameSchedule_graceHours" CHECK ("graceHours" BETWEEN 0 AND 720),
  ADD CONSTRAINT "GameSchedule_minHours" CHECK ("minHours" BETWEEN 0 AND 720),
  ADD CONSTRAINT "GameSchedule_reopenMinutes" CHECK ("reopenMinutes" BETWEEN 0 AND 1440),
  ADD CONSTRAINT "GameSchedule_timesReopened" CHECK ("timesReopened" >= 0),
  ADD CONSTRAINT "GameSchedule_voteExtensionDays" CHECK ("voteExtensionDays" BETWEEN 0 AND 60);

ALTER TABLE "GamePolicy"
  ADD CONSTRAINT "GamePolicy_maxMisses" CHECK ("maxMisses" BETWEEN 0 AND 20),
  ADD CONSTRAINT "GamePolicy_minReliability" CHECK ("minReliability" BETWEEN 1 AND 100),
  ADD CONSTRAINT "GamePolicy_joinLink_hash" CHECK ("joinLink" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "GamePolicy_seatsWanted" CHECK ("seatsWanted" >= 1);

ALTER TABLE "GameState" ADD CONSTRAINT "GameState_begun" CHECK (("setup" IS NULL) = ("state" IS NULL));
ALTER TABLE "GameSecret" ADD CONSTRAINT "GameSecret_diceSecret" CHECK (octet_length("diceSecret") = 32);

-- When a transaction commits, a game has its four other rows, and setup and state exactly if it has begun.
CREATE FUNCTION "check_game_parts"(game uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  begun boolean;
BEGIN
  SELECT "begunAt" IS NOT NULL INTO begun FROM "Game" WHERE "id" = game;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM "GameSchedule" WHERE "gameId" = game)
    OR NOT EXISTS (SELECT FROM "GamePolicy" WHERE "gameId" = game)
    OR NOT EXISTS (SELECT FROM "GameSecret" WHERE "gameId" = game)
    OR NOT EXISTS (SELECT FROM "GameState" WHERE "gameId" = game AND ("state" IS NOT NULL) = begun) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'Game_parts',
      MESSAGE = format('Game_parts: the rows of game %s do not fit together.', game);
  END IF;
END
$$;
CREATE FUNCTION "check_parts_of_game"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "check_game_parts"(NEW."id");
  RETURN NULL;
END
$$;
CREATE FUNCTION "check_game_of_part"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "check_game_parts"(coalesce(NEW."gameId", OLD."gameId"));
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER "Game_parts" AFTER INSERT OR UPDATE OF "begunAt" ON "Game"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_parts_of_game"();
CREATE CONSTRAINT TRIGGER "GameState_parts" AFTER UPDATE OR DELETE ON "GameState"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_game_of_part"();
CREATE CONSTRAINT TRIGGER "GameSchedule_parts" AFTER DELETE ON "GameSchedule"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_game_of_part"();
CREATE CONSTRAINT TRIGGER "GamePolicy_parts" AFTER DELETE ON "GamePolicy"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_game_of_part"();
CREATE CONSTRAINT TRIGGER "GameSecret_parts" AFTER DELETE ON "GameSecret"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_game_of_part"();

-- A deleted account has no security code.
CREATE FUNCTION "check_deleted_account"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account integer := coalesce((to_jsonb(NEW)->>'accountId')::integer, (to_jsonb(NEW)->>'id')::integer);
BEGIN
  IF EXISTS (
    SELECT FROM "Account" a JOIN "SecurityCode" c ON c."accountId" = a."id"
    WHERE a."id" = account AND a."deletedAt" IS NOT NULL
  ) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'SecurityCode_deleted',
      MESSAGE = format('SecurityCode_deleted: account %s is deleted and has no security code.', account);
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER "SecurityCode_deleted" AFTER INSERT OR UPDATE ON "SecurityCode"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_deleted_account"();
CREATE CONSTRAINT TRIGGER "Account_deleted_code" AFTER UPDATE OF "deletedAt" ON "Account"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "check_deleted_account"();

ALTER TABLE "Seat"
  ADD CONSTRAINT "Seat_identifier" CHECK ("identifier" ~ '^[A-Z]{2,3}$'),
  ADD CONSTRAINT "Seat_position" CHECK ("position" >= 0),
  ADD CONSTRAINT "Seat_since" CHECK ("since" >= 0),
  -- An account, a computer candidate, or nobody yet.
  ADD CONSTRAINT "Seat_one_occupant" CHECK (NOT ("opponent" AND "accountId" IS NOT NULL)),
  ADD CONSTRAINT "Seat_reclaimable_from_computer" CHECK ("reclaimableById" IS NULL OR "opponent");

-- Of all versions of a seat's sheet for a turn, at most one stands.
CREATE UNIQUE INDEX "Sheet_one_standing" ON "Sheet" ("seatId", "turn") WHERE "outcome" = 'standing';
ALTER TABLE "Sheet"
  ADD CONSTRAINT "Sheet_turn" CHECK ("turn" >= 0),
  ADD CONSTRAINT "Sheet_version" CHECK ("version" >= 1),
  ADD CONSTRAINT "Sheet_refused_has_no_orders" CHECK (("outcome" = 'refused') = ("orders" IS NULL));

ALTER TABLE "Attendance" ADD CONSTRAINT "Attendance_excused" CHECK ("missed" OR NOT "excused");

-- Of all attempts at a turn at most one is in force.
CREATE UNIQUE INDEX "Turn_one_in_force" ON "Turn" ("gameId", "turn") WHERE "rolledBackAt" IS NULL;
ALTER TABLE "Turn"
  ADD CONSTRAINT "Turn_turn" CHECK ("turn" >= 0),
  ADD CONSTRAINT "Turn_attempt" CHECK ("attempt" >= 1),
  ADD CONSTRAINT "Turn_beginning_stays" CHECK ("turn" > 0 OR "rolledBackAt" IS NULL),
  ADD CONSTRAINT "Turn_hash" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT "Turn_previous_hash" CHECK (
    CASE WHEN "turn" = 0 THEN "previousHash" IS NULL
         ELSE "previousHash" IS NOT NULL AND "previousHash" ~ '^[0-9a-f]{64}$' END
  );

-- Of the printouts in force before a turn there is one for each seat, and one (no seat) for the public.
CREATE UNIQUE INDEX "Printout_gameId_turn_seatId_key" ON "Printout" ("gameId", "turn", "seatId") NULLS NOT DISTINCT
  WHERE "rolledBackAt" IS NULL;
ALTER TABLE "Printout" ADD CONSTRAINT "Printout_turn" CHECK ("turn" >= 1);

-- An attempt at a turn is rolled back at most once at a time.
CREATE UNIQUE INDEX "Rollback_one_for_attempt" ON "Rollback" ("gameId", "turn", "attempt") WHERE "undoneAt" IS NULL;

ALTER TABLE "HeldPressRelease"
  ADD CONSTRAINT "HeldPressRelease_decided" CHECK (("decision" = 'held') = ("decidedAt" IS NULL)),
  ADD CONSTRAINT "HeldPressRelease_printed" CHECK ("printedTurn" IS NULL OR "decision" = 'print');

ALTER TABLE "Delivery"
  ADD CONSTRAINT "Delivery_attempts" CHECK ("attempts" >= 0),
  ADD CONSTRAINT "Delivery_sent" CHECK (("status" = 'sent') = ("sentAt" IS NOT NULL));

-- A processed turn is never changed, except for the mark that it was rolled back, and is deleted only with its game.
CREATE FUNCTION "keep_turns"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept "Turn";
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "Game" WHERE "id" = OLD."gameId") THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW."rolledBackAt" IS NULL) <> (OLD."rolledBackAt" IS NULL) THEN
    kept := NEW;
    kept."rolledBackAt" := OLD."rolledBackAt";
    IF kept::text = OLD::text THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'A processed turn cannot be changed or deleted (game %, turn %).', OLD."gameId", OLD."turn";
END
$$;
CREATE TRIGGER "keep_turns" BEFORE UPDATE OR DELETE ON "Turn" FOR EACH ROW EXECUTE FUNCTION "keep_turns"();
