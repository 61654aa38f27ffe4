-- A bounce can be forged by someone to whom the mail was forwarded, so it is told from a refusal by our own mail server, and a
-- second one counts only on another day.
ALTER TYPE "DeliveryObstacle" ADD VALUE 'bounce';
ALTER TABLE "AddressMark" ADD COLUMN "hardAt" TIMESTAMPTZ(3);
