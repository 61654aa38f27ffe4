-- CreateTable
CREATE TABLE "AttemptCount" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AttemptCount_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "AttemptCount_endsAt_idx" ON "AttemptCount"("endsAt");
