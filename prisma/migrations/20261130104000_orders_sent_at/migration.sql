-- When the mail was sent that brought orders, so that orders that come late do not replace those that were sent after them.
ALTER TABLE "Sheet" ADD COLUMN "sentAt" TIMESTAMPTZ(3);
ALTER TABLE "AdvanceOrders" ADD COLUMN "sentAt" TIMESTAMPTZ(3);
