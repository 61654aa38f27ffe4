-- Addresses from which mail comes back.
CREATE TABLE "AddressMark" (
    "accountId" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "days" INTEGER NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,
    "markedAt" TIMESTAMPTZ(3),
    "provedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AddressMark_pkey" PRIMARY KEY ("accountId")
);
ALTER TABLE "AddressMark" ADD CONSTRAINT "AddressMark_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
