-- CreateTable
CREATE TABLE "ServerProcess" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ServerProcess_pkey" PRIMARY KEY ("id")
);
