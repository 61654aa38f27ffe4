-- When the security code was set: what was sent before it does not count for the limits of sheets.
ALTER TABLE "SecurityCode" ADD COLUMN "setAt" TIMESTAMPTZ(3);
